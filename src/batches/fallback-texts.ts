/**
 * The texts that chat messages from a file fall back to (decision 125): whether the row of each
 * makes one, with which values, and what all of them would cost at most. Policy is asked when they
 * are sent.
 */
import type { ChatOfFile } from '../domain/message/file-send.ts';
import { firstLookAt, type FallbackTotals } from '../domain/message/fallback.ts';
import type { BatchId } from '../domain/ids.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import { micros } from '../domain/pricing/money.ts';
import { writeColumnText } from '../domain/template/column-text.ts';
import { chooseLinks } from '../journey/accept/choose-links.ts';
import { findOperators } from '../journey/accept/find-operators.ts';
import { priceMessages } from '../journey/charge/price.ts';
import type { Placed, Piece } from '../journey/commit/piece-writer.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { insertFallback, insertFallbackRows } from '../store/batches/fallbacks.ts';
import type { BatchTry } from '../store/batches/remove-batches.ts';
import type { FileOrder } from './accept-file.ts';
import type { JudgedBy, PricedRow } from './channel.ts';
import { RowJudge } from './judge-rows.ts';

type TextsBy = Pick<JudgedBy, 'routing' | 'atMs'> & {
  readonly demoText: string;
  readonly order: FileOrder;
  readonly asked: NonNullable<ChatOfFile['fallback']>;
  /** From when the chat messages may leave. */
  readonly dueAtMs: number;
};

type SentRow = Pick<PricedRow, 'row' | 'recipient'>;

/** Goes through the rows of one file with the chat messages, from its first to its last. */
export class FallbackTexts {
  readonly #by: TextsBy;
  readonly #judge: RowJudge;
  #messages = 0;
  #parts = 0;
  #micros = 0n;
  #withoutNumber = 0;
  #leftOut = 0;

  constructor(by: TextsBy) {
    this.#by = by;
    // Who gets the chat message twice may get the text twice.
    this.#judge = new RowJudge({ ...by.order, keepsRepeated: true }, by.demoText, undefined);
  }

  /** The values of the text of each chat message, by its row. */
  take(
    rows: readonly FileRow[],
    sent: readonly SentRow[],
  ): ReadonlyMap<number, Readonly<Record<string, string>>> {
    const { order, routing, atMs } = this.#by;
    const { ready } = this.#judge.judge(rows);
    const chats = new Set(sent.map(({ row }) => row));
    const own = ready.filter(({ row }) => chats.has(row));
    const located = findOperators(routing, own, undefined);
    const { account, sender, template } = order;
    const { routable } = chooseLinks(routing, located, {
      senderRoute: sender.route,
      category: template.category,
      accountId: account.id,
      isTest: account.isTest,
    });
    const priced = priceMessages({ ...order, messages: routable }, routing, atMs);
    const nameless = sent.filter(({ recipient }) => !/^\d+$/.test(recipient)).length;
    this.#messages += priced.messages.length;
    this.#parts += priced.parts;
    this.#micros += priced.priceMicros;
    this.#withoutNumber += nameless;
    this.#leftOut += sent.length - nameless - priced.messages.length;
    const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
    return new Map(priced.messages.map(({ row }) => [row, this.#said(cellsOf.get(row) ?? [])]));
  }

  #said(cells: readonly string[]): Readonly<Record<string, string>> {
    const { values } = this.#by.order;
    return Object.fromEntries(
      values.map(({ variable, text }) => [variable.name, writeColumnText(text, cells)]),
    );
  }

  get totals(): FallbackTotals {
    return {
      messages: this.#messages,
      parts: this.#parts,
      priceMicros: micros(this.#micros),
      withoutNumber: this.#withoutNumber,
      leftOut: this.#leftOut,
    };
  }

  /** Writes the texts of a piece of chat messages with it. */
  pieceOf(batchId: BatchId, messages: readonly Placed<PricedRow>[]): Piece {
    const { order, dueAtMs } = this.#by;
    const rows = messages.flatMap(({ id: messageId, position, said }) =>
      said === undefined ? [] : [{ messageId, position, said }],
    );
    const of = { accountId: order.account.id, batchId, lookAtMs: firstLookAt(dueAtMs) };
    return (transaction) => insertFallbackRows(transaction, rows, of);
  }

  /** In the commit that publishes the batch. */
  publish(transaction: Transaction, { accountId, id }: BatchTry): Promise<void> {
    const { order, asked, dueAtMs } = this.#by;
    return insertFallback(transaction, {
      ...this.totals,
      accountId,
      id,
      afterMinutes: asked.afterMinutes,
      sender: order.sender.name,
      templateId: order.template.id,
      unicode: asked.unicode,
      isTest: order.account.isTest,
      lookAtMs: firstLookAt(dueAtMs),
    });
  }
}
