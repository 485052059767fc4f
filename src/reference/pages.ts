/**
 * The pages of docs/generated, each written from the data that the program itself uses. A test
 * fails when one is stale; `npm run generate` rewrites them.
 */
import { API_FAILURES } from '../domain/failure/api-failures.ts';
import { CHAT_ADMIN_FAILURES, CHAT_FAILURES } from '../domain/failure/chat-failures.ts';
import type { Failure, FailureCode } from '../domain/failure/failure.ts';
import { FILE_FAILURES } from '../domain/failure/file-failures.ts';
import { MESSAGE_FAILURES } from '../domain/failure/message-failures.ts';
import { REQUEST_FAILURES } from '../domain/failure/request-failures.ts';
import { LIMITS } from '../domain/limits.ts';
import {
  mayMove,
  MESSAGE_STATES,
  type MessageState,
  REPORT_WORDS,
} from '../domain/message/message.ts';
import { wordOf } from '../domain/message/report.ts';
import { defaultText } from '../kit/config-help.ts';
import { rules } from '../kit/config-rules.ts';
import { secretSettings, type Setting, settings } from '../kit/config-schema.ts';
import { describeType } from '../kit/config.ts';

/** Writes a Markdown table: one line per row, so that a change of one row changes one line. */
function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Section 7 of the SMS interface, where code 3 is reserved and never used; codes from 20 are those
 * of the chat service alone.
 */
const codeMeanings: Readonly<Record<FailureCode, string>> = {
  '1': 'API key invalid, expired, or account disabled',
  '2': 'API key empty',
  '4': 'Sender ID empty',
  '5': 'Recipient empty',
  '6': 'Message empty',
  '7': 'Invalid recipient number',
  '8': 'Insufficient credit',
  '9': 'SMS rejected',
  '12': 'Request rejected; the sentence says why',
  '20': 'Chat: template missing or unknown',
  '21': 'Chat: template not approved',
  '22': 'Chat: values do not match the template',
  '23': 'Chat: the user has not written within 24 hours',
  '24': 'Chat: recipient opted out',
  '25': 'Chat: media refused',
  '26': 'Chat: sending number unknown',
  '27': 'Chat: refused by the platform',
};

const code = (text: string): string => `\`${text}\``;
const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

function requestRow([reason, failure]: readonly [string, Failure]): readonly string[] {
  const { httpStatus, sentence, permanent, billable, alarm, retryAfterSeconds } = failure;
  return [
    code(reason),
    failure.code,
    String(httpStatus),
    sentence,
    yesOrNo(permanent),
    retryAfterSeconds === undefined ? '' : `${retryAfterSeconds} s`,
    yesOrNo(billable),
    yesOrNo(alarm),
  ];
}

function messageRow([reason, failure]: readonly [string, Failure]): readonly string[] {
  const { sentence, permanent, billable, alarm } = failure;
  return [code(reason), sentence, yesOrNo(permanent), yesOrNo(billable), yesOrNo(alarm)];
}

/** Markdown. */
function writeErrorsPage(): string {
  return `# Errors

Every way a request or message can fail. \`{name}\` stands for a detail that is filled in.
*Permanent*: a retry would fail again. *Billable*: the account still pays. *Alarm*: the
operator of the service must act.

## Codes

Code 3 is reserved and never used.

${writeTable(['code', 'meaning'], Object.entries(codeMeanings))}

## Refused requests

Roughly in the order of the checks; the first that fails is the answer, as
\`<code> : <sentence>\` or the same in JSON or XML.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(REQUEST_FAILURES).map(requestRow),
)}

## Files

Errors in the link, file or rows of a personalised send, in addition to those above.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(FILE_FAILURES).map(requestRow),
)}

## Chat interface

In addition: a refused entry carries its sentence in its own element of \`results\`; the other
entries continue.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(CHAT_FAILURES).map(requestRow),
)}

## JSON API

\`/v1\` answers with \`application/problem+json\`; its \`code\` is the reason.
These are in addition to the errors above.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries({ ...API_FAILURES, ...CHAT_ADMIN_FAILURES }).map(requestRow),
)}

## Accepted messages

The sentence is the \`reason\` in the delivery report.

${writeTable(
  ['reason', 'sentence', 'permanent', 'billable', 'alarm'],
  Object.entries(MESSAGE_FAILURES).map(messageRow),
)}
`;
}

const limits = Object.entries(LIMITS);
const withCommas = new Intl.NumberFormat('en-GB');

/** The unit of a limit whose name ends with it: `headerBytes` counts bytes. */
function unitOf(name: string): string {
  return /(Ms|Hours|Days|Bytes|Characters)$/.exec(name)?.[0].toLowerCase() ?? '';
}

/** In a unit that people read: `16 MB`. */
function boundOf(name: string, value: number): string {
  const isBytes = name.endsWith('Bytes');
  if (isBytes && value % 2 ** 20 === 0) return `${value / 2 ** 20} MB`;
  return isBytes && value % 1_024 === 0
    ? `${value / 1_024} kB`
    : `${withCommas.format(value)} ${unitOf(name)}`.trim();
}

function limitRow([name, { value, why }]: (typeof limits)[number]): readonly string[] {
  return [`\`${name}\``, `${withCommas.format(value)} ${unitOf(name)}`.trim(), why];
}

/** What callers come to, in their words. */
const CALLERS_LIMITS: readonly (readonly [
  title: string,
  rows: readonly (readonly [words: string, name: keyof typeof LIMITS])[],
])[] = [
  [
    'A request',
    [
      ['Recipients of one request', 'recipientsPerRequest'],
      ['The body of a send of the SMS or chat interface', 'bodyBytes'],
      ['A body at the other paths of these interfaces', 'freeBodyBytes'],
      ['The body of a request of `/v1`, but for files', 'apiBodyBytes'],
      ['The address and headers together: about 1,200 numbers in a GET', 'headerBytes'],
      ['The value of one parameter, but for lists of recipients', 'parameterValueBytes'],
      ['Variables of one `message`', 'messageKeys'],
      ['An idempotency key', 'idempotencyKeyCharacters'],
      ['How long it is remembered', 'idempotencyHours'],
    ],
  ],
  [
    'A text, and how long it lives',
    [
      ['Parts of one text', 'partsPerMessage'],
      ['A variable, unless the template says otherwise', 'variableCharacters'],
      ['How far ahead a message may be scheduled', 'scheduleHours'],
      ['How long a text may wait to leave, unless agreed otherwise', 'validityHours'],
      ['How long a receipt is waited for; then the message is `UNKNOWN`', 'receiptHours'],
    ],
  ],
  [
    'A chat message',
    [
      ['Buttons of a template: 2 websites, 1 call, 10 quick replies', 'chatButtons'],
      ['The header of a template, in text', 'chatHeaderCharacters'],
      ['The body with its values', 'chatBodyCharacters'],
      ['A text in free form', 'chatTextCharacters'],
      ['A caption', 'chatCaptionCharacters'],
      ['A picture', 'chatImageBytes'],
      ['A video', 'chatVideoBytes'],
      ['An audio file', 'chatAudioBytes'],
      ['Any other file', 'chatDocumentBytes'],
      ['Free form after the last message of a person', 'chatWindowHours'],
    ],
  ],
  [
    'What comes back',
    [
      ['Results in the answer to a send', 'resultsPerAnswer'],
      ['Recipients on one page of a delivery report', 'reportLines'],
      ['Items on one page of a list of `/v1`', 'pageItems'],
      ['Days that `/v1/usage` adds up', 'usageDays'],
      ['Days for which events are recorded after you last asked', 'eventListenDays'],
      ['Streams of events of one account', 'accountStreams'],
      ['How long a replaced secret of a webhook still signs', 'webhookOldSecretHours'],
      ['A webhook that fails for so long is paused', 'webhookFailingDays'],
    ],
  ],
  [
    'An account',
    [
      ['Valid API keys', 'accountKeys'],
      ['Webhooks', 'accountWebhooks'],
      ['Domains of its own', 'accountHosts'],
      ['Wordings of one template', 'templateVersions'],
      ['Numbers of one look-up', 'lookupNumbers'],
      ['Numbers of one import of opt-outs', 'optoutsImported'],
      ['Wrong keys a minute from one address', 'wrongKeysPerMinute'],
    ],
  ],
];

/** Markdown. */
function writeLimitsPage(): string {
  const tables = CALLERS_LIMITS.map(([title, rows]) => {
    const shown = rows.map(([words, name]) => [words, boundOf(name, LIMITS[name].value)]);
    return `## ${title}\n\n${writeTable(['', 'at most'], shown)}`;
  });
  return `# Limits

What is larger is refused with a sentence that states the limit, and nothing of it is done. How many
requests a second are taken is said where each interface is described.

${tables.join('\n\n')}
`;
}

function writeBoundsPage(): string {
  return `# Bounds

Every bound of the service and its reason, for those who run and change it; [limits](limits.md)
has what callers come to. They are in \`src/domain/limits.ts\` and \`src/domain/limits/\`, not
settings: what is refused is part of the interface.

${writeTable(['name', 'bound', 'why'], limits.map(limitRow))}
`;
}

const inCode = (text: string): string => (text === '' ? '' : `\`${text}\``);

const settingsHead = ['name', 'option', 'type', 'default', 'what it does'];

function settingRow(setting: Setting): readonly string[] {
  const { env, flag = '', schema } = setting;
  const fallback = inCode(defaultText(setting));
  return [inCode(env), inCode(flag), describeType(schema), fallback, schema.description];
}

/** Markdown. */
function writeSettingsPage(): string {
  return `# Settings

A setting is given in one of three ways. The first of them that has it wins:

- an option of \`bin/start\`: \`--port 8080\`;
- a variable with a prefix: \`PAIGHAM_PORT=8080\`. Without it, \`PORT\` is read too;
- a line of the file that the variable \`PAIGHAM_SETTINGS\` names: \`PORT=8080\`, with or without
  the prefix. Lines that begin with \`#\` are comments; \`"\` around a value keeps its blanks.

For \`true\` also \`yes\`, \`on\` and \`1\` can be written, for \`false\` also \`no\`, \`off\`
and \`0\`. Relative paths are those of the folder where the command is given, wherever they are
written. An empty value counts as absent.

Startup stops on wrong settings, on unknown names in the file and on an option that is given twice,
and reports all of them at once; combinations are judged once each setting is right.
It warns of unknown \`PAIGHAM_…\` variables.

${writeTable(settingsHead, settings.map(settingRow))}

## Secrets

Variables or lines of the settings file, never options: any user of a machine can read the command
lines of its programs. The value can also be in a file of its own, for each of them:
\`PAIGHAM_DATABASE_URL_FILE=/run/secrets/database-url\`. A line break at its end is cut.
\`MASTER_KEY_FILE\` is stricter, see above.

${writeTable(
  ['name', 'what it is'],
  secretSettings.map(({ env, schema }) => [inCode(env), schema.description]),
)}

## Combinations that are refused

${writeTable(
  ['when', 'message'],
  rules.map(({ when, sentence }) => [when === 'always' ? 'always' : '`--production`', sentence]),
)}
`;
}

const states = Object.keys(MESSAGE_STATES) as readonly MessageState[];

const meanings: Readonly<Record<MessageState, string>> = {
  waiting: 'accepted, its price reserved; no operator has taken all of it yet',
  held: 'the chat platform has taken it and holds it back: it may still send it, or fail it',
  sent: 'the operator has taken every part and has not sent a final receipt',
  unknown: 'the operator never reported the outcome, or its answer to us was lost',
  delivered: 'it arrived, says the operator; `level` says where: at its network or the handset',
  failed: 'it did not reach the handset',
  rejected: 'refused by the operator, or revoked while it waited',
  cancelled: 'its account cancelled it before it left, and its price came back',
  expired: 'its validity ended, in our queue or at the operator',
};

function stateRow(state: MessageState): readonly string[] {
  const next = states.filter((to) => mayMove(state, to));
  const moves = next.length === 0 ? 'none: it is final' : next.join(', ');
  return [REPORT_WORDS[state], state, storedAs(state), meanings[state], moves];
}

/** What is told apart by its reason alone: older nodes know no such states. */
const BY_REASON: Readonly<Partial<Record<MessageState, string>>> = {
  cancelled: `${MESSAGE_STATES.rejected}, reason cancelled`,
  held: `${MESSAGE_STATES.sent}, reason platform_holds or platform_holds_paused`,
};

const storedAs = (state: MessageState): string => BY_REASON[state] ?? String(MESSAGE_STATES[state]);

/** Batches of three that show each rule of `wordOf`. */
const batches: readonly (readonly [MessageState, MessageState, MessageState])[] = [
  ['waiting', 'sent', 'delivered'],
  ['sent', 'delivered', 'failed'],
  ['held', 'sent', 'delivered'],
  ['delivered', 'delivered', 'delivered'],
  ['failed', 'rejected', 'expired'],
  ['unknown', 'unknown', 'unknown'],
  ['delivered', 'delivered', 'failed'],
  ['delivered', 'delivered', 'unknown'],
  ['cancelled', 'cancelled', 'cancelled'],
  ['delivered', 'delivered', 'cancelled'],
];

function batchRow(batch: readonly MessageState[]): readonly string[] {
  const counts = new Map(
    [...Map.groupBy(batch, (state) => state)].map(([state, { length }]) => [state, length]),
  );
  const report = { id: 0, total: batch.length, counts, messages: [], page: 1 };
  return [batch.map((state) => REPORT_WORDS[state]).join(', '), wordOf(report)];
}

/** Markdown. */
function writeStatesPage(): string {
  return `# States of a message

States only move forward. A later receipt that would move one back is stored and changes nothing.

${writeTable(
  ['in reports', 'in the code', 'stored as', 'what it means', 'may become'],
  states.map(stateRow),
)}

## The state of a batch

PENDING while any message waits, else SENT while any is open, else their common outcome.

${writeTable(['messages of the batch', 'its state'], batches.map(batchRow))}
`;
}

type Page = {
  /** Its name in docs/generated. */
  readonly file: string;
  write(): string;
};

const note = '<!-- Generated by `npm run generate`: change its source, not this file. -->\n\n';

/** The whole text of a page as it should be in docs/generated. */
export function render(page: Page): string {
  return note + page.write();
}

export const pages: readonly Page[] = [
  { file: 'errors.md', write: writeErrorsPage },
  { file: 'bounds.md', write: writeBoundsPage },
  { file: 'limits.md', write: writeLimitsPage },
  { file: 'settings.md', write: writeSettingsPage },
  { file: 'states.md', write: writeStatesPage },
];
