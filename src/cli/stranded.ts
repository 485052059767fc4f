/** What a change to the routing would strand, in sentences, before it is made. */
import type { AccountId, LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { findLostWays, type LostWay, type Plan } from '../domain/routing/lost-ways.ts';
import { countOfAccount, countOfSender, countWaiting } from '../store/queue/look-at-queue.ts';
import { readRouting } from '../store/settings/read-routing.ts';
import type { Line } from './command.ts';

/** The year 9999: what is held back until a time waits as well. */
const END_OF_TIME_MS = 253_370_764_800_000;

/**
 * A sentence for all that would lose its last way, by what becomes of it, and one for what waits.
 * @param change what the routing would be
 * @param waitsFor the link of the change; undefined: it has none of its own
 */
export async function tellStranded(
  line: Line,
  change: (plan: Plan) => Plan,
  waitsFor?: LinkId,
): Promise<readonly string[]> {
  const plan = await readRouting(line.reader, 0);
  if (plan === undefined) return [];
  const lost = findLostWays(plan, change(plan));
  if (lost.length === 0) return [];
  const waiting = waitsFor === undefined ? [] : await tellWaiting(line, waitsFor);
  const sentences = new Map<string, string[]>();
  for (const way of lost) {
    const [who, fate] = tell(way);
    const name = plan.operatorNames.get(way.operatorId) ?? `operator ${way.operatorId}`;
    sentences.set(`${who}\0${fate}`, [...(sentences.get(`${who}\0${fate}`) ?? []), name]);
  }
  const told = [...sentences].map(([words, names]) =>
    words.replace('\0', ` to ${names.join(', ')}`),
  );
  return [...told, ...waiting];
}

/** What stands before and after the names of operators. */
function tell(way: LostWay): readonly [string, string] {
  const { accountId, senderRoutes, category, wouldWait } = way;
  const types = senderRoutes.length === 3 ? '' : ` from ${senderRoutes.join(' and ')} senders`;
  const kind = category === undefined ? 'Messages' : `${capital(category)} messages`;
  const of = accountId === undefined ? '' : ` of account ${accountId}`;
  const fate = wouldWait
    ? 'wait and then expire: their only links are disabled'
    : 'be refused: no route leads there any more';
  return [`${kind}${of}`, `${types} would ${fate}.`];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** How many messages wait for a link; empty: none. */
export async function tellWaiting({ reader }: Line, linkId: LinkId): Promise<readonly string[]> {
  const most = limit('rowsSearched');
  const count = await countWaiting(reader, [linkId], { most, dueByMs: END_OF_TIME_MS });
  return count === 0 ? [] : [`${countWords(count)} for it now.`];
}

/** What of an account waits and would be given up; empty: nothing. */
export async function tellGivenUp(
  { reader }: Line,
  accountId: AccountId,
): Promise<readonly string[]> {
  const count = await countOfAccount(reader, accountId, limit('rowsSearched'));
  return count === 0 ? [] : [`${countWords(count)} and would be rejected; nothing is charged.`];
}

/** What an unshared name takes from accounts. */
export async function tellUnshared({ reader }: Line, name: string): Promise<readonly string[]> {
  const { messages, accounts } = await countOfSender(reader, name, limit('rowsSearched'));
  const taken = `${name} would be taken from every account: sends by it would be refused.`;
  if (messages === 0) return [taken];
  const whose = accounts === 1 ? '1 account' : `${accounts} accounts`;
  const under = `under it, of ${whose}, and would be rejected; nothing is charged.`;
  return [taken, `${countWords(messages)} ${under}`];
}

function countWords(count: number): string {
  if (count === 1) return '1 message waits';
  const most = limit('rowsSearched');
  return count === most ? `${most} messages or more wait` : `${count} messages wait`;
}
