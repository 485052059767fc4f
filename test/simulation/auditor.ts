/**
 * Keeps its own book of a simulated run, from what callers asked and were told. It knows prices,
 * alphabets and parts by itself and shares no code with the service; money is in paisas.
 */

/** A request, as the auditor remembers it. */
export type Request = {
  readonly account: string;
  readonly text: string;
  readonly recipients: readonly string[];
  readonly route: 'simple' | 'branded' | 'short_code';
};

/** What a caller heard: an id, a refusal, or nothing that can be relied upon. */
export type Word =
  | { readonly kind: 'ok'; readonly id: number; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown' };

export type Expected = {
  readonly account: string;
  readonly id: number;
  readonly recipients: readonly string[];
  readonly parts: number;
  readonly paisas: number;
  readonly text: string;
};

const PAISAS: Readonly<Record<Request['route'], number>> = {
  simple: 150,
  branded: 240,
  short_code: 480,
};

/** Latin letters, digits and the marks that the simulation writes; two septets each: € [ ] { }. */
const DOUBLE = /[€[\]{}]/g;
const IS_GSM = /^[\x20-\x5a\x61-\x7a€[\]{}\n]*$/;

/** How many parts a text has, by 3GPP TS 23.040: 160/153 septets, or 70/67 characters. */
export function countParts(text: string): number {
  if (IS_GSM.test(text)) {
    const septets = text.length + (text.match(DOUBLE) ?? []).length;
    if (septets <= 160) return 1;
    return fill(text, 153, (character) => (DOUBLE.test(character) ? 2 : 1));
  }
  if (text.length <= 70) return 1;
  return fill(text, 67, (character) => character.length);
}

/** Parts of so many places each, no character cut in two. */
function fill(text: string, places: number, sizeOf: (character: string) => number): number {
  let parts = 1;
  let used = 0;
  for (const character of text) {
    DOUBLE.lastIndex = 0;
    const size = sizeOf(character);
    if (used + size > places) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}

export type Auditor = {
  /** Opens an account with this credit. */
  open(account: string, paisas: number): void;
  hear(request: Request, word: Word): void;
  /** What every OK was for, once each. */
  expected(): readonly Expected[];
  /** What an account must have spent at least, and at most with all that nobody was told of. */
  spent(account: string): { readonly least: number; readonly most: number };
  creditOf(account: string): number;
};

export function createAuditor(): Auditor {
  const credit = new Map<string, number>();
  const book = new Map<number, Expected>();
  const doubtful: Expected[] = [];
  const priced = ({ account, text, recipients, route }: Request, id: number): Expected => {
    const parts = countParts(text);
    const paisas = parts * recipients.length * PAISAS[route];
    return { account, id, recipients, parts, paisas, text };
  };
  const sumOf = (entries: Iterable<Expected>, account: string): number =>
    [...entries].filter((it) => it.account === account).reduce((sum, it) => sum + it.paisas, 0);
  return {
    open: (account, paisas) => void credit.set(account, paisas),
    hear(request, word) {
      if (word.kind === 'ok') book.set(word.id, priced(request, word.id));
      if (word.kind === 'unknown') doubtful.push(priced(request, 0));
    },
    expected: () => [...book.values()],
    spent(account) {
      const least = sumOf(book.values(), account);
      return { least, most: least + sumOf(doubtful, account) };
    },
    creditOf: (account) => credit.get(account) ?? 0,
  };
}
