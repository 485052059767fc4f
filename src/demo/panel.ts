import type { Demo } from './seed-demo.ts';
import { PORTED_NUMBER, type DemoDirectory } from './number-directory.ts';
import type { DemoPlatform } from './chat-platform.ts';
import type { DemoGateway } from './payment-gateway.ts';
import type { Simulator } from './simulators.ts';

export type Beside = {
  readonly simulators: readonly Simulator[];
  readonly directory: DemoDirectory;
  readonly platform: DemoPlatform;
  readonly gateway: DemoGateway;
};

/**
 * What a newcomer reads after `bin/start`: where things are, a command to try, how to stop.
 * @param beside undefined: no simulator runs.
 */
export function describeDemo(demo: Demo, beside: Beside | undefined): string {
  const otp = demo.templates.find(
    ({ state, variables }) => state === 'approved' && variables.length === 1,
  );
  const [variable = 'code'] = otp?.variables ?? [];
  const lines = [
    '',
    `  Paigham   ${demo.baseUrl}`,
    '',
    ...describeLogins(demo),
    `  key       ${demo.apiKey}   (account ${demo.accountId})`,
    `  senders   ${demo.senders.shortCode}, ${demo.senders.brand}, ${demo.senders.shared}`,
    '  more      demo.json in the data folder: templates, an unverified account',
    '',
    '  Send a message:',
    '',
    `    curl "${demo.baseUrl}/api/sms.php" -d api_key=${demo.apiKey} \\`,
    `      -d sender=${demo.senders.shortCode} -d mobile=923001234567 \\`,
    `      -d template_id=${otp?.id ?? '…'} --data-urlencode 'message={"${variable}":"4821"}'`,
    '',
    '  Check its status, using the ID from the reply:',
    '',
    `    curl "${demo.baseUrl}/api/delivery.php?api_key=${demo.apiKey}&id=…"`,
    '',
    ...(beside === undefined ? WITHOUT_SIMULATORS : describeBeside(demo, beside)),
    '',
    '  The log is in the data folder: paigham.log',
    '  Ctrl-C stops everything; the next start continues where this one stopped.',
    '',
  ];
  return lines.join('\n');
}

/** Who may sign in at the portal and at the console, and where registrations find their codes. */
function describeLogins({ baseUrl, owner, staff }: Demo): readonly string[] {
  return [
    `  portal    ${baseUrl}/   ${owner.email}   ${owner.password}`,
    `  console   ${baseUrl}/   ${staff.email}   ${staff.password}`,
    `  mailbox   ${baseUrl}/demo/mailbox   mails and texts with codes, to register an account`,
    '',
  ];
}

const WITHOUT_SIMULATORS = [
  '  No simulators are running: messages wait until they are, or until the links lead to',
  '  operators of yours. See "bin/paigham link set --help".',
];

function describeBeside(demo: Demo, beside: Beside): readonly string[] {
  const { simulators, directory, platform, gateway } = beside;
  return [
    ...describeReply(demo, simulators),
    '  Watch it arrive at the simulated operators:',
    '',
    ...simulators.map(
      ({ name, managementPort }) => `    ${name.padEnd(8)} http://127.0.0.1:${managementPort}/`,
    ),
    ...describeDirectoryLines(directory),
    ...describeChatLines(demo, platform),
    '',
    '  Pay for credit at the simulated gateway: see “Credit” in the portal. Its management is at',
    '',
    `    http://127.0.0.1:${gateway.managementPort}/`,
  ];
}

/** A template message, the phone it arrives on, and what to write back. */
function describeChatLines(
  demo: Demo,
  { managementPort, access, free }: DemoPlatform,
): readonly string[] {
  const [first] = demo.chatTemplates;
  if (first === undefined) return [];
  const entry = (rest: string): string => `[{"mobile":"923001234567",${rest}}]`;
  const values = '"body":[{"type":"text","text":"Ali"},{"type":"text","text":"A-1017"}]';
  const words = '"type":"text","text":{"body":"We have received your answer."}';
  const reply = '{"from":"923001234567","type":"text","text":"Shukria!"}';
  return [
    '',
    '  Send a chat message, and see it on the phone:',
    '',
    `    curl "${demo.baseUrl}/api/send.php" -d api_key=${demo.apiKey} \\`,
    `      -d template_id=${first.id} --data-urlencode 'template_data=${entry(values)}'`,
    '',
    `    the phone http://127.0.0.1:${managementPort}/`,
    '',
    '  Write back from the phone, then answer in your own words:',
    '',
    `    curl http://127.0.0.1:${managementPort}/reply -d '${reply}'`,
    `    curl "${demo.baseUrl}/api/send.php" -d api_key=${demo.apiKey} \\`,
    `      --data-urlencode 'free_form=${entry(words)}'`,
    '',
    '  Connect another number in the portal, under “WhatsApp numbers”: the platform’s dialogue is',
    '  simulated. Or by IDs and a token:',
    '',
    `    business account ID ${free?.business ?? access.business}`,
    `    phone number ID     ${free?.phoneNumberId ?? access.phoneNumberId}`,
    `    access token        ${access.token}`,
    `    app secret          ${access.appSecret}`,
  ];
}

function describeReply(demo: Demo, [operator]: readonly Simulator[]): readonly string[] {
  if (operator === undefined) return [];
  const { shortCode } = demo.senders;
  const reply = `{"source":"923001234567","destination":"${shortCode}","text":"Shukria!"}`;
  return [
    '  Write back from the phone, and read it:',
    '',
    `    curl http://127.0.0.1:${operator.managementPort}/deliver -d '${reply}'`,
    `    curl ${demo.baseUrl}/v1/replies -H "Authorization: Bearer ${demo.apiKey}"`,
    '',
  ];
}

function describeDirectoryLines({ managementPort }: DemoDirectory): readonly string[] {
  return [
    '',
    `  With -d ported=1 the number directory is queried; ${PORTED_NUMBER} has left Jazz for Zong:`,
    '',
    `    directory http://127.0.0.1:${managementPort}/`,
  ];
}
