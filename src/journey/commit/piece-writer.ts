import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { LeftOutRow } from '../../domain/message/file-send.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertLeftOut } from '../../store/batches/file-batches.ts';
import type { BatchTry } from '../../store/batches/remove-batches.ts';
import type { JourneyDeps } from '../deps.ts';
import type { Span } from './publish-batch.ts';
import { beforePublished } from './remove-unpublished.ts';

export type Placed<Row> = Row & { readonly id: MessageId; readonly position: number };

/** Writes a piece. It may wait, so it should hold as little of the messages as possible. */
export type Piece = (transaction: Transaction) => Promise<unknown>;

/**
 * Writes a batch, unseen, while its messages are still being made: gathers pieces and keeps a few
 * at a time on their way to the store. The next call throws what failed.
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

  /** @param pack turns messages into what is written. */
  constructor(
    deps: Pick<JourneyDeps, 'db' | 'ids'>,
    batch: BatchTry,
    pack: (messages: readonly Placed<Row>[]) => Piece,
  ) {
    this.#deps = deps;
    this.#batch = batch;
    this.#pack = pack;
  }

  /** The range of ids that holds all its messages. */
  get span(): Span {
    if (this.#range === undefined) throw new Error('a batch that is published has no messages');
    const [firstMessage, lastMessage] = this.#range;
    return { firstMessage, lastMessage };
  }

  /**
   * Resolves when another piece may be sent; call it before making rows that would have to wait.
   */
  async room(): Promise<void> {
    while (this.#underWay.size >= limit('filePieces')) await Promise.race(this.#underWay);
    this.#throwFailure();
  }

  /** Takes some rows, and the ones left out. Wait for `room` first. */
  add(rows: readonly Row[], leftOut: readonly LeftOutRow[] = []): void {
    if (this.#isStopped) return;
    for (const row of rows) this.#rows.push(row);
    for (const row of leftOut) this.#leftOut.push(row);
    if (this.#rows.length + this.#leftOut.length >= limit('pieceMessages') / 2) {
      // A message that is alone so far may stay the only one; it is numbered later.
      const isAlone = this.#written === 0 && this.#rows.length === 1;
      const alone = isAlone ? this.#rows.splice(0) : [];
      this.#send();
      this.#rows = alone;
    }
  }

  /** Writes nothing more: the batch cannot be paid for. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Writes the rest, and waits for all of it. */
  async end(): Promise<void> {
    if (!this.#isStopped) this.#send();
    await Promise.all(this.#underWay);
    this.#throwFailure();
  }

  /** Waits for the pieces on their way, whether they succeed or fail. */
  async settled(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#underWay);
  }

  /** Sends everything gathered so far, in pieces; of the rows only their texts are kept. */
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

  /** A message alone in its batch has the batch's id (contract section 2). */
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
