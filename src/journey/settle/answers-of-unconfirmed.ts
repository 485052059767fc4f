import type { CarrierAnswer, CarrierQuestion } from '../../domain/carrier/carrier.ts';
import { FAILURES, type FailureReason } from '../../domain/failure/failure.ts';
import type { LinkId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import type { LostAnswer } from '../../store/lost-answers.ts';
import type { Receipt } from './match-receipts.ts';

/** A part whose answer was lost, and what the operator says of it now. */
export type Asked = { readonly answer: LostAnswer; readonly said: CarrierAnswer };

/** How a sender's name goes onto the wire. */
export function senderKindOf(sender: string): CarrierQuestion['sourceKind'] {
  return /^\d+$/.test(sender) ? 'short_code' : 'alphanumeric';
}

/** What became of a lost part: by its late answer, by the question, or by neither. */
export function resultOf({ answer, said }: Asked): PartResult {
  const { part, outcome, operatorKey = '', status = 0, reason } = answer;
  if (outcome === 'taken') return { part, kind: 'taken', operatorKey };
  if (outcome === 'refused') {
    return { part, kind: 'refused', status, reason: isReason(reason) ? reason : 'operator_fault' };
  }
  switch (said.kind) {
    case 'known':
      return { part, kind: 'taken', operatorKey: said.operatorKey };
    case 'denied':
    case 'unasked':
      return { part, kind: said.kind };
    case 'unanswered':
      return { part, kind: 'unexplained' };
  }
}

function isReason(word: string | undefined): word is FailureReason {
  return word !== undefined && Object.hasOwn(FAILURES, word);
}

/** A final word that came with an answer, and the attempt it is about. */
export type LostReceipt = { readonly inbound: Receipt; readonly attempt: LostAttempt };

type LostAttempt = MessageKey & {
  readonly attempt: number;
  readonly part: number;
  readonly parts: number;
};

/** The final words among answers about one message. */
export function receiptsOf(
  asked: readonly Asked[],
  message: Omit<LostAttempt, 'part'> & { readonly linkId: LinkId },
): readonly LostReceipt[] {
  const { accountId, messageId, attempt, parts, linkId } = message;
  return asked.flatMap(({ answer: { part, outcome }, said }) => {
    const inbound = outcome === 'lost' ? toReceipt(linkId, said) : undefined;
    if (inbound === undefined) return [];
    return [{ inbound, attempt: { accountId, messageId, attempt, part, parts } }];
  });
}

/** A final answer, as the receipt that it stands for; undefined where there is none. */
export function toReceipt(linkId: LinkId, said: CarrierAnswer): Receipt | undefined {
  if (said.kind !== 'known' || said.state === undefined) return undefined;
  const { operatorKey, state, level, raw } = said;
  return {
    kind: 'receipt',
    linkId,
    operatorKey,
    state,
    level,
    raw,
    error: undefined,
    clues: { from: '', reference: undefined, submittedAtMs: undefined },
    acknowledge: () => undefined,
  };
}
