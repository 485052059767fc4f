/** Warns, before a change is made, about messages it would leave without a route. */
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { strandedBy, type Stranded, type Plan } from '../../domain/routing/stranded.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { countOfAccount, countOfSender, countWaiting } from '../../store/queue/look-at-queue.ts';
import { readRouting } from '../../store/snapshots/routing-snapshots.ts';

/** The year 9999: messages held back until some time are waiting as well. */
const END_OF_TIME_MS = 253_370_764_800_000;

type FromReader = { readonly reader: Reader };

/**
 * A sentence for each kind of message that would lose its last link, and one for those already
 * waiting.
 * @param change the routing after the change
 * @param waitsFor the change's link, if it has one
 */
export async function findStranded(
  { reader }: FromReader,
  change: (plan: Plan) => Plan,
  waitsFor?: LinkId,
): Promise<readonly string[]> {
  const plan = await readRouting(reader, 0);
  if (plan === undefined) return [];
  const lost = strandedBy(plan, change(plan));
  if (lost.length === 0) return [];
  const waiting = waitsFor === undefined ? [] : await findWaiting(reader, waitsFor);
  const sentences = new Map<string, string[]>();
  for (const way of lost) {
    const [who, fate] = describe(way);
    const name = plan.operatorNames.get(way.operatorId) ?? `operator ${way.operatorId}`;
    sentences.set(`${who}\0${fate}`, [...(sentences.get(`${who}\0${fate}`) ?? []), name]);
  }
  const described = [...sentences].map(([words, names]) =>
    words.replace('\0', ` to ${names.join(', ')}`),
  );
  return [...described, ...waiting];
}

/** The words before and after the operators' names. */
function describe(way: Stranded): readonly [string, string] {
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

/** How many messages wait for a link; empty if none do. */
export async function findWaiting(reader: Reader, linkId: LinkId): Promise<readonly string[]> {
  const most = limit('rowsSearched');
  const count = await countWaiting(reader, { links: [linkId], most, dueByMs: END_OF_TIME_MS });
  return count === 0 ? [] : [`${countWords(count)} for it now.`];
}

/** Which of an account's waiting messages would be rejected; empty if none. */
export async function findRejected(
  { reader }: FromReader,
  accountId: AccountId,
): Promise<readonly string[]> {
  const count = await countOfAccount(reader, { accountId, most: limit('rowsSearched') });
  return count === 0 ? [] : [`${countWords(count)} and would be rejected and not charged.`];
}

/** What accounts lose when a name is no longer shared. */
export async function findUnshared(
  { reader }: FromReader,
  name: string,
): Promise<readonly string[]> {
  const { messages, accounts } = await countOfSender(reader, { name, most: limit('rowsSearched') });
  const taken = `${name} would be withdrawn from every account: sends with it would be refused.`;
  if (messages === 0) return [taken];
  const whose = accounts === 1 ? '1 account' : `${accounts} accounts`;
  const under = `under it, of ${whose}, and would be rejected and not charged.`;
  return [taken, `${countWords(messages)} ${under}`];
}

function countWords(count: number): string {
  if (count === 1) return '1 message waits';
  const most = limit('rowsSearched');
  return count === most ? `${most} messages or more wait` : `${count} messages wait`;
}
