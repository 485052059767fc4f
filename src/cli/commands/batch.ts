import type { AccountId } from '../../domain/ids.ts';
import { failureOf } from '../../domain/failure/failure.ts';
import { BATCH_STATES, type KeptBatch, type BatchState } from '../../domain/message/kept-batch.ts';
import { Refusal, UsageError } from '../../kit/refusal.ts';
import { findAccount as findAccountById } from '../../store/accounts/list-accounts.ts';
import { countQueued, countStates } from '../../store/reports/count-batch.ts';
import { listBatchRows } from '../../store/reports/list-batch-rows.ts';
import { listNewestBatches } from '../../store/reports/newest-batches.ts';
import { findKeptBatch, listKeptBatches } from '../../store/reports/read-batches.ts';
import { findOwner } from '../../store/reports/search-messages.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { wordOf } from '../message-words.ts';
import { limitOption, more, readLimit } from '../paging.ts';
import { printAnswer, printTable } from '../print.ts';
import { readNumber, showRupees, showTime } from '../values.ts';

const SHOWN = 20;
const LEFT_OUT_SHOWN = 20;

type Owned = { readonly accountId: AccountId; readonly batch: KeptBatch };

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.option('account');
  const before = given.option('before');
  const beforeId = before === undefined ? undefined : readNumber(before, '--before');
  const most = readLimit(given, SHOWN);
  const state = readState(given.option('state'));
  if (named === undefined && state !== undefined) {
    throw new UsageError('--state needs --account: say whose.');
  }
  const owned =
    named === undefined
      ? await listOfAll(line, beforeId, most)
      : await listOfAccount(line, named, { before: beforeId, most, source: undefined, state });
  const data = owned.map(({ accountId, batch }) => rowOf(accountId, batch));
  const ids = owned.map(({ batch }) => batch);
  return { data, empty: 'No batches found.', ...more(ids, most) };
}

async function listOfAll(
  { reader }: Line,
  beforeId: number | undefined,
  most: number,
): Promise<readonly Owned[]> {
  const names = await listNewestBatches(reader, beforeId, most);
  const found = names.map(async ({ accountId, id }) => {
    const batch = await findKeptBatch(reader, accountId, id);
    return batch === undefined ? [] : [{ accountId, batch }];
  });
  return (await Promise.all(found)).flat();
}

async function listOfAccount(
  line: Line,
  named: string,
  ask: Parameters<typeof listKeptBatches>[2],
): Promise<readonly Owned[]> {
  const { id: accountId } = await findAccount(line, named);
  const batches = await listKeptBatches(line.reader, accountId, ask);
  return batches.map((batch) => ({ accountId, batch }));
}

function readState(word: string | undefined): BatchState | undefined {
  const state = BATCH_STATES.find((it) => it === word);
  if (word === undefined || state !== undefined) return state;
  throw new UsageError(`--state must be one of ${BATCH_STATES.join(', ')}.`);
}

function rowOf(accountId: AccountId, batch: KeptBatch) {
  const { id, state, source, fileName, published, sender } = batch;
  return {
    id: String(id),
    account: accountId,
    state,
    source,
    file: fileName ?? null,
    sender,
    created: showTime(batch.createdAtMs),
    messages: published?.recipients ?? null,
    left_out: published?.leftOut ?? null,
    price: published === undefined ? null : showRupees(published.priceMicros),
  };
}

async function show(line: Line, given: Given): Promise<Answer> {
  const { reader } = line;
  const id = readNumber(given.arg('ID'), 'ID');
  const accountId = await findOwner(reader, 'batch', id);
  const batch = accountId && (await findKeptBatch(reader, accountId, id));
  if (accountId === undefined || batch === undefined) {
    const isMessage = (await findOwner(reader, 'message', id)) !== undefined;
    throw new Refusal(
      isMessage
        ? `${id} is a message: see "paigham message show ${id}".`
        : `There is no batch ${id}: see "paigham batch list".`,
    );
  }
  const account = await findAccountById(reader, accountId);
  const data = {
    ...rowOf(accountId, batch),
    account: `${accountId} ${account?.name ?? ''}`,
    template: batch.templateId,
    ...filesOf(batch),
    ...(await countsOf(line, { accountId, batch })),
  };
  const leftOut = await leftOutOf(line, { accountId, batch });
  const rows = leftOut.length === 0 ? [] : [`Rows left out, the first\n${printTable(leftOut)}`];
  const hint = `Its messages: paigham message list --id ${id} [--state failed]`;
  const isSent = batch.published !== undefined;
  const text = [printAnswer({ data }), ...rows, ...(isSent ? [hint] : [])].join('\n\n');
  return { data, full: { ...data, rows_left_out: leftOut }, text };
}

function filesOf({ fileBytes, reading, refusal, endedAtMs, published }: KeptBatch): Fields {
  const why = refusal?.refusal.reason;
  return {
    file_bytes: fileBytes ?? null,
    rows: published?.rows ?? null,
    read: reading === undefined ? null : `${reading.done} of ${reading.total ?? '?'} rows`,
    refused: why === undefined ? null : failureOf(why).sentence,
    ended: endedAtMs === undefined ? null : showTime(endedAtMs),
  };
}

/** What became of its messages, and what waits still. */
async function countsOf({ reader }: Line, { accountId, batch }: Owned): Promise<Fields> {
  const { id, published } = batch;
  if (published === undefined) return {};
  const counted = { accountId, id, span: published.span };
  const states = await countStates(reader, counted);
  const counts = [...states].map(([state, count]) => [wordOf(state), count] as const);
  const queued = await countQueued(reader, counted);
  return { parts: published.parts, ...Object.fromEntries(counts), queued, unfed: published.unfed };
}

async function leftOutOf(
  { reader }: Line,
  { accountId, batch: { id, published } }: Owned,
): Promise<readonly Fields[]> {
  if (published === undefined || published.leftOut === 0) return [];
  const ask = { accountId, id, span: published.span, after: 0, most: LEFT_OUT_SHOWN };
  const { rows } = await listBatchRows(reader, { ...ask, state: 'left_out' });
  return rows.map(({ row, column, number, reason }) => ({
    row,
    column: column ?? null,
    holds: number,
    reason: reason ?? null,
  }));
}

export const batchCommands: readonly Command[] = [
  {
    name: 'batch list',
    args: [],
    options: [
      { name: 'account', value: 'ACCOUNT', about: 'of this account' },
      { name: 'state', value: 'STATE', about: `one of ${BATCH_STATES.join(', ')}` },
      { name: 'before', value: 'ID', about: 'older than this batch' },
      limitOption(SHOWN),
    ],
    about: 'Lists sends with several recipients, and files, newest first.',
    run: list,
  },
  {
    name: 'batch show',
    args: ['ID'],
    options: [],
    about: 'Shows how far a batch is and what became of its messages.',
    run: show,
  },
];
