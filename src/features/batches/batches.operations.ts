/** Batches: sends to several recipients, and files. */
import { failureOf } from '../../domain/failure/failure.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import type { HoldWish } from '../../domain/message/hold.ts';
import { BATCH_STATES, type KeptBatch } from '../../domain/message/kept-batch.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { micros, showRupees } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import {
  countQueued,
  countStates,
  findKeptBatch,
  listKeptBatches,
  listNewestBatches,
} from '../../store/reports/read-batches.ts';
import { listBatchRows } from '../../store/reports/list-batch-rows.ts';
import { findOwner } from '../messages/search-messages.sql.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import { askHold, type HoldOutcome } from '../../store/batches/batch-holds.ts';
import { moveBatch, type MoveOutcome } from './move-batch.sql.ts';
import { account, argument, id, limitOf, oneOf, option, time } from '../../operations/fields.ts';
import { wordOf } from '../messages/message-words.ts';
import type { Admin } from '../../operations/admin.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import { operation, query } from '../../operations/operation.ts';
import { at, more, type RawFields } from '../../operations/show.ts';

const LEFT_OUT_SHOWN = 20;

type Owned = { readonly accountId: AccountId; readonly batch: KeptBatch };

export const batchList = query({
  name: 'batch list',
  about: 'Lists sends with several recipients, and files, newest first.',
  input: {
    accountId: option('account', account, 'of this account'),
    state: option('state', oneOf('STATE', BATCH_STATES), `one of ${BATCH_STATES.join(', ')}`),
    beforeId: option('before', id, 'older than this batch'),
    most: limitOf(20),
  },
  async read({ reader }, { accountId, state, beforeId, most }) {
    if (accountId === undefined && state !== undefined) {
      throw new UsageError('--state needs --account.');
    }
    const page = { before: beforeId, most, source: undefined, state };
    const owned =
      accountId === undefined
        ? await listOfAll(reader, beforeId, most)
        : (await listKeptBatches(reader, accountId, page)).map((batch) => ({ accountId, batch }));
    const data = owned.map((it) => rowOf(it.accountId, it.batch));
    const batches = owned.map(({ batch }) => batch);
    return { data, empty: 'No batches found.', ...more(batches, most) };
  },
});

async function listOfAll(
  reader: Reader,
  beforeId: number | undefined,
  most: number,
): Promise<readonly Owned[]> {
  const names = await listNewestBatches(reader, beforeId, most);
  const found = names.map(async ({ accountId, id: key }) => {
    const batch = await findKeptBatch(reader, accountId, key);
    return batch === undefined ? [] : [{ accountId, batch }];
  });
  return (await Promise.all(found)).flat();
}

function rowOf(accountId: AccountId, batch: KeptBatch): RawFields {
  const { id: key, name, state, kind, source, fileName, published, sender } = batch;
  return {
    id: String(key),
    name,
    account: accountId,
    state,
    kind,
    source,
    file: fileName,
    sender,
    created: at(batch.createdAtMs),
    messages: published?.recipients,
    left_out: published?.leftOut,
    price: published?.priceMicros,
  };
}

export const batchShow = query({
  name: 'batch show',
  about: 'Shows the progress of a batch, and the state of its messages.',
  input: { id: argument('ID', id) },
  async read({ reader }, input) {
    const owned = await findBatch(reader, input.id);
    const { accountId, batch } = owned;
    const of = await findAccount(reader, { accountId });
    const data = {
      ...rowOf(accountId, batch),
      account: `${accountId} ${of?.name ?? ''}`,
      template: batch.templateId,
      send_at: at(batch.sendAtMs),
      stopped: batch.stopReason,
      ...filesOf(batch),
      ...(await countsOf(reader, owned)),
    };
    const leftOut = await leftOutOf(reader, owned);
    const rows = leftOut.length === 0 ? [] : [{ title: 'Rows left out, the first', data: leftOut }];
    const hint = `Its messages: paigham message list --id ${input.id} [--state failed]`;
    const isSent = batch.published !== undefined;
    const shown = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key === 'unfed' ? 'not_yet_queued' : key, value]),
    );
    const sections = [{ data: shown }, ...rows, ...(isSent ? [hint] : [])];
    return { data, full: { ...data, rows_left_out: leftOut }, sections };
  },
});

async function findBatch(reader: Reader, key: number): Promise<Owned> {
  const accountId = await findOwner(reader, 'batch', key);
  const batch = accountId && (await findKeptBatch(reader, accountId, key));
  if (accountId !== undefined && batch !== undefined) return { accountId, batch };
  const isMessage = (await findOwner(reader, 'message', key)) !== undefined;
  throw new Refusal(
    isMessage
      ? `${key} is a message: see "paigham message show ${key}".`
      : `There is no batch ${key}: see "paigham batch list".`,
  );
}

function filesOf({ fileBytes, reading, refusal, endedAtMs, published }: KeptBatch): RawFields {
  const why = refusal?.refusal.reason;
  return {
    file_bytes: fileBytes,
    rows: published?.rows,
    read: reading === undefined ? null : `${reading.done} of ${reading.total ?? '?'} rows`,
    refused: why === undefined ? null : failureOf(why).sentence,
    ended: at(endedAtMs),
  };
}

/** The states of its messages, and how many are still waiting. */
async function countsOf(reader: Reader, { accountId, batch }: Owned): Promise<RawFields> {
  const { id: key, published } = batch;
  if (published === undefined) return {};
  const counted = { accountId, id: key, span: published.span };
  const { counts: states, spentMicros } = await countStates(reader, counted);
  const counts = [...states].map(([state, count]) => [wordOf(state), count] as const);
  const queued = await countQueued(reader, counted);
  const { parts, unfed, lookupsMicros } = published;
  const spent = showRupees(micros(spentMicros + lookupsMicros));
  return { parts, ...Object.fromEntries(counts), spent, queued, unfed };
}

async function leftOutOf(
  reader: Reader,
  { accountId, batch: { id: key, published } }: Owned,
): Promise<readonly RawFields[]> {
  if (published === undefined || published.leftOut === 0) return [];
  const ask = { accountId, id: key, span: published.span, after: 0, most: LEFT_OUT_SHOWN, atMs: 0 };
  const { rows } = await listBatchRows(reader, { ...ask, state: 'left_out' });
  return rows.map(({ row, column, number, reason }) => ({
    row,
    column: column,
    holds: number,
    reason: reason,
  }));
}

const HELD = { accountId: argument('ACCOUNT', account), id: argument('ID', id) };

/** Why a batch cannot be paused, resumed or cancelled. */
const NOT_HELD: Readonly<Record<Exclude<HoldOutcome, 'done' | 'ended'>, Refused>> = {
  unknown: refuse('id', 'must be a batch of the account', 'batch_unknown'),
  over: refuse('id', 'must be a batch of which something waits', 'batch_not_waiting'),
  cancelled: refuse('id', 'must be a batch that was not cancelled', 'batch_cancelled'),
  template: refuse(
    'id',
    'must be a batch whose template the chat platform accepts again',
    'batch_template_stopped',
  ),
};

const CANCEL_WARNING = 'What waits of the batch is cancelled for good, and its price comes back.';

/** The value is the id; the batch's waiting messages follow, a piece at a time. */
const holdOperation = (wish: HoldWish, about: string) =>
  operation<typeof HELD, BatchId, Admin, 'account'>({
    name: `batch ${wish}`,
    about,
    who: 'account',
    audit: `batch.${wish}`,
    raises: 'nothing',
    input: HELD,
    async work(transaction, { accountId, id: given }, { clock }) {
      const batch = { accountId, id: given as BatchId };
      const atMs = clock.nowMs();
      const outcome = await askHold(transaction, batch, { wish, atMs });
      if (outcome === 'ended') {
        const fact = { accountId, type: 'batch.done', subjectId: batch.id } as const;
        await noteFacts(transaction, [fact], { atMs });
      } else if (outcome !== 'done') return NOT_HELD[outcome];
      return changed(batch.id, { batch: given });
    },
    ...(wish === 'cancel' ? { warn: async () => [CANCEL_WARNING] } : {}),
    show: (shown) => ({ data: { batch: String(shown) } }),
  });

export const pauseBatch = holdOperation(
  'pause',
  'Stops the messages of a batch that wait. After 72 hours it is cancelled.',
);
export const resumeBatch = holdOperation('resume', 'Lets a paused batch go on.');
export const cancelBatch = holdOperation(
  'cancel',
  'Cancels the messages of a batch that wait; their price comes back.',
);

const NOT_SCHEDULED = refuse(
  'id',
  'must be a batch that is scheduled, and whose time has not come',
  'batch_not_scheduled',
);

/** Why a batch cannot get another time. */
const NOT_MOVED: Readonly<Record<Exclude<MoveOutcome, 'done'>, Refused>> = {
  unknown: NOT_HELD.unknown,
  over: NOT_SCHEDULED,
  partly: NOT_SCHEDULED,
  charged: refuse(
    'sendAtMs',
    `must be at most ${limit('scheduleHours')} hours ahead: it is charged already`,
  ),
  held: refuse('id', 'must be a batch that is neither paused nor still being read', 'batch_held'),
  cancelled: NOT_HELD.cancelled,
};

/** The value is the id. */
export const rescheduleBatch = operation({
  name: 'batch reschedule',
  about: 'Gives a scheduled batch, whose time has not come, another time.',
  who: 'account',
  audit: 'batch.reschedule',
  raises: 'nothing',
  input: {
    ...HELD,
    sendAtMs: argument('SEND-AT', time),
  },
  async work(transaction, { accountId, id: given, sendAtMs }, { clock }) {
    const atMs = clock.nowMs();
    const days = limit('campaignDays');
    if (sendAtMs <= atMs) return refuse('sendAtMs', 'must be in the future');
    if (sendAtMs > atMs + days * DAY_MS) {
      return refuse('sendAtMs', `must be at most ${days} days ahead`);
    }
    const batch = { accountId, id: given as BatchId };
    const outcome = await moveBatch(transaction, batch, { sendAtMs, atMs });
    if (outcome !== 'done') return NOT_MOVED[outcome];
    return changed(batch.id, { batch: given, send_at: new Date(sendAtMs).toISOString() });
  },
  show: (shown, { sendAtMs }) => ({ data: { batch: String(shown), send_at: at(sendAtMs) } }),
});
