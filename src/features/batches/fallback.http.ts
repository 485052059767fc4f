/** The text that chat messages of a batch fall back to, as `/v1` takes and shows it. */
import { limit } from '../../domain/limits.ts';
import type {
  FallbackOfFile,
  FallbackTotals,
  KeptFallback,
} from '../../domain/message/fallback.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import { Type, type Static } from '../../kit/shape.ts';
import {
  closed,
  nullable,
  nullableCount,
  nullableTime,
  showTimeOrNull,
} from '../../operations/resource.ts';

const MINUTES = { minimum: limit('fallbackLeastMinutes'), maximum: limit('fallbackMostMinutes') };

/** What a request says of it, in the words of a batch of texts. */
export const NEW_FALLBACK = closed(
  {
    after_minutes: Type.Integer({
      ...MINUTES,
      description:
        'The text follows if the chat message has failed, or is not delivered so long after it ' +
        'left; what has not left so long after its time is cancelled first.',
    }),
    sender: Type.String({ description: 'An approved sender.' }),
    template_id: Type.String({ description: 'Of a template of texts: decimal digits.' }),
    message: Type.Record(Type.String(), Type.String(), {
      description: 'A value for each variable, as of a batch of texts.',
    }),
    type: Type.Optional(Type.Enum(['unicode'])),
  },
  { title: 'NewFallback', description: 'A text to those whom chat messages do not reach.' },
);

export type NewFallback = Static<typeof NEW_FALLBACK>;

export function fallbackOf(asked: NewFallback): FallbackOfFile {
  const { after_minutes: afterMinutes, sender, template_id: templateId, message, type } = asked;
  return { afterMinutes, sender, templateId, message, unicode: type === 'unicode' };
}

/** The same as it was asked for. */
export function askedFallback({ afterMinutes, templateId, ...said }: FallbackOfFile): NewFallback {
  const { sender, message, unicode } = said;
  const asked = { after_minutes: afterMinutes, sender, template_id: templateId, message };
  return unicode ? { ...asked, type: 'unicode' } : asked;
}

export const FALLBACK = closed(
  {
    after_minutes: Type.Integer(MINUTES),
    sender: Type.String(),
    template_id: Type.String(),
    batch_id: nullable('The batch of its texts; null: there is none yet.'),
    messages: nullableCount('Texts if nobody gets the chat message; null until the file is read.'),
    parts: nullableCount('Of these.'),
    price: nullable(
      'Of these, at acceptance: each text is priced and charged when it is sent, if it is.',
    ),
    without_number: nullableCount('People who have no number here, and get no text.'),
    left_out: nullableCount('Others whose row makes no text.'),
    open: nullableCount('Of which it is not decided, or whose text waits.'),
    reached: nullableCount('Who got the chat message in time.'),
    texted: nullableCount('Texts that were accepted.'),
    refused: nullableCount('Who may get no text, as they opted out: rows of its batch.'),
    given_up: nullableCount('Whose text could not be sent for a day, for want of credit.'),
    stopped: nullableCount('Who got none because you cancelled before, or were forgotten.'),
    waits_for: nullable('The code of the failure for which texts wait now, credit_insufficient.'),
    ended_at: nullableTime('When no text could follow any more.'),
  },
  { title: 'Fallback', description: 'The text to those whom chat messages do not reach.' },
);

type Shown = Static<typeof FALLBACK>;

const UNKNOWN = {
  batch_id: null,
  messages: null,
  parts: null,
  price: null,
  without_number: null,
  left_out: null,
  open: null,
  reached: null,
  texted: null,
  refused: null,
  given_up: null,
  stopped: null,
  waits_for: null,
  ended_at: null,
};

const totalsOf = (totals: FallbackTotals) => ({
  messages: totals.messages,
  parts: totals.parts,
  price: showRupees(totals.priceMicros),
  without_number: totals.withoutNumber,
  left_out: totals.leftOut,
});

export function showFallback(kept: KeptFallback | undefined): Shown | null {
  if (kept === undefined) return null;
  const { afterMinutes: after_minutes, sender, templateId: template_id, facts } = kept;
  const said = { after_minutes, sender, template_id };
  if (facts === undefined) return { ...UNKNOWN, ...said };
  const { messages, texted, reached, refused, givenUp, stopped, endedAtMs } = facts;
  const decided = texted + reached + refused + givenUp + stopped;
  return {
    ...said,
    ...totalsOf(facts),
    batch_id: facts.textBatchId === undefined ? null : String(facts.textBatchId),
    open: endedAtMs === undefined ? Math.max(0, messages - decided) : 0,
    reached,
    texted,
    refused,
    given_up: givenUp,
    stopped,
    waits_for: facts.waitsFor ?? null,
    ended_at: showTimeOrNull(endedAtMs),
  };
}

/** Of a dry run. */
export function previewFallback(
  asked: NewFallback | undefined,
  totals: FallbackTotals | undefined,
): Shown | null {
  if (asked === undefined) return null;
  const { after_minutes, sender, template_id } = asked;
  const said = { after_minutes, sender, template_id };
  return { ...UNKNOWN, ...said, ...(totals && totalsOf(totals)) };
}
