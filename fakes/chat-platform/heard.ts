/** Requests received: the last ones in full, without secrets, and counts of all. */

export type Heard = {
  /** 1 for the first request since the start or the last reset. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  /** With the version, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as parsed; files as size and hash. */
  body: unknown;
  /** `200`, `429 130429`, `hang`, `drop`; '' if there is none yet. */
  answer: string;
  /** Milliseconds from the first byte to the answer. */
  tookMs: number;
};

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);
const secretParameters = new Set(['access_token', 'code', 'input_token', 'state']);

export class HeardLog {
  private readonly slots: (Heard | undefined)[];
  private readonly answers = new Map<string, number>();
  total = 0;

  constructor(size: number) {
    this.slots = Array.from({ length: Math.max(1, size) }, () => undefined);
  }

  add(fields: Pick<Heard, 'at' | 'method' | 'path' | 'query' | 'headers'>): Heard {
    this.total += 1;
    const heard: Heard = {
      number: this.total,
      ...fields,
      body: undefined,
      answer: '',
      tookMs: 0,
    };
    this.slots[this.total % this.slots.length] = heard;
    return heard;
  }

  /** Records how it ended. */
  conclude(heard: Heard, answer: string, tookMs: number): void {
    heard.answer = answer;
    heard.tookMs = Math.round(tookMs);
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  /** Oldest first. */
  last(count: number): readonly Heard[] {
    const from = Math.max(1, this.total - Math.min(count, this.slots.length) + 1);
    const found: Heard[] = [];
    for (let number = from; number <= this.total; number += 1) {
      const heard = this.slots[number % this.slots.length];
      if (heard?.number === number) found.push(heard);
    }
    return found;
  }

  show(): Readonly<Record<string, unknown>> {
    return {
      requests: this.total,
      answers: Object.fromEntries(this.answers),
    };
  }
}

/** Headers as they came, secrets hidden. */
export function openHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      return [name, secretHeaders.has(name) ? '(hidden)' : String(value)] as const;
    }),
  );
}

/** A query as it came, secrets hidden. */
export function openQuery(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].map(([name, value]) => [name, secretParameters.has(name) ? '(hidden)' : value]),
  );
}
