/** Looks at everything that messages depend on and says in sentences what is wrong. */
import { checkChat, checkChatEvents } from './check-chat.ts';
import { checkClock, checkDisk, checkMigrations } from './check-database.ts';
import { checkRoles, checkSettings } from './check-database.ts';
import { checkHosts } from './check-hosts.ts';
import { checkMasterKey } from './check-keys.ts';
import { checkLinks, checkNodes, checkOperators } from './check-links.ts';
import { checkProxies, checkReader } from './check-network.ts';
import { checkPartitions, checkQueue } from './check-queue.ts';
import { query } from '../operation.ts';
import { fault, type Finding, type CheckContext } from './finding.ts';

type Check = (context: CheckContext) => Promise<readonly Finding[]>;

/** Without these nothing else can be looked at. */
const FIRST: readonly Check[] = [checkSettings, checkMigrations];

const THEN: Readonly<Record<string, Check>> = {
  'database roles': checkRoles,
  clock: checkClock,
  disk: checkDisk,
  'master key': checkMasterKey,
  nodes: checkNodes,
  proxies: checkProxies,
  links: checkLinks,
  operators: checkOperators,
  chat: checkChat,
  domains: checkHosts,
  queue: checkQueue,
  days: checkPartitions,
  'chat webhook': checkChatEvents,
  files: checkReader,
};

/** All findings, in the order in which somebody would look. */
export async function examine(context: CheckContext): Promise<readonly Finding[]> {
  const first: Finding[] = [];
  for (const check of FIRST) first.push(...(await check(context)));
  if (first.some(({ verdict }) => verdict === 'fault')) return first;
  const then = Object.entries(THEN).map(([subject, check]) => attempt(subject, check, context));
  return [...first, ...(await Promise.all(then)).flat()];
}

/** A check that breaks is a finding, not the end of the examination. */
async function attempt(
  subject: string,
  check: Check,
  context: CheckContext,
): Promise<readonly Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    return [fault(subject, `It could not be looked at: ${String(error)}.`)];
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
