/** How the gateway behaves; all of it can be changed while it runs. */
import { count, flag, readChange, startOf, text, type Change, type Knobs } from '../kit/knobs.ts';

export type Behaviour = {
  notify: boolean;
  notifyTwice: boolean;
  notifyDelayMs: number;
  notifyTries: number;
  notifyAt: string;
  forge: boolean;
  paisasOff: number;
  currency: string;
  failNext: number;
  expireMinutes: number;
  refund: string;
  charge: string;
};

const knobs: Knobs<Behaviour> = {
  notify: flag(true, 'tell the shop what has become of a payment'),
  notifyTwice: flag(false, 'tell it twice'),
  notifyDelayMs: count(0, 'tell it so much later'),
  notifyTries: count(5, 'how often it is told while it does not answer with success'),
  notifyAt: text('', 'the address to tell of checkouts that a form has opened'),
  forge: flag(false, 'sign notifications and returns with another secret'),
  paisasOff: {
    start: 0,
    words: 'take so many paisas less than was asked; below 0: more',
    read: (value) => (Number.isInteger(value) ? Number(value) : undefined),
  },
  currency: text('', 'take this currency; empty for the one that was asked'),
  failNext: count(0, 'answer so many calls with HTTP 500'),
  expireMinutes: count(60, 'how long a checkout is open'),
  charge: text('', 'of a kept card: decline, authenticate, lose (done, not answered), wait'),
  refund: text('', 'refuse: will not; lose: does it and hangs up; wait: says pending'),
};

export const plainBehaviour = (): Behaviour => startOf(knobs);

/** Reads a change; one unknown name or invalid value refuses all of it, with a sentence. */
export const readBehaviour = (value: unknown): Change<Behaviour> => readChange(knobs, value);
