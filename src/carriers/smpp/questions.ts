/**
 * Queries about parts, as query_sm. By the specification (SMPP 3.4, 4.8) we ask by the operator's
 * own id. Some operators accept an empty id with the user_message_reference of the submit instead;
 * that is an agreement, not a standard, so a link says whether its operator does.
 */

import {
  commandStatus,
  encodePdu,
  noTlvs,
  wordTlv,
  messageIdKey,
  receiptStateOf,
  type Outcome,
  type Pdu,
  type Query,
} from '@paigham/smpp';
import type { CarrierAnswer, CarrierQuestion } from '../../domain/carrier/carrier.ts';
import type { SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import { composeSource, type SourceRules } from './compose-submit.ts';
import type { BoundSession } from './connection.ts';
import { statesOfWords } from './read-inbound.ts';

type Rules = SourceRules & Pick<SmppLinkConfig, 'answerIdForm' | 'receiptLevel'>;

/** The operator is there but busy: it is asked again. */
const putOff: ReadonlySet<number> = new Set([
  commandStatus.ESME_RTHROTTLED,
  commandStatus.ESME_RMSGQFUL,
  commandStatus.ESME_RSYSERR,
]);

/** It looked, and has no such message. */
const denials: ReadonlySet<number> = new Set([
  commandStatus.ESME_RINVMSGID,
  commandStatus.ESME_RQUERYFAIL,
]);

type Resolve = (answer: CarrierAnswer) => void;

/** The queries of a link: those waiting for its rate limit, and those waiting for answers. */
export class Questions {
  private readonly due: { readonly question: CarrierQuestion; readonly resolve: Resolve }[] = [];
  /** Under keys that no submit uses. */
  private readonly waiting = new Map<number, Resolve>();
  private lastKey = 0;

  /** How many are still to be asked. */
  get count(): number {
    return this.due.length;
  }

  /** Keeps a query until the rate limit allows it, if the window has room for it. */
  add(question: CarrierQuestion, roomInWindow: number): Promise<CarrierAnswer> {
    if (this.due.length >= roomInWindow) return Promise.resolve({ kind: 'unasked' });
    return new Promise((resolve) => this.due.push({ question, resolve }));
  }

  /** Sends the oldest. The caller makes sure there is room. */
  ask(session: BoundSession | undefined, rules: Rules): void {
    const next = this.due.shift();
    if (next === undefined) return;
    // Keys of submits are positive.
    this.lastKey -= 1;
    const refusal = session?.request(composeQuery(next.question, rules), this.lastKey);
    if (session === undefined || refusal !== undefined) next.resolve({ kind: 'unasked' });
    else this.waiting.set(this.lastKey, next.resolve);
  }

  /** Gives up what has not been asked yet: it may be asked later. */
  putOffAll(): void {
    for (const { resolve } of this.due.splice(0)) resolve({ kind: 'unasked' });
  }

  /** Takes the outcome of a query; false if it belongs to something else. */
  take(key: number, outcome: Outcome, rules: Rules): boolean {
    const resolve = this.waiting.get(key);
    if (resolve === undefined) return false;
    this.waiting.delete(key);
    resolve(readOutcome(outcome, rules));
    return true;
  }
}

function composeQuery(question: CarrierQuestion, rules: Rules): Query {
  const { operatorKey, reference } = question;
  return {
    command: 'query_sm',
    messageId: idOfKey(operatorKey, rules.answerIdForm),
    ...composeSource(question, rules),
    tlvs: operatorKey === '' ? [wordTlv('user_message_reference', reference)] : noTlvs,
  };
}

/**
 * An id as the operator wrote it, as far as its comparable form preserves that: padding and letter
 * case are lost where the link's rule ignores them.
 */
function idOfKey(key: string, form: SmppLinkConfig['answerIdForm']): string {
  return form === 'hex' && /^\d+$/.test(key) ? BigInt(key).toString(16) : key;
}

function readOutcome(outcome: Outcome, rules: Rules): CarrierAnswer {
  switch (outcome.kind) {
    case 'answered':
      return readAnswer(outcome.pdu, rules);
    case 'unreadable':
    case 'timeout':
      return { kind: 'unanswered' };
    case 'closed':
      return { kind: 'unasked' };
  }
}

function readAnswer(pdu: Pdu, rules: Rules): CarrierAnswer {
  const { status, body } = pdu;
  if (putOff.has(status)) return { kind: 'unasked' };
  if (body.command !== 'query_sm_resp') return { kind: 'unanswered' };
  if (denials.has(status)) return { kind: 'denied' };
  const word = statesOfWords[receiptStateOf(body.messageState)];
  // UNKNOWN means that the operator does not know either.
  if (status !== 0 || word === 'unrecognised' || word === 'unknown') return { kind: 'unanswered' };
  const encoded = encodePdu(body, pdu.sequence, status);
  return {
    kind: 'known',
    operatorKey: messageIdKey(body.messageId, rules.answerIdForm),
    state: word === 'intermediate' ? undefined : word,
    level: rules.receiptLevel,
    raw: encoded.ok ? encoded.bytes : new Uint8Array(0),
  };
}
