/** The queue: what waits for each link, giving it up, and moving it to another link. */
import { writeRupees } from '../../domain/pricing/money.ts';
import { limit } from '../../domain/limits.ts';
import {
  expireQueue,
  listQueueLines,
  measureQueue,
  moveQueue,
  type QueueChoice,
  showQueue,
} from './staff-queue.sql.ts';
import { changed, refuse } from '../../operations/admin.ts';
import {
  argument,
  findQueueLink,
  forAccount,
  limitOf,
  queueLink,
} from '../../operations/fields.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { operation, query, type OperationContext } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';

const LINK = argument('LINK', queueLink);
const STAYS = 'must be a link to an operator, as the other: chat messages stay with their number';

export const queueList = query({
  name: 'queue list',
  about: 'Shows how many messages wait for each link, and since when the first is due.',
  input: {},
  async read({ reader }) {
    const lines = await listQueueLines(reader);
    const data = lines.map(({ oldestMs, ...line }) => ({
      link: line.link ?? 'none',
      codes: line.codes,
      others: line.others,
      later: line.later,
      in_hands: line.inHands,
      first_due: oldestMs === undefined ? null : at(oldestMs),
    }));
    return { data, empty: 'Nothing waits.' };
  },
});

export const queueShow = query({
  name: 'queue show',
  about:
    'Lists the messages that wait for a link or a chat number, the next to leave first, and why ' +
    'they wait.',
  input: { link: LINK, accountId: forAccount, most: limitOf(50) },
  async read({ reader }, { link: name, accountId, most }) {
    const { id } = await findQueueLink(reader, name);
    const entries = await showQueue(reader, { linkId: id, accountId, most });
    const data = entries.map((entry) => ({
      id: entry.messageId,
      account: entry.accountId,
      recipient: entry.recipient,
      due_at: at(entry.dueAtMs),
      expires_at: at(entry.expiresAtMs),
      attempts: entry.attempt,
      why: whyOf(entry),
    }));
    const note = data.length < most ? undefined : 'More may wait: --limit NUMBER.';
    return { data, empty: 'Nothing waits for it.', note };
  },
});

function whyOf({
  inHands,
  isLost,
  lastReason,
  lastStatus,
}: Awaited<ReturnType<typeof showQueue>>[number]): string | null {
  if (inHands) return 'is being sent';
  if (isLost) return 'its answer was lost';
  if (lastReason === undefined) return null;
  return lastStatus ? `${lastReason} (0x${lastStatus.toString(16)})` : lastReason;
}

export const queueExpire = operation({
  name: 'queue expire',
  about:
    'Gives up what waits for a link or a chat number: reported as EXPIRED, its price given back. ' +
    'Asks first. What is due later, is being sent, or has an unexplained attempt, stays.',
  audit: 'queue.expire',
  raises: 'nothing',
  input: { link: LINK, accountId: forAccount },
  warn: (context, input) => concerned(context, input, 'expire'),
  async work(transaction, { link: name, accountId }, { clock }) {
    const chosen = await findQueueLink(transaction, name);
    const ask = { linkId: chosen.id, accountId, most: limit('staffQueue'), atMs: clock.nowMs() };
    const messages = await expireQueue(transaction, ask);
    return changed(messages, { link: name, accountId, messages });
  },
  show: (messages, { link: name }) => ({
    data: { link: name, expired: messages },
    note: noteOf(messages, 'They are reported as EXPIRED within half a minute.'),
  }),
});

export const queueMove = operation({
  name: 'queue move',
  about:
    'Moves what waits for a link to another one, whatever the rules say. Asks first. What is ' +
    'due later, what an operator may have in part, and chat messages, stay.',
  audit: 'queue.move',
  raises: 'nothing',
  input: { link: LINK, to: argument('TO', queueLink), accountId: forAccount },
  warn: (context, input) => concerned(context, input, 'move'),
  async work(transaction, { link: name, to, accountId }, { clock }) {
    const chosen = await findQueueLink(transaction, name);
    const target = await findQueueLink(transaction, to);
    if (chosen.isChat || target.isChat) return refuse('link', STAYS);
    if (target.id === chosen.id) return refuse('to', 'must be another link');
    if (!target.enabled) return refuse('to', 'must be enabled: see "paigham link enable"');
    const ask = { linkId: chosen.id, accountId, most: limit('staffQueue'), atMs: clock.nowMs() };
    const messages = await moveQueue(transaction, { ...ask, toLinkId: target.id });
    return changed(messages, { link: name, to, accountId, messages });
  },
  show: (messages, { link: name, to }) => ({
    data: { from: name, to, moved: messages },
    note: noteOf(messages, 'Their rules may move them on when that link goes down.'),
  }),
});

async function concerned(
  { reader }: OperationContext,
  input: { readonly link: string } & Pick<QueueChoice, 'accountId'>,
  what: 'expire' | 'move',
): Promise<readonly string[]> {
  const { id: linkId } = await findQueueLink(reader, input.link);
  const most = limit('staffQueue');
  const ask = { linkId, accountId: input.accountId, most };
  const { messages, reservedMicros } = await measureQueue(reader, ask, what);
  // Without a question nothing is done: more might have come until then.
  if (messages === 0) {
    const may = what === 'expire' ? 'given up' : 'moved';
    throw new Refusal(
      `Nothing waits for ${input.link} that may be ${may}: see "paigham queue show ${input.link}".`,
    );
  }
  const count = messages === 1 ? '1 message' : `${messages} messages`;
  const money = `Rs ${writeRupees(reservedMicros)} set aside`;
  const then = what === 'expire' ? 'are given up, and that comes back' : 'go by the other link';
  const rest = messages >= most ? ' That is the most for one go: repeat it for the rest.' : '';
  return [`${count}, with ${money}, ${then}.${rest}`];
}

function noteOf(messages: number, then: string): string {
  if (messages === 0) return 'Nothing was waiting that may be changed.';
  return messages >= limit('staffQueue') ? `${then} There may be more: repeat it.` : then;
}
