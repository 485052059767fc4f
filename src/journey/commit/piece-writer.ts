import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { LeftOutRow } from '../../domain/message/file-send.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertLeftOut } from '../../store/messages/file-batches.ts';
import type { BatchTry } from '../../store/messages/remove-batches.ts';
import type { JourneyDeps } from '../deps.ts';
import type { Span } from './batch.ts';
import { beforePublished } from './remove-unpublished.ts';

/** A message that has its id and its place in the batch. */
export type Placed<Row> = Row & { readonly id: MessageId; readonly position: number };

/** Writes a piece; what it holds of the messages should be little, for it may wait. */
export type Piece = (transaction: Transaction) => Promise<unknown>;

/**
 * Writes a batch that nobody sees yet while its messages are still being made: pieces are gathered,
 * and a few are on their way to the store at a time. What fails is thrown by the next call.
 */
export class PieceWriter<Row extends { readonly row?: number }> {
  readonly #deps: Pick<JourneyDeps, 'db' | 'ids'>;
  readonly #batch: BatchTry;
  readonly #pack: (messages: readonly Placed<Row>[]) => Piece;
  readonly #underWay = new Set<Promise<void>>();
  #rows: Row[] = [];
  #leftOut: LeftOutRow[] = [];
  #failure: { readonly error: unknown } | undefined;
  #isStopped = false;
  #written = 0;
  /** The first ids, as many as an answer lists. */
  readonly firstIds: MessageId[] = [];
  #range: readonly [MessageId, MessageId] | undefined;

  /** @param pack makes messages ready to be written. */
  constructor(
    deps: Pick<JourneyDeps, 'db' | 'ids'>,
    batch: BatchTry,
    pack: (messages: readonly Placed<Row>[]) => Piece,
  ) {
    this.#deps = deps;
    this.#batch = batch;
    this.#pack = pack;
  }

  /** Between which ids all its messages are. */
  get span(): Span {
    if (this.#range === undefined) throw new Error('a batch that is published has messages');
    const [firstMessage, lastMessage] = this.#range;
    return { firstMessage, lastMessage };
  }

  /** Resolves when another piece may set out: before rows are made that would wait for it. */
  async room(): Promise<void> {
    while (this.#underWay.size >= limit('filePieces')) await Promise.race(this.#underWay);
    this.#throwFailure();
  }

  /** Takes some rows, and those that were left out. Ask for `room` first. */
  add(rows: readonly Row[], leftOut: readonly LeftOutRow[] = []): void {
    if (this.#isStopped) return;
    for (const row of rows) this.#rows.push(row);
    for (const row of leftOut) this.#leftOut.push(row);
    if (this.#rows.length + this.#leftOut.length >= limit('pieceMessages') / 2) {
      // A message that is alone until now may stay the only one, and is numbered then.
      const isAlone = this.#written === 0 && this.#rows.length === 1;
      const alone = isAlone ? this.#rows.splice(0) : [];
      this.#send();
      this.#rows = alone;
    }
  }

  /** Nothing more is written: the batch cannot be paid for. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Writes what is left, and waits for all of it. */
  async end(): Promise<void> {
    if (!this.#isStopped) this.#send();
    await Promise.all(this.#underWay);
    this.#throwFailure();
  }

  /** Waits for what is on its way, whatever becomes of it. */
  async settled(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#underWay);
  }

  /** Sends all that is gathered, in pieces; nothing of the rows is kept but their texts. */
  #send(): void {
    const most = limit('pieceMessages');
    while (this.#rows.length + this.#leftOut.length > 0) {
      const messages = this.#number(this.#rows.splice(0, most));
      const piece = this.#write(this.#pack(messages), this.#leftOut.splice(0, most));
      const underWay = piece.finally(() => this.#underWay.delete(underWay));
      this.#underWay.add(underWay);
    }
  }

  async #write(piece: Piece, leftOut: readonly LeftOutRow[]): Promise<void> {
    try {
      await this.#deps.db.transact(async (transaction) => {
        await Promise.all([
          piece(transaction),
          insertLeftOut(transaction, this.#batch, leftOut),
          transaction.commit(),
        ]);
      });
    } catch (error) {
      this.#failure ??= { error: beforePublished(error) };
    }
  }

  /** The only message of a batch has the batch's id (contract section 2). */
  #number(rows: readonly Row[]): readonly Placed<Row>[] {
    const isOnly = this.#written === 0 && rows.length === 1;
    const messages = rows.map((row) => {
      this.#written += 1;
      const id = (isOnly ? Number(this.#batch.id) : this.#deps.ids.next()) as MessageId;
      return { ...row, id, position: row.row ?? this.#written };
    });
    const room = Math.max(0, limit('resultsPerAnswer') - this.firstIds.length);
    for (const { id } of messages.slice(0, room)) this.firstIds.push(id);
    for (const { id } of messages) {
      const [first, last] = this.#range ?? [id, id];
      this.#range = [id < first ? id : first, id > last ? id : last];
    }
    return messages;
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
