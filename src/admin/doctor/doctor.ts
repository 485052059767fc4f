/** Looks at everything that messages depend on and says in sentences what is wrong. */
import { checkChatEvents } from './check-chat-events.ts';
import { checkChat } from './check-chat.ts';
import { checkClock, checkDisk, checkMigrations } from './check-database.ts';
import { checkRoles, checkSettings } from './check-database.ts';
import { checkHosts } from './check-hosts.ts';
import { checkMasterKey } from './check-keys.ts';
import { checkLinks, checkNodes, checkOperators } from './check-links.ts';
import { checkProxies } from './check-proxies.ts';
import { checkPartitions, checkQueue } from './check-queue.ts';
import { checkReader } from './check-reader.ts';
import { fault, type Finding, type Patient } from './finding.ts';

export type { Finding, Patient } from './finding.ts';

type Check = (patient: Patient) => Promise<readonly Finding[]>;

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
export async function examine(patient: Patient): Promise<readonly Finding[]> {
  const first: Finding[] = [];
  for (const check of FIRST) first.push(...(await check(patient)));
  if (first.some(({ verdict }) => verdict === 'fault')) return first;
  const then = Object.entries(THEN).map(([subject, check]) => attempt(subject, check, patient));
  return [...first, ...(await Promise.all(then)).flat()];
}

/** A check that breaks is a finding, not the end of the examination. */
async function attempt(
  subject: string,
  check: Check,
  patient: Patient,
): Promise<readonly Finding[]> {
  try {
    return await check(patient);
  } catch (error) {
    return [fault(subject, `It could not be looked at: ${String(error)}.`)];
  }
}
