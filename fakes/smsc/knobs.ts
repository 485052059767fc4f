/** Every behaviour that an operator can be told. */
import { isRecord } from '../kit/json.ts';
import {
  count,
  flag,
  percent,
  readChange,
  readOneOf,
  startOf,
  text,
  type Change,
  type Knobs,
} from '../kit/knobs.ts';

export type Behaviour = {
  answerDelayMs: number;
  answerJitterMs: number;
  answerIdForm: IdForm;
  throttleNext: number;
  throttleEvery: number;
  refuseNext: number;
  refuseStatus: number;
  refuseNumbers: readonly NumberRule[];
  ignoreNext: number;
  receiptDelayMs: number;
  receiptJitterMs: number;
  receiptBeforeAnswer: boolean;
  receiptOnOtherBind: boolean;
  receiptIdForm: IdForm;
  receiptState: string;
  receiptNumbers: readonly ReceiptRule[];
  receiptTlvs: boolean;
  receiptText: boolean;
  receiptFlagged: boolean;
  receiptTwicePercent: number;
  receiptNeverPercent: number;
  receiptGarbledPercent: number;
  receiptContradictoryPercent: number;
  echoReference: boolean;
  queryAnswer: QueryAnswers;
  queryState: string;
  dropPoint: DropPoint;
  dropAfterSubmits: number;
  refuseBindsNext: number;
  refuseBindStatus: number;
  mostBinds: number;
  congestionState: number;
  answeringEnquiries: boolean;
  restartEveryMs: number;
  restartPauseMs: number;
  accepting: boolean;
  frozen: boolean;
};

export type NumberRule = { readonly pattern: string; readonly status: number };
export type ReceiptRule = {
  readonly pattern: string;
  readonly state: string;
  readonly error: string;
};

const idForms = ['decimal', 'padded', 'hex', 'HEX', 'uuid'] as const;
export type IdForm = (typeof idForms)[number];

const dropPoints = [
  'none',
  'before_taking',
  'before_answer',
  'mid_answer',
  'after_answer',
] as const;
export type DropPoint = (typeof dropPoints)[number];

const queryAnswers = ['by_id', 'by_reference', 'denies', 'unsupported', 'silent'] as const;
export type QueryAnswers = (typeof queryAnswers)[number];

function readRules<T>(readRule: (rule: Readonly<Record<string, unknown>>) => T | undefined) {
  return (value: unknown): readonly T[] | undefined => {
    if (!Array.isArray(value)) return undefined;
    const rules: T[] = [];
    for (const item of value as readonly unknown[]) {
      const rule = isRecord(item) && isPattern(item['pattern']) ? readRule(item) : undefined;
      if (rule === undefined) return undefined;
      rules.push(rule);
    }
    return rules;
  };
}

const readNumberRules = readRules(({ pattern, status }): NumberRule | undefined => {
  if (typeof pattern !== 'string' || typeof status !== 'number') return undefined;
  return { pattern, status };
});

const readReceiptRules = readRules(({ pattern, state, error }): ReceiptRule | undefined => {
  if (typeof pattern !== 'string' || typeof state !== 'string') return undefined;
  return { pattern, state, error: typeof error === 'string' ? error : '000' };
});

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const forms = idForms.join(', ');

export const knobs: Knobs<Behaviour> = {
  answerDelayMs: count(0, 'wait before answering a submit_sm'),
  answerJitterMs: count(0, 'up to so much more, at random'),
  answerIdForm: { start: 'decimal', words: `id in the answer: ${forms}`, read: readOneOf(idForms) },
  throttleNext: count(0, 'answer so many submits with ESME_RTHROTTLED'),
  throttleEvery: count(0, 'throttle every nth submit; 0 for none'),
  refuseNext: count(0, 'refuse so many submits with refuseStatus'),
  refuseStatus: count(0x45, 'command_status of those refusals'),
  refuseNumbers: {
    start: [],
    words: 'refuse by destination: [{"pattern": "^92300", "status": 11}]',
    read: readNumberRules,
  },
  ignoreNext: count(0, 'take so many submits and never answer them'),
  receiptDelayMs: count(100, 'wait between taking a message and its receipt'),
  receiptJitterMs: count(0, 'up to so much more, at random'),
  receiptBeforeAnswer: flag(false, 'send the receipt just before the answer'),
  receiptOnOtherBind: flag(false, 'send receipts on another bind than the submit came on'),
  receiptIdForm: {
    start: 'decimal',
    words: `id in the receipt: ${forms}`,
    read: readOneOf(idForms),
  },
  receiptState: text('DELIVRD', 'state word of receipts'),
  receiptNumbers: {
    start: [],
    words: 'state by destination: [{"pattern": "7$", "state": "UNDELIV", "error": "027"}]',
    read: readReceiptRules,
  },
  receiptTlvs: flag(true, 'put receipted_message_id and message_state into receipts'),
  receiptText: flag(true, 'put the text of appendix B into receipts'),
  receiptFlagged: flag(true, 'mark receipts in esm_class'),
  receiptTwicePercent: percent('share of receipts sent twice'),
  receiptNeverPercent: percent('share of receipts never sent'),
  receiptGarbledPercent: percent('share of receipts that cannot be read'),
  receiptContradictoryPercent: percent('share of receipts followed by one of another state'),
  echoReference: flag(false, 'repeat user_message_reference of the submit in its receipts'),
  queryAnswer: {
    start: 'unsupported',
    words: `answer query_sm: ${queryAnswers.join(', ')} (by_reference: by either)`,
    read: readOneOf(queryAnswers),
  },
  queryState: text('', 'state word in those answers; empty for what was reported last'),
  dropPoint: {
    start: 'none',
    words: `drop the link, once, at: ${dropPoints.join(', ')}`,
    read: readOneOf(dropPoints),
  },
  dropAfterSubmits: count(1, 'which submit from now on meets dropPoint'),
  refuseBindsNext: count(0, 'refuse so many binds with refuseBindStatus'),
  refuseBindStatus: count(0x0d, 'command_status of those refusals'),
  mostBinds: count(0, 'refuse binds beyond so many with ESME_RALYBND; 0 for no limit'),
  congestionState: count(0, 'congestion_state of SMPP 5 in answers to submits; 0 for none'),
  answeringEnquiries: flag(true, 'answer enquire_link'),
  restartEveryMs: count(0, 'drop every link and stop listening each time it is over; 0 for never'),
  restartPauseMs: count(200, 'how long nobody listens then'),
  accepting: flag(true, 'accept connections'),
  frozen: flag(false, 'read nothing more on any link, as a hung server'),
};

/** The defaults: a well-behaved operator. */
export const plainBehaviour = (): Behaviour => startOf(knobs);

/** Reads a change; one unknown name or invalid value refuses all of it, with a sentence. */
export const readBehaviour = (value: unknown): Change<Behaviour> => readChange(knobs, value);
