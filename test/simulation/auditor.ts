/**
 * Keeps its own books of a simulated run, from what callers asked and were told. It computes
 * prices, alphabets and parts on its own and shares no code with the service; money is in paisas.
 */

/** A request, as the auditor remembers it. */
export type Request = {
  readonly account: string;
  readonly text: string;
  readonly recipients: readonly string[];
  readonly route: 'simple' | 'branded' | 'short_code';
};

/** What a caller was told: an id, a refusal, or nothing reliable. */
export type Word =
  | { readonly kind: 'ok'; readonly id: number; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown' };

const PAISAS: Readonly<Record<Request['route'], number>> = {
  simple: 150,
  branded: 240,
  short_code: 480,
};

/** What the auditor expects of one message. */
export type Entry = {
  readonly account: string;
  readonly recipient: string;
  readonly text: string;
  readonly parts: number;
  readonly paisas: number;
};

/** What the database says about a message; money in millionths of a rupee. */
export type Found = {
  readonly account: string;
  readonly recipient: string;
  readonly text: string;
  readonly parts: number;
  readonly posted: number;
  readonly state: number;
};

export type Auditor = {
  /** Records an account's credit, in paisas. */
  open(account: string, paisas: number): void;
  hear(request: Request, word: Word): void;
  /** A sentence for every difference between the database and the books. */
  compare(found: readonly Found[], balances: ReadonlyMap<string, number>): readonly string[];
};

/** The simulated operators refuse these numbers permanently, and cannot reach those. */
export const isRefused = (recipient: string): boolean => recipient.endsWith('0');
export const isUnreachable = (recipient: string): boolean => recipient.endsWith('7');

const nameOf = (it: Pick<Entry, 'account' | 'recipient' | 'text'>): string =>
  `${it.account} ${it.recipient} ${it.text}`;

export function createAuditor(): Auditor {
  const credit = new Map<string, number>();
  const accepted = new Map<number, readonly Entry[]>();
  const doubtful: (readonly Entry[])[] = [];

  const price = ({ account, text, recipients, route }: Request): readonly Entry[] => {
    const parts = countParts(text);
    return recipients.map((recipient) => {
      const paisas = isRefused(recipient) ? 0 : parts * PAISAS[route];
      return { account, recipient, text, parts, paisas };
    });
  };

  /**
   * What was accepted, and what is there although nobody was told: whole requests, or it is wrong.
   */
  const expect = (there: ReadonlySet<string>, sentences: string[]): readonly Entry[] => {
    const told = [...accepted.values()].flat();
    const untold = doubtful.flatMap((entries) => {
      const present = entries.filter((entry) => there.has(nameOf(entry)));
      if (present.length > 0 && present.length < entries.length) {
        sentences.push(`a request was taken in part: ${nameOf(entries[0] ?? EMPTY)}`);
      }
      return present;
    });
    // Twins with one key are one message, whether or not anybody was told.
    return [...new Map([...untold, ...told].map((entry) => [nameOf(entry), entry])).values()];
  };

  return {
    open: (account, paisas) => void credit.set(account, paisas),
    hear(request, word) {
      if (word.kind === 'ok') accepted.set(word.id, price(request));
      if (word.kind === 'unknown') doubtful.push(price(request));
    },
    compare(found, balances) {
      const sentences: string[] = [];
      const rows = new Map(found.map((it) => [nameOf(it), it]));
      if (rows.size !== found.length) sentences.push('a message is there twice');
      const entries = expect(new Set(rows.keys()), sentences);
      const spent = new Map<string, number>();
      for (const entry of entries) {
        const row = rows.get(nameOf(entry));
        rows.delete(nameOf(entry));
        sentences.push(...differences(entry, row));
        spent.set(entry.account, (spent.get(entry.account) ?? 0) + entry.paisas);
      }
      for (const name of rows.keys()) sentences.push(`nobody asked for: ${name}`);
      for (const [account, paisas] of credit) {
        const left = paisas - (spent.get(account) ?? 0);
        const balance = balances.get(account);
        if (balance !== left) sentences.push(`${account} has ${balance} paisas, not ${left}`);
      }
      return sentences;
    },
  };
}

const EMPTY: Entry = { account: '', recipient: '', text: '', parts: 0, paisas: 0 };

function differences(entry: Entry, row: Found | undefined): readonly string[] {
  const name = nameOf(entry);
  if (row === undefined) return [`lost: ${name}`];
  const sentences: string[] = [];
  if (row.parts !== entry.parts) {
    sentences.push(`${row.parts} parts, not ${entry.parts}: ${name}`);
  }
  if (row.posted !== entry.paisas * 10_000) {
    sentences.push(`charged ${row.posted} micros, not ${entry.paisas} paisas: ${name}`);
  }
  if (!endsOf(entry.recipient).includes(row.state)) {
    sentences.push(`ended in state ${row.state}: ${name}`);
  }
  return sentences;
}

/** 3 unknown (the operator was silent or unreadable), 4 delivered, 5 failed, 6 rejected. */
function endsOf(recipient: string): readonly number[] {
  if (isRefused(recipient)) return [6];
  return isUnreachable(recipient) ? [3, 5] : [3, 4];
}

/** Latin letters, digits and the marks that the simulation writes; two septets each: € [ ]. */
const IS_GSM = /^[\x20-\x5a\x61-\x7a€[\]\n]*$/;
const septetsOf = (character: string): number => ('€[]'.includes(character) ? 2 : 1);

/** How many parts a text has, by 3GPP TS 23.040: 160 or 153 septets, 70 or 67 characters. */
export function countParts(text: string): number {
  if (IS_GSM.test(text)) return fill(text, septetsOf, [160, 153]);
  return fill(text, (character) => character.length, [70, 67]);
}

/** One part of up to `whole` units, or several of `piece`; no character is cut in two. */
function fill(
  text: string,
  sizeOf: (character: string) => number,
  [whole, piece]: readonly [number, number],
): number {
  const sizes = [...text].map(sizeOf);
  if (sizes.reduce((sum, size) => sum + size, 0) <= whole) return 1;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > piece) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}
