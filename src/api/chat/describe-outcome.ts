/** The answer to a chat send whose entries were judged (chat seed, section 2). */
import type { ChatOutcome, ChatResult } from '../../domain/chat/request.ts';
import { failureOf, sentenceOf, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { formatRupees } from '../../domain/pricing/money.ts';
import { forEachYielding, piecesOf } from '@paigham/base/yielding.ts';
import { uuidOf } from '../../kit/uuid-ids.ts';
import type { Tree } from '../answer.ts';

export const METHOD = 'API';
export type MessageType = 'TEMPLATE' | 'FREE_FORM';

/** The parts of the request that the answer depends on. */
export type Asked = { readonly messageType: MessageType; readonly dryRun: boolean };

type DescribedOutcome = {
  readonly json: string;
  /** 200 if any message was accepted; else 402 if credit was short, 400 for anything else. */
  readonly httpStatus: 200 | 400 | 402;
};

/**
 * The seed's keys in the seed's order, all scalars strings. If nothing was accepted, and in a dry
 * run, `status` and the reason are added; a dry run has no ids and never says OK.
 */
export async function describeOutcome(
  { results, remainingMicros }: ChatOutcome,
  { messageType, dryRun }: Asked,
): Promise<DescribedOutcome> {
  const accepted = results.filter(({ ok }) => ok).length;
  const refusal = accepted > 0 ? undefined : decisive(results);
  const word = dryRun ? 'DRY RUN' : 'OK';
  // A text for each piece: one for each result would be as much memory again.
  const described = await forEachYielding(
    piecesOf(results, limit('chatEntriesPerTurn')),
    1,
    (piece) => piece.map((result) => JSON.stringify(describeResult(result, word))).join(','),
  );
  const frame: Tree = {
    success: accepted > 0 ? 'true' : 'false',
    ...(refusal === undefined ? {} : why(refusal)),
    ...(refusal === undefined && dryRun ? { status: word } : {}),
    method: METHOD,
    message_type: messageType,
    total_price: String(accepted),
    total_gsm: String(results.length),
    remaining_credit: formatRupees(remainingMicros),
  };
  const httpStatus = refusal === undefined ? 200 : isCredit(refusal) ? 402 : 400;
  const json = `${JSON.stringify(frame).slice(0, -1)},"results":[${described.join(',')}]}`;
  return { json, httpStatus };
}

function describeResult(result: ChatResult, word: string): Tree {
  if (!result.ok) return { ...why(result.refusal), mobile: result.shown };
  const { id, recipient } = result;
  if (id === undefined) return { status: word, mobile: recipient };
  return { status: word, id: uuidOf(id), mobile: recipient };
}

function why(refusal: Refusal): { readonly status: string; readonly error: string } {
  return { status: failureOf(refusal.reason).code, error: sentenceOf(refusal) };
}

/** The refusal that stands for all: missing credit, else the first. */
function decisive(results: readonly ChatResult[]): Refusal | undefined {
  const refusals = results.flatMap((result) => (result.ok ? [] : [result.refusal]));
  return refusals.find(isCredit) ?? refusals[0];
}

function isCredit({ reason }: Refusal): boolean {
  return failureOf(reason).code === '8';
}
