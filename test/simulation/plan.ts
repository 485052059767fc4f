/** What a simulated run does, drawn from its seed: rounds of sends, operators' moods, faults. */
import type { Behaviour, DropPoint } from '../../fakes/smsc/knobs.ts';
import { times } from '../support/soak.ts';
import type { Request } from './auditor.ts';
import type { Draw } from './draw.ts';

/** A request and how it is made: several times at once with one key, or once without. */
export type PlannedSend = {
  readonly request: Request;
  readonly type: 'unicode' | undefined;
  readonly key: string | undefined;
  readonly times: number;
};

export type Fault =
  | { readonly kind: 'none' }
  /** The service is stopped by a signal, and started again. */
  | { readonly kind: 'restart' }
  /** The node dies on the spot, and another starts once its lease has ended. */
  | { readonly kind: 'death' }
  /** The database cannot be reached for a moment. */
  | { readonly kind: 'outage' }
  /** An operator drops its link at a named point of a submission. */
  | { readonly kind: 'drop'; readonly operator: number; readonly point: DropPoint };

export type Round = {
  readonly behaviour: Partial<Behaviour>;
  readonly sends: readonly PlannedSend[];
  readonly fault: Fault;
  /** The fault comes after this many answers. */
  readonly faultAfter: number;
};

export const ACCOUNTS = ['first', 'second', 'third'] as const;

const ROUTES = ['simple', 'branded', 'short_code'] as const;
const POINTS = ['before_taking', 'before_answer', 'mid_answer', 'after_answer'] as const;
const PREFIXES = ['92300', '92311', '92333', '92345'] as const;
const WORDS = ['kal', 'rate', 'store', '€ 12', '[A]', 'Friday'] as const;
const URDU = ['کل', 'آرڈر', 'شکریہ', 'قیمت', '🎉'] as const;

/** Beyond what is committed together only in a soak: here, beyond what is on the wire at once. */
const MOST_RECIPIENTS = times(400, 2_200);

let written = 0;

/** Draws one round. */
export function drawRound(draw: Draw, number: number): Round {
  const sends = Array.from({ length: 20 + draw.below(60) }, () => drawSend(draw));
  return {
    behaviour: drawBehaviour(draw),
    sends,
    fault: drawFault(draw, number),
    faultAfter: draw.below(sends.length),
  };
}

function drawBehaviour(draw: Draw): Partial<Behaviour> {
  return {
    answerDelayMs: draw.percent(70) ? 0 : draw.below(20),
    answerJitterMs: draw.below(30),
    throttleNext: draw.percent(20) ? draw.below(8) : 0,
    receiptDelayMs: draw.below(60),
    receiptJitterMs: draw.below(200),
    receiptBeforeAnswer: draw.percent(15),
    receiptTwicePercent: draw.percent(50) ? 20 : 0,
    receiptContradictoryPercent: draw.percent(30) ? 20 : 0,
    receiptGarbledPercent: draw.percent(20) ? 5 : 0,
    receiptNeverPercent: draw.percent(20) ? 5 : 0,
  };
}

function drawFault(draw: Draw, number: number): Fault {
  const drop = { kind: 'drop', operator: draw.below(4), point: draw.pick(POINTS) } as const;
  const dice = draw.below(100);
  // The first round is quiet, so that a run that fails at once shows that the plain case fails.
  if (number === 0 || dice < 40) return { kind: 'none' };
  if (dice < 60) return drop;
  if (dice < 75) return { kind: 'restart' };
  return dice < 90 ? { kind: 'death' } : { kind: 'outage' };
}

function drawSend(draw: Draw): PlannedSend {
  written += 1;
  const mark = `No. ${String(written).padStart(6, '0')}`;
  const isUnicode = draw.percent(20);
  const words = isUnicode ? URDU : WORDS;
  const length = draw.percent(75) ? 1 + draw.below(5) : 20 + draw.below(40);
  // Every part of a long text contains the mark, and so shows whose it is.
  const said = Array.from({ length }, (_, index) =>
    index % 4 === 3 ? mark : draw.pick<string>(words),
  );
  const count = draw.percent(80) ? 1 : 1 + draw.below(draw.percent(3) ? MOST_RECIPIENTS : 6);
  const first = draw.below(100_000);
  const recipients = Array.from({ length: count }, (_, index) => {
    return draw.pick(PREFIXES) + String(1_000_000 + first + index);
  });
  const request = {
    account: draw.pick(ACCOUNTS),
    text: `${mark} ${said.join(' ')}`,
    recipients,
    route: draw.pick(ROUTES),
  };
  const isKeyed = draw.percent(25);
  return {
    request,
    type: isUnicode ? 'unicode' : undefined,
    key: isKeyed ? mark : undefined,
    times: isKeyed ? 1 + draw.below(4) : 1,
  };
}
