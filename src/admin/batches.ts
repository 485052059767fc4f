/** Batches: sends with several recipients, and files. */
import { failureOf } from '../domain/failure/failure.ts';
import type { AccountId } from '../domain/ids.ts';
import { BATCH_STATES, type KeptBatch } from '../domain/message/kept-batch.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { Refusal, UsageError } from '../kit/refusal.ts';
import { findAccount } from '../store/accounts.ts';
import { countQueued, countStates } from '../store/reports/count-batch.ts';
import { listBatchRows } from '../store/reports/list-batch-rows.ts';
import { listNewestBatches } from '../store/reports/newest-batches.ts';
import { findKeptBatch, listKeptBatches } from '../store/reports/read-batches.ts';
import { findOwner } from '../store/reports/search-messages.ts';
import { account, argument, id, limitOf, oneOf, option } from './fields.ts';
import { wordOf } from './message-words.ts';
import { query } from './operation.ts';
import { at, more, type RawFields } from './show.ts';

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
  const { id: key, state, source, fileName, published, sender } = batch;
  return {
    id: String(key),
    account: accountId,
    state,
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
  about: 'Shows how far a batch is, and the state of its messages.',
  input: { id: argument('ID', id) },
  async read({ reader }, input) {
    const owned = await findBatch(reader, input.id);
    const { accountId, batch } = owned;
    const of = await findAccount(reader, accountId);
    const data = {
      ...rowOf(accountId, batch),
      account: `${accountId} ${of?.name ?? ''}`,
      template: batch.templateId,
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

/** The states of its messages, and how many still wait. */
async function countsOf(reader: Reader, { accountId, batch }: Owned): Promise<RawFields> {
  const { id: key, published } = batch;
  if (published === undefined) return {};
  const counted = { accountId, id: key, span: published.span };
  const states = await countStates(reader, counted);
  const counts = [...states].map(([state, count]) => [wordOf(state), count] as const);
  const queued = await countQueued(reader, counted);
  return { parts: published.parts, ...Object.fromEntries(counts), queued, unfed: published.unfed };
}

async function leftOutOf(
  reader: Reader,
  { accountId, batch: { id: key, published } }: Owned,
): Promise<readonly RawFields[]> {
  if (published === undefined || published.leftOut === 0) return [];
  const ask = { accountId, id: key, span: published.span, after: 0, most: LEFT_OUT_SHOWN };
  const { rows } = await listBatchRows(reader, { ...ask, state: 'left_out' });
  return rows.map(({ row, column, number, reason }) => ({
    row,
    column: column,
    holds: number,
    reason: reason,
  }));
}
