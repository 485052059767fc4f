/** How the directory behaves; all of it can be changed while it runs. */

import { count, flag, readChange, startOf, text, type Change, type Knobs } from '../kit/knobs.ts';

export type Behaviour = {
  delayMs: number;
  failNext: number;
  silentNext: number;
  garbageNext: number;
  wrongWord: string;
  wrongNumber: boolean;
  ratePerSecond: number;
  enforceRate: boolean;
};

const knobs: Knobs<Behaviour> = {
  delayMs: count(0, 'wait before each answer'),
  failNext: count(0, 'answer so many questions with a failure (HTTP 500, DNS SERVFAIL)'),
  silentNext: count(0, 'answer so many questions not at all'),
  garbageNext: count(0, 'answer so many questions with octets that mean nothing'),
  wrongWord: text('', 'name this operator in every answer; empty for the right one'),
  wrongNumber: flag(false, 'answer about another number'),
  ratePerSecond: count(0, 'numbers that may be asked about in a second; 0 for any'),
  enforceRate: flag(false, 'refuse questions beyond the rate, which are counted otherwise'),
};

export const plainBehaviour = (): Behaviour => startOf(knobs);

/** Reads a change; one unknown name or invalid value refuses all of it, with a sentence. */
export const readBehaviour = (value: unknown): Change<Behaviour> => readChange(knobs, value);
