/** Groups whose members nearly all say the same: what they share is written once. */
import type { AccountId, TransferId } from '../../domain/ids.ts';
import { dayOfId } from '../../kit/ids.ts';
import type { ReceiptsAlike, TakenAlike } from '../../store/messages/settle-alike.ts';
import type { AttemptJudgement } from './judge-attempt.ts';
import { reasonOf, type RecordedReceipt } from './match-receipts.ts';

/** Fewer are not worth a statement of their own. */
const FEWEST = 8;

/** Those that share a name with enough others, and the rest. */
type Split<Row> = {
  readonly alike: readonly (readonly Row[])[];
  readonly rest: readonly Row[];
};

function split<Row>(rows: readonly Row[], nameOf: (row: Row) => string | undefined): Split<Row> {
  const groups = [...Map.groupBy(rows, nameOf)];
  const isAlike = ([name, its]: (typeof groups)[number]): boolean =>
    name !== undefined && its.length >= FEWEST;
  return {
    alike: groups.filter(isAlike).map(([, its]) => its),
    rest: groups.filter((it) => !isAlike(it)).flatMap(([, its]) => its),
  };
}

/** Attempts of texts of one part that an operator took, by what they share. */
export function splitTaken(judgements: readonly AttemptJudgement[]): Split<AttemptJudgement> {
  return split(judgements, ({ accountId, messageId, linkId, attempt, lease, ...it }) => {
    const isTaken = it.parts === 1 && !it.isChat && it.results[0]?.kind === 'taken';
    if (!isTaken) return undefined;
    const day = dayOfId(messageId);
    const { isCode, postMicros } = it;
    const what = [
      accountId,
      day,
      linkId,
      attempt,
      lease.slot,
      lease.epoch,
      postMicros > 0n,
      isCode,
    ];
    return what.join(' ');
  });
}

/** Such attempts in the store's form. */
export function takenAlike(
  judgements: readonly AttemptJudgement[],
  settleIds: ReadonlyMap<AccountId, TransferId | undefined>,
): TakenAlike {
  const [first] = judgements;
  if (first === undefined) throw new Error('there are none to be alike');
  const { accountId, linkId, attempt, lease, postMicros, isCode } = first;
  const settleId = postMicros > 0n ? settleIds.get(accountId) : undefined;
  return {
    accountId,
    linkId,
    attempt,
    lease,
    settleId,
    isCode,
    messageIds: judgements.map(({ messageId }) => messageId),
    operatorKeys: judgements.map(({ results: [result] }) =>
      result?.kind === 'taken' ? result.operatorKey || undefined : undefined,
    ),
  };
}

/** Receipts for texts of one part, by what they share. */
export function splitReceipts(recorded: readonly RecordedReceipt[]): Split<RecordedReceipt> {
  return split(recorded, ({ accountId, messageId, attempt, part, state, error, level }) =>
    part === 1
      ? [accountId, dayOfId(messageId), attempt, state, level, error].join(' ')
      : undefined,
  );
}

/** Such receipts in the store's form. */
export function receiptsAlike(recorded: readonly RecordedReceipt[]): ReceiptsAlike {
  const [first] = recorded;
  if (first === undefined) throw new Error('there are none to be alike');
  const { accountId, attempt, state, error, level } = first;
  const messageIds = recorded.map(({ messageId }) => messageId);
  return { accountId, attempt, state, error, level, messageIds, reason: reasonOf(state) };
}
