/** What a dry run says of a file beyond its price: repeated, hidden and dear rows. */
import { countParts, withPlainLetters } from '@paigham/sms-text';
import { limit } from '../domain/limits.ts';
import type { FileCheck, LeftOutRow } from '../domain/message/file-send.ts';
import { micros } from '../domain/pricing/money.ts';
import { NumberSet } from '../domain/recipient/number-set.ts';
import { REFERENCE_BITS, type SenderRoute } from '../domain/sender/sender.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import type { PricedRow } from './channel.ts';

/** Characters named as the reason for more parts. */
const CHARACTERS_NAMED = 8;

export class FileChecker {
  readonly #bits;
  readonly #people: Set<string> | undefined;
  readonly #numbers = new NumberSet();
  readonly #characters = new Set<string>();
  readonly #cells = new Map<number, readonly string[]>();
  readonly #unicode = { messages: 0, micros: 0n };
  readonly #long = { messages: 0, micros: 0n };
  #repeated = 0;
  #hidden = 0;
  #unasked = 0;
  #charactersLeft = limit('leftOutCharacters');

  /** @param senderRoute undefined: chat messages, which have one part. */
  constructor(senderRoute: SenderRoute | undefined) {
    this.#bits = REFERENCE_BITS[senderRoute ?? 'simple'];
    this.#people = senderRoute === undefined ? new Set() : undefined;
  }

  add(rows: readonly PricedRow[]): void {
    for (const row of rows) {
      if (!this.#numbers.add(row.recipient)) this.#repeated += 1;
      this.#people?.add(row.person ?? row.recipient);
      if (row.parts > 1) this.#explain(row);
    }
  }

  /** Counts rows that nothing is sent to, and keeps their cells, as far as an answer has room. */
  leaveOut(leftOut: readonly LeftOutRow[], rows: readonly FileRow[]): void {
    if (leftOut.length === 0) return;
    const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
    for (const { row, reason } of leftOut) {
      if (reason === 'repeated') this.#repeated += 1;
      if (reason === 'no_consent') this.#unasked += 1;
      if (reason === 'hidden') this.#hidden += 1;
      else this.#keep(row, cellsOf.get(row) ?? []);
    }
  }

  #keep(row: number, cells: readonly string[]): void {
    if (this.#cells.size >= limit('rowsInAnswer')) return;
    this.#charactersLeft -= cells.reduce((sum, cell) => sum + cell.length, 0);
    if (this.#charactersLeft >= 0) this.#cells.set(row, cells);
  }

  /** How many parts are owed to letters, and how many to the length alone. */
  #explain({ text, alphabet, parts, priceMicros }: PricedRow): void {
    const costOf = (more: number): bigint => (priceMicros * BigInt(more)) / BigInt(parts);
    const plain = alphabet === 'ucs2' ? withPlainLetters(text, '?') : text;
    const least = countParts(plain, this.#bits).parts;
    if (least > 1) {
      this.#long.messages += 1;
      this.#long.micros += costOf(least - 1);
    }
    if (parts <= least) return;
    this.#unicode.messages += 1;
    this.#unicode.micros += costOf(parts - least);
    if (this.#characters.size < CHARACTERS_NAMED) this.#name(text);
  }

  #name(text: string): void {
    for (const character of text) {
      if (this.#characters.size >= CHARACTERS_NAMED) return;
      if (withPlainLetters(character, '') === '') this.#characters.add(character);
    }
  }

  /** What a left-out row has in the file; undefined: there was no room. */
  cellsOf(row: number): readonly string[] | undefined {
    return this.#cells.get(row);
  }

  finish(headings: readonly string[] | undefined): FileCheck {
    const [unicode, long] = [this.#unicode, this.#long];
    return {
      headings,
      people: this.#people,
      repeated: this.#repeated,
      hidden: this.#hidden,
      unasked: this.#unasked,
      unicode: {
        messages: unicode.messages,
        priceMicros: micros(unicode.micros),
        characters: [...this.#characters],
      },
      long: { messages: long.messages, priceMicros: micros(long.micros) },
    };
  }
}
