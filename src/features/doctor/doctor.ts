/** Checks everything that messages depend on, and says in sentences what is wrong. */
import { checkChat, checkChatEvents } from './check-chat.ts';
import { checkClock, checkDisk, checkMigrations } from './check-database.ts';
import { checkRoles, checkSettings } from './check-database.ts';
import { checkEvents } from './check-events.ts';
import { checkHosts } from './check-hosts.ts';
import { checkCodes, checkMail } from './check-mail.ts';
import { checkMasterKey } from './check-keys.ts';
import { checkLinks, checkNodes, checkOperators } from './check-links.ts';
import { checkProxies, checkReader } from './check-network.ts';
import { checkOddities } from './check-oddities.ts';
import { checkPayments } from './check-payments.ts';
import { checkPartitions, checkQueue } from './check-queue.ts';
import { checkTraffic } from './check-traffic.ts';
import { query } from '../../operations/operation.ts';
import { fault, type Finding, type CheckContext } from './finding.ts';

type Check = (context: CheckContext) => Promise<readonly Finding[]>;

/** Nothing else can be checked without these. */
const FIRST: Readonly<Record<string, Check>> = {
  database: checkSettings,
  migrations: checkMigrations,
};

const THEN: Readonly<Record<string, Check>> = {
  'database roles': checkRoles,
  clock: checkClock,
  disk: checkDisk,
  'master key': checkMasterKey,
  nodes: checkNodes,
  proxies: checkProxies,
  links: checkLinks,
  traffic: checkTraffic,
  operators: checkOperators,
  'operators’ PDUs': checkOddities,
  chat: checkChat,
  domains: checkHosts,
  queue: checkQueue,
  days: checkPartitions,
  'chat webhook': checkChatEvents,
  events: checkEvents,
  files: checkReader,
  mail: checkMail,
  codes: checkCodes,
  payments: checkPayments,
};

/** These call on operators, start a process or write: too much for every minute. */
const LOUD = new Set(['links', 'files', 'database roles']);

export type Examined = { readonly check: string; readonly findings: readonly Finding[] };

/** All findings, in the order in which a person would check. */
export async function examine(context: CheckContext): Promise<readonly Finding[]> {
  return (await examineEach(context, Object.entries(THEN))).flatMap(({ findings }) => findings);
}

/** What monitoring asks for again and again: without the checks that others would notice. */
export function examineQuietly(context: CheckContext): Promise<readonly Examined[]> {
  const quiet = Object.entries(THEN).filter(([check]) => !LOUD.has(check));
  return examineEach(context, quiet);
}

async function examineEach(
  context: CheckContext,
  then: readonly (readonly [string, Check])[],
): Promise<readonly Examined[]> {
  const first: Examined[] = [];
  for (const [check, run] of Object.entries(FIRST)) {
    first.push({ check, findings: await run(context) });
  }
  if (first.some(({ findings }) => findings.some(({ verdict }) => verdict === 'fault'))) {
    return first;
  }
  const others = then.map(async ([check, run]) => {
    return { check, findings: await attempt(check, run, context) };
  });
  return [...first, ...(await Promise.all(others))];
}

/** A check that fails is a finding, not the end of the examination. */
async function attempt(
  subject: string,
  check: Check,
  context: CheckContext,
): Promise<readonly Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    return [fault(subject, `It could not be checked: ${String(error)}.`)];
  }
}

const MARKS = { fine: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

export const doctor = query({
  name: 'doctor',
  about: 'Checks database, keys, links, prices, queue and disk, and says what is wrong.',
  input: {},
  async read({ check }) {
    const findings = await examine(check);
    const lines = findings.map((it) => `${MARKS[it.verdict]}  ${it.subject}: ${it.sentence}`);
    const faults = findings.filter(({ verdict }) => verdict === 'fault').length;
    const warnings = findings.filter(({ verdict }) => verdict === 'warning').length;
    const isWell = faults + warnings === 0;
    const note = isWell ? 'Nothing is wrong.' : `Faults: ${faults}. Warnings: ${warnings}.`;
    return { data: findings, sections: [lines.join('\n')], note, isBad: faults > 0 };
  },
});
