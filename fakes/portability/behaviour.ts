/** How the directory behaves; all of it can be changed while it runs. */

export type Behaviour = {
  /** Before each answer. */
  delayMs: number;
  /** So many questions more are answered with a failure (HTTP 500, DNS SERVFAIL). */
  failNext: number;
  /** So many questions more get no answer at all. */
  silentNext: number;
  /** So many questions more get octets that mean nothing. */
  garbageNext: number;
  /** Every operator's word is this one instead; '' for the right ones. */
  wrongWord: string;
  /** Every answer is about another number. */
  wrongNumber: boolean;
  /** Numbers that it allows to be asked about in any second; 0 for any. */
  ratePerSecond: number;
  /** Whether questions beyond the rate are refused, or only counted. */
  enforceRate: boolean;
};

export const plainBehaviour = (): Behaviour => ({
  delayMs: 0,
  failNext: 0,
  silentNext: 0,
  garbageNext: 0,
  wrongWord: '',
  wrongNumber: false,
  ratePerSecond: 0,
  enforceRate: false,
});

export type ReadChange =
  | { readonly ok: true; readonly change: Partial<Behaviour> }
  | { readonly ok: false; readonly words: string };

/** Reads a change to the behaviour; names what it does not know. */
export function readChange(body: unknown): ReadChange {
  if (typeof body !== 'object' || body === null) return { ok: false, words: 'an object' };
  const plain: Readonly<Record<string, unknown>> = plainBehaviour();
  for (const [name, value] of Object.entries(body)) {
    if (!(name in plain)) return { ok: false, words: `${name} is no knob` };
    if (typeof value !== typeof plain[name]) {
      return { ok: false, words: `${name} is a ${typeof plain[name]}` };
    }
    if (typeof value === 'number' && !(value >= 0))
      return { ok: false, words: `${name} is 0 or more` };
  }
  return { ok: true, change: body };
}
