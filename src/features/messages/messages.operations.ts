/** Messages, as staff see them: never their texts. Looking is audited. */
import { messageIdKey } from '@paigham/smpp';
import type { AccountId, MessageId } from '../../domain/ids.ts';
import { moneyStandingOf, type MessageLife } from '../../domain/message/life.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { ReportedMessage } from '../../domain/message/report.ts';
import { stampInZone } from '../../domain/policy/hours.ts';
import { firstIdAt, timeOfId } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import { findKeptBatch } from '../../store/reports/read-batches.ts';
import { readLife } from './message-life.sql.ts';
import { readMessageReport } from '../../store/reports/message-reports.ts';
import {
  findByOperatorKeys,
  findOwner,
  searchMessages,
  type ListedMessage,
  type MessageSearch,
  type NamedMessage,
} from './search-messages.sql.ts';
import { readLinkHealth } from '../links/links.sql.ts';
import { listOperators } from '../operators/operators.sql.ts';
import { findStrangeName } from './message-names.ts';
import { noteLook, type Admin } from '../../operations/admin.ts';
import { findNamedOperator } from '../../operations/named-fields.ts';
import {
  account,
  argument,
  checkSpan,
  limitOf,
  option,
  queueLink,
  span,
  text,
} from '../../operations/fields.ts';
import {
  explainReason,
  messageId,
  number,
  PART_NEEDS,
  messageState,
  showMessageId,
  STATE_WORDS,
  whyItWaits,
  wordOf,
} from './message-words.ts';
import { query, type Filled } from '../../operations/operation.ts';
import { at, more, showTime, type RawFields } from '../../operations/show.ts';

/** Which messages, without the number of rows. */
type Place = Omit<MessageSearch, 'most'>;

export const SEARCH = {
  sought: option(
    'number',
    number,
    'to this phone or chat user, from every account; of an account, or since a time, some digits ' +
      'are enough',
  ),
  accountId: option('account', account, 'of this account'),
  id: option('id', messageId, 'the id that a send returned: of a message or a batch'),
  operatorId: option('operator-id', text('ID'), 'the id that an operator gave it, or a part of it'),
  state: option('state', messageState, `one of ${STATE_WORDS.join(', ')}`),
  operator: option('operator', text('NAME'), 'to numbers of this operator'),
  link: option('link', queueLink, 'by this link or chat number'),
  sender: option('sender', text('SENDER'), 'from this sender'),
  reason: option(
    'reason',
    text('REASON'),
    'that ended or wait for this reason: operator_throttled',
  ),
  ...span,
  beforeId: option('before', messageId, 'older than this message'),
};

export const messageList = query({
  name: 'message list',
  about:
    'Lists messages, SMS and chat (WhatsApp), newest first: of a number, an account, an id, or ' +
    'of all since a time. Each look-up is recorded in the audit log.',
  input: { ...SEARCH, most: limitOf(50) },
  async read({ reader, admin }, input) {
    const place = await placeOf(reader, input);
    const { most } = input;
    const { messages, stoppedAt } = await searchMessages(reader, { ...place, most });
    await noteSearch(admin, place, messages);
    return {
      data: messages.map(rowOf),
      empty: 'No messages found.',
      ...more(messages, most),
      ...(stoppedAt === undefined ? {} : { note: describeStop(stoppedAt) }),
    };
  },
});

type NotedSearch = Omit<MessageSearch, 'most'>;

/** One line for each account that something was shown of: each sees who looked. */
export async function noteSearch(
  admin: Admin,
  search: NotedSearch,
  found: readonly Pick<ListedMessage, 'accountId'>[],
): Promise<void> {
  const { accountId, numberPart, batchId: batch, state, operator, link: by } = search;
  const part = numberPart?.within ?? numberPart?.start;
  const recipient = search.recipient ?? search.userId;
  const asked = { recipient, part, batch, state, operator, link: by };
  const detail = { ...asked, sender: search.sender, reason: search.reason };
  const shown = Map.groupBy(found, (it) => it.accountId);
  if (shown.size === 0) {
    const nothing = { ...detail, found: 0 };
    await noteLook(admin, { action: 'message.list', accountId, detail: nothing });
  }
  for (const [accountId, its] of shown) {
    const some = { ...detail, found: its.length };
    await noteLook(admin, { action: 'message.list', accountId, detail: some });
  }
}

function describeStop(stoppedAt: number): string {
  const back = showTime(timeOfId(stoppedAt));
  return `Only messages back to ${back} were searched. Continue with --before ${stoppedAt}.`;
}

/** Which messages somebody asked for. @throws UsageError where nothing says which. */
export async function placeOf(reader: Reader, input: Filled<typeof SEARCH>): Promise<Place> {
  const { id, accountId, sought, operatorId, sinceMs, untilMs, beforeId } = input;
  const { recipient, numberPart, userId } = sought ?? {};
  if ([id, accountId, sought, operatorId, sinceMs].every((it) => it === undefined)) {
    throw new UsageError(
      'Say which messages: --number, --account, --id, --operator-id or --since.',
    );
  }
  if (numberPart !== undefined && [id, accountId, sinceMs].every((it) => it === undefined)) {
    throw new UsageError(`--number ${PART_NEEDS}.`);
  }
  checkSpan(input);
  const place =
    id === undefined
      ? { accountId, batchId: undefined, fromId: 0, belowId: Number.MAX_SAFE_INTEGER }
      : await placeOfId(reader, id);
  if (id !== undefined && accountId !== undefined && accountId !== place.accountId) {
    throw new Refusal(`--id is of another account, ${place.accountId}.`);
  }
  const { state, operator, link: by, sender, reason } = input;
  if (operator !== undefined && !(await isOperator(reader, operator))) {
    await findNamedOperator(reader, operator);
  }
  const strange = await findStrangeName(reader, input);
  if (strange !== undefined) throw new Refusal(`--${strange.field} ${strange.rule}.`);
  const range = {
    fromId: Math.max(place.fromId, sinceMs === undefined ? 0 : firstIdAt(sinceMs)),
    belowId: Math.min(
      place.belowId,
      untilMs === undefined ? place.belowId : firstIdAt(untilMs),
      beforeId ?? place.belowId,
    ),
  };
  return {
    ...place,
    ...range,
    recipient,
    numberPart,
    userId,
    state,
    isChat: undefined,
    operator,
    link: by,
    sender,
    reason,
    named: operatorId === undefined ? undefined : await findNamed(reader, operatorId, range),
  };
}

/** Whether there is an operator of this name, in whatever case. */
export async function isOperator(reader: Reader, name: string): Promise<boolean> {
  const operators = await listOperators(reader);
  return operators.some((it) => it.name.toLowerCase() === name.toLowerCase());
}

const ID_FORMS = ['text', 'folded', 'hex'] as const;
const MOST_NAMED = 200;

/** What an operator knows by an id, however its links write ids. */
export function findNamed(
  reader: Reader,
  operatorId: string,
  range: { readonly fromId: number; readonly belowId: number },
): Promise<readonly NamedMessage[]> {
  const keys = [...new Set(ID_FORMS.map((form) => messageIdKey(operatorId, form)))];
  return findByOperatorKeys(reader, { ...range, keys, most: MOST_NAMED });
}

async function placeOfId(reader: Reader, id: number): Promise<PlaceOfId> {
  const place = await findPlaceOfId(reader, id);
  if (place === 'unknown') throw new Refusal(`There is no message and no batch ${id}.`);
  if (place === 'unpublished') {
    throw new Refusal(`Batch ${id} has no messages: see "paigham batch show ${id}".`);
  }
  return place;
}

type PlaceOfId = Pick<Place, 'batchId' | 'fromId' | 'belowId'> & {
  readonly accountId: AccountId;
};

/** The range of ids of a message or of a whole batch, or why there is none. */
export async function findPlaceOfId(
  reader: Reader,
  id: number,
): Promise<PlaceOfId | 'unknown' | 'unpublished'> {
  const ofMessage = await findOwner(reader, 'message', id);
  if (ofMessage !== undefined) {
    return { accountId: ofMessage, batchId: undefined, fromId: id, belowId: id + 1 };
  }
  const accountId = await findOwner(reader, 'batch', id);
  const batch = accountId && (await findKeptBatch(reader, accountId, id));
  if (accountId === undefined || batch === undefined) return 'unknown';
  if (batch.published === undefined) return 'unpublished';
  const { firstMessage: fromId, lastMessage } = batch.published.span;
  return { accountId, batchId: id, fromId, belowId: lastMessage + 1 };
}

function rowOf(message: ListedMessage): RawFields {
  const { id, accountId, isChat, recipient, sender, network, state, reason } = message;
  const { sentAtMs, doneAtMs } = message;
  return {
    id: showMessageId(id, isChat),
    account: accountId,
    number: recipient,
    sender: sender,
    network,
    state: wordOf(state),
    reason: reason,
    accepted: at(message.acceptedAtMs),
    sent: at(sentAtMs),
    done: at(doneAtMs),
    parts: message.parts,
    price: message.priceMicros,
  };
}

export const messageShow = query({
  name: 'message show',
  about:
    'Shows the whole life of a message, but never its text, which may be a one-time code. ' +
    'Each look-up is recorded in the audit log.',
  input: { id: argument('ID', messageId) },
  async read({ reader, admin }, input) {
    const key = await findMessage(reader, input.id);
    const seen = await lookAtMessage({ reader, admin }, key);
    if (seen === undefined) {
      throw new Refusal('Its batch is still being written: ask again in a moment.');
    }
    const { report, life, waits } = seen;
    const data = {
      ...factsOf(key, report, life),
      waits,
      ...timesOf(report, life),
      ...moneyOf(report, life),
    };
    const attempts = life.attempts.map((it) => attemptOf(it, life.chat !== undefined));
    const receipts = life.receipts.map(receiptOf);
    const sections = [
      { data },
      attempts.length === 0
        ? 'No attempt has been made yet.'
        : { title: 'Attempts', data: attempts },
      ...(receipts.length === 0 ? [] : [{ title: 'Other receipts', data: receipts }]),
      'The text is never shown: it may be a one-time code.',
    ];
    return { data, full: { ...data, attempts, receipts }, sections };
  },
});

/** All that is known of a message, and why it waits; undefined: its batch is being written. */
export async function lookAtMessage(
  { reader, admin }: { readonly reader: Reader; readonly admin: Admin },
  key: MessageKey,
): Promise<
  | {
      readonly report: ReportedMessage;
      readonly life: MessageLife;
      readonly waits: string | null;
    }
  | undefined
> {
  const { accountId, messageId: id } = key;
  const nowMs = admin.clock.nowMs();
  const report = await readMessageReport(reader, accountId, { id, atMs: nowMs });
  const life = await readLife(reader, key);
  if (report === undefined || life === undefined) return undefined;
  await noteLook(admin, { action: 'message.show', accountId, detail: { message: id } });
  const linkId = life.queued?.linkId;
  const health = [...(await readLinkHealth(reader))].find(([it]) => it === linkId)?.[1];
  const waits = report.state === 'waiting' ? whyItWaits(life, nowMs, health) : null;
  return { report, life, waits };
}

async function findMessage(reader: Reader, id: number): Promise<MessageKey> {
  const accountId = await findOwner(reader, 'message', id);
  if (accountId !== undefined) return { accountId, messageId: id as MessageId };
  if ((await findOwner(reader, 'batch', id)) !== undefined) {
    throw new Refusal(
      `${id} is a batch: see "paigham batch show ${id}" and "paigham message list --id ${id}".`,
    );
  }
  throw new Refusal(`There is no message ${id}: see "paigham message list --number NUMBER".`);
}

function factsOf({ accountId, messageId }: MessageKey, report: ReportedMessage, life: MessageLife) {
  const { batchId, templateId, reasonWord } = report;
  const template = templateId === undefined ? null : `${templateId} ${life.template ?? ''}`.trim();
  return {
    id: showMessageId(messageId, report.chat !== undefined),
    kind: report.chat === undefined ? 'sms' : `chat, ${life.chat?.category ?? ''}`,
    account: `${accountId} ${life.account}`,
    batch: batchId === undefined ? null : String(batchId),
    number: report.recipient,
    network: report.network,
    sender: life.sender,
    sender_type: life.senderRoute,
    template,
    parts: report.parts,
    state: wordOf(report.state),
    reason: reasonWord ?? life.reason ?? null,
    reason_in_words:
      report.reason ?? (life.reason === undefined ? null : explainReason(life.reason)),
  };
}

function timesOf(report: ReportedMessage, { expiresAtMs, chat }: MessageLife): RawFields {
  return {
    accepted: at(report.acceptedAtMs),
    expires: at(expiresAtMs),
    sent: at(report.sentAtMs),
    done: at(report.doneAtMs),
    ...(chat === undefined ? {} : { read: at(chat.readAtMs), failed: at(chat.failedAtMs) }),
    level: report.level,
  };
}

function moneyOf(report: ReportedMessage, life: MessageLife): RawFields {
  const standing = moneyStandingOf(life, report.state);
  const { lookupsMicros, reserveId, settleId } = life.money;
  return {
    price: report.priceMicros,
    reserved: standing.reservedMicros,
    posted: standing.postedMicros,
    released: standing.releasedMicros,
    refunded: standing.refundedMicros,
    lookups_of_request: lookupsMicros,
    transfers: [reserveId, ...(settleId === undefined ? [] : [settleId])].map(String),
  };
}

function attemptOf(attempt: MessageLife['attempts'][number], isChat: boolean): RawFields {
  const { status, receipt, outcome, wasLost } = attempt;
  const shown = status === undefined ? null : isChat ? String(status) : `0x${status.toString(16)}`;
  return {
    attempt: attempt.attempt,
    part: attempt.part,
    link: attempt.link,
    at: stampInZone(attempt.answeredAtMs, true),
    outcome: wasLost && outcome !== 'ambiguous' ? `${outcome}, its answer was lost` : outcome,
    operator_id: attempt.operatorKey,
    status: shown,
    reason: attempt.reason,
    receipt: receipt === undefined ? null : wordOf(receipt.state),
    receipt_error: receipt?.error,
    receipt_at: at(receipt?.atMs),
    node: attempt.node,
  };
}

function receiptOf(receipt: MessageLife['receipts'][number]): RawFields {
  const { id, kind, link, operatorKey, says, error, receivedAtMs } = receipt;
  return {
    id,
    at: at(receivedAtMs),
    link,
    kind,
    operator_id: operatorKey,
    says: says,
    error: error,
  };
}
