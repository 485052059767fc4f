/**
 * Sends the texts of chat campaigns to those whom the chat messages have not reached (decision
 * 125). Each text is an ordinary send of one message, judged and charged as it leaves; the commit
 * that accepts it deletes the row that asked for it, so that a crash before it repeats nothing and
 * one after it loses nothing.
 */
import type { Account } from '../domain/account/account.ts';
import { MINUTE_MS, SECOND_MS } from '../domain/durations.ts';
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { BatchId, TemplateId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import {
  firstLookAt,
  judgeFallback,
  leftOutFor,
  mayPassLater,
} from '../domain/message/fallback.ts';
import { stateOf } from '../domain/message/message.ts';
import { readRecipients } from '../domain/recipient/recipient.ts';
import { testing } from '../domain/testing/test-mode.ts';
import { retryWhileStale } from '../kit/retry-while-stale.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { cancelMessages, type CancelDeps } from '../journey/settle/cancel.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import {
  endFallbackRows,
  insertTextBatch,
  leaveOutFallbackRows,
  lockFallbackBatch,
  noteFallback,
  noteWaiting,
  putBackFallbackRows,
  stopFallbackRows,
  takeFallback,
  takeFallbackRows,
  type DueFallback,
  type FallbackBatches,
  type FallbackRow,
} from '../store/batches/fallbacks.ts';

export type FallBackDeps = CancelDeps &
  Pick<JourneyDeps, 'accounts' | 'ids'> & {
    readonly takeIn: (request: SendRequest) => Promise<TakenIn>;
  };

/** Whoever takes rows has this long until another node takes them again. */
const TAKEN_MS = MINUTE_MS;
const PAUSED_LOOK_MS = 5 * SECOND_MS;
/** While nothing passes, as without credit, so many are tried, and the others wait. */
const PROBE = 20;
const PROBE_AGAIN_MS = MINUTE_MS;
const OTHERS_AGAIN_MS = 5 * MINUTE_MS;

/** Looks at every campaign whose time has come. */
export async function fallBack(deps: FallBackDeps): Promise<void> {
  const atMs = deps.clock.nowMs();
  for (;;) {
    const taken = await deps.db.transact((transaction) =>
      takeFallback(transaction, { atMs, againMs: atMs + TAKEN_MS }),
    );
    if (taken === undefined) return;
    while (await lookAt(deps, taken));
  }
}

type Texting = DueFallback & { readonly textBatchId: BatchId };

type Looked = {
  readonly of: DueFallback | Texting;
  readonly texts: readonly FallbackRow[];
  readonly late: readonly FallbackRow[];
  readonly isMore: boolean;
};

/** Looks at some rows of a campaign; true: there are more. */
async function lookAt(deps: FallBackDeps, fallback: DueFallback): Promise<boolean> {
  const { texts, late, of, isMore } = await deps.db.transact((transaction) =>
    sortOut(deps, transaction, fallback),
  );
  if (late.length > 0) {
    const ids = late.map(({ messageId }) => messageId);
    await cancelMessages(deps, of.accountId, ids);
  }
  const { textBatchId } = of;
  if (textBatchId === undefined || texts.length === 0) return isMore;
  return (await sendTexts(deps, { ...of, textBatchId }, texts)) && isMore;
}

const NOTHING = { reached: 0, refused: 0, givenUp: 0, stopped: 0, startsAtMs: undefined };

/** Says of each row whose time has come what becomes of it, and writes that down. */
async function sortOut(
  deps: FallBackDeps,
  transaction: Transaction,
  of: DueFallback,
): Promise<Looked> {
  const nowMs = deps.clock.nowMs();
  const nothing = { of, texts: [], late: [], isMore: false };
  const most = limit('fallbackRows');
  const held = await lockFallbackBatch(transaction, of);
  const note = { ...of, ...NOTHING, atMs: nowMs, leastMs: nowMs };
  if (held === undefined || isCancelled(held)) {
    const stopped = await stopFallbackRows(transaction, { ...of, most });
    await noteFallback(transaction, { ...note, stopped });
    return { ...nothing, isMore: stopped === most };
  }
  if (isPaused(held)) {
    const leastMs = nowMs + PAUSED_LOOK_MS;
    await noteFallback(transaction, { ...note, startsAtMs: nowMs, leastMs });
    return nothing;
  }
  const startMs = Math.max(held.dueAtMs, of.startsAtMs ?? 0);
  if (firstLookAt(startMs) > nowMs) {
    await noteFallback(transaction, { ...note, leastMs: firstLookAt(startMs) });
    return nothing;
  }
  const rows = await takeFallbackRows(transaction, { ...of, atMs: nowMs, most });
  const sorted = sort(rows, { startMs, nowMs, ...of });
  const { texts, late, wait } = sorted;
  const needsBatch = texts.length + sorted.givenUp.length > 0;
  const going = needsBatch ? await withTextBatch(deps, transaction, { of, nowMs }) : of;
  const tried = of.waitsFor === undefined ? texts : texts.slice(0, PROBE);
  const back = [
    ...wait,
    ...texts.map(({ messageId, isLate }, at) => {
      const lookAtMs = nowMs + (at < tried.length ? TAKEN_MS : OTHERS_AGAIN_MS);
      return { messageId, isLate, lookAtMs, isDue: true };
    }),
    ...late.map(({ messageId }) => ({ messageId, lookAtMs: nowMs, isDue: false, isLate: true })),
  ];
  await putBackFallbackRows(transaction, back, { accountId: of.accountId, atMs: nowMs });
  const ended = (some: readonly FallbackRow[]) =>
    endFallbackRows(transaction, {
      accountId: of.accountId,
      messageIds: some.map(({ messageId }) => messageId),
    });
  const givenUp = await leaveOut(transaction, going, {
    rows: sorted.givenUp,
    refusal: refuse(of.waitsFor ?? 'credit_insufficient'),
  });
  const [reached, stopped] = [await ended(sorted.reached), await ended(sorted.stopped)];
  await noteFallback(transaction, { ...note, reached, stopped, givenUp });
  return { of: going, texts: tried, late, isMore: rows.length === most };
}

const isCancelled = ({ hold, textHold }: FallbackBatches): boolean =>
  [hold, textHold].some((it) => it === 'cancelling' || it === 'cancelled');

const isPaused = ({ hold, textHold }: FallbackBatches): boolean =>
  [hold, textHold].some((it) => it === 'pausing' || it === 'paused');

function sort(rows: readonly FallbackRow[], times: Parameters<typeof judgeFallback>[1]) {
  const found = {
    reached: [] as FallbackRow[],
    stopped: [] as FallbackRow[],
    texts: [] as FallbackRow[],
    late: [] as FallbackRow[],
    givenUp: [] as FallbackRow[],
  };
  const wait: {
    messageId: FallbackRow['messageId'];
    lookAtMs: number;
    isDue: boolean;
    isLate: boolean;
  }[] = [];
  const lists = {
    reached: found.reached,
    stopped: found.stopped,
    text: found.texts,
    cancel: found.late,
    given_up: found.givenUp,
  };
  for (const row of rows) {
    const told = row.state === undefined ? undefined : stateOf(row.state);
    const isCancelled = told === 'cancelled';
    const state = row.recipient === undefined ? undefined : told;
    const verdict = judgeFallback({ ...row, state, isCancelled }, times);
    if (verdict.kind !== 'wait') lists[verdict.kind].push(row);
    else {
      const { messageId, isLate } = row;
      wait.push({ messageId, lookAtMs: verdict.lookAtMs, isDue: false, isLate });
    }
  }
  return { ...found, wait };
}

/** Its texts are in a batch of their own, from the first on. */
async function withTextBatch(
  { ids, lease }: FallBackDeps,
  transaction: Transaction,
  { of, nowMs: atMs }: { readonly of: DueFallback; readonly nowMs: number },
): Promise<DueFallback> {
  if (of.textBatchId !== undefined) return of;
  const textBatchId = ids.next() as BatchId;
  await insertTextBatch(transaction, { ...of, ...lease.current(), textBatchId, atMs });
  return { ...of, textBatchId };
}

/** Ends rows without a text; how many there were. */
async function leaveOut(
  transaction: Transaction,
  { accountId, textBatchId }: DueFallback,
  of: { readonly rows: readonly FallbackRow[]; readonly refusal: Refusal },
): Promise<number> {
  if (textBatchId === undefined || of.rows.length === 0) return 0;
  const rows = of.rows.map(({ messageId, position: row, recipient: shown = '' }) => {
    return { messageId, ...leftOutFor({ row, shown }, of.refusal) };
  });
  return leaveOutFallbackRows(transaction, { accountId, textBatchId, rows });
}

type Tried = { readonly row: FallbackRow; readonly refusal: Refusal | undefined };

/**
 * Sends the texts, together; what is refused for good ends, the rest is tried again. False: some
 * have to wait, and so would others.
 */
async function sendTexts(
  deps: FallBackDeps,
  of: Texting,
  texts: readonly FallbackRow[],
): Promise<boolean> {
  const tried = await Promise.all(texts.map((row) => sendText(deps, of, row)));
  const atMs = deps.clock.nowMs();
  const refused = tried.flatMap(({ row, refusal }) =>
    refusal === undefined ? [] : [{ row, refusal }],
  );
  const [later, never] = [
    refused.filter(({ refusal }) => mayPassLater(refusal)),
    refused.filter(({ refusal }) => !mayPassLater(refusal)),
  ];
  const lookAtMs = atMs + PROBE_AGAIN_MS;
  const back = later.map(({ row: { messageId, isLate } }) => {
    return { messageId, lookAtMs, isDue: true, isLate };
  });
  await deps.db.transact(async (transaction) => {
    await putBackFallbackRows(transaction, back, { accountId: of.accountId, atMs });
    let ended = 0;
    for (const { row, refusal } of never) {
      ended += await leaveOut(transaction, of, { rows: [row], refusal });
    }
    await noteFallback(transaction, { ...of, ...NOTHING, refused: ended, atMs, leastMs: atMs });
    await noteWaiting(transaction, { ...of, waitsFor: later[0]?.refusal.reason });
  });
  return later.length === 0;
}

async function sendText(deps: FallBackDeps, of: Texting, row: FallbackRow): Promise<Tried> {
  const { accountId, textBatchId: batchId, isTest } = of;
  const taken = await retryWhileStale(limit('accountReloads'), async () => {
    const known = await deps.accounts.byId(accountId);
    const account = isTest ? known && testing(known) : known;
    if (account?.active !== true) return refusedAs('account_disabled');
    const { messageId: chatId, position } = row;
    const inPlaceOf = { chatId, batchId, position };
    const outcome = await deps.takeIn({ ...requestOf(of, row, account), inPlaceOf });
    if (outcome.kind !== 'stale') return outcome;
    deps.accounts.forget(accountId);
    return 'stale';
  });
  const outcome = taken ?? refusedAs('store_unavailable');
  return { row, refusal: outcome.kind === 'refused' ? outcome.refusal : undefined };
}

const refusedAs = (reason: Refusal['reason']): TakenIn & { readonly kind: 'refused' } => {
  return { kind: 'refused', refusal: refuse(reason) };
};

function requestOf(
  { sender, templateId, unicode }: Texting,
  { recipient = '', said }: FallbackRow,
  account: Account,
): SendRequest {
  return {
    account,
    sender,
    recipients: readRecipients([recipient]),
    templateId: templateId as TemplateId,
    values: new Map(Object.entries(said)),
    network: undefined,
    ported: undefined,
    unicode,
    dryRun: false,
    idempotency: undefined,
  };
}
