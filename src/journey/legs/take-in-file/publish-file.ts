/** The short commit that makes a file a send: judged, reserved, visible, in line, answered. */
import type { Refusal } from '../../../domain/failure/failure.ts';
import type { BatchId, TransferId } from '../../../domain/ids.ts';
import {
  totalMicros,
  type Acceptance,
  type Claim,
  type Idempotency,
} from '../../../domain/message/draft.ts';
import { filteredOf } from '../../../domain/message/file-tally.ts';
import { earliestAt, type Opening } from '../../../domain/policy/hours.ts';
import type { Micros } from '../../../domain/pricing/money.ts';
import type { Transaction } from '../../../kit/postgres/pool.ts';
import { answerKeys } from '../../../store/idempotency/idempotency-keys.ts';
import { writeTransfers } from '../../../store/ledger/write-transfers.ts';
import { publishFileBatch } from '../../../store/messages/file-batches.ts';
import {
  chargedAt,
  grantLookups,
  keepLookups,
  lookupTransfer,
} from '../../charge/charge-lookups.ts';
import { insufficientCredit } from '../../charge/insufficient-credit.ts';
import { reserve } from '../../charge/reserve.ts';
import { spendingRefused } from '../../charge/spending-refused.ts';
import { keyAnswer } from '../../enqueue/key-answer.ts';
import type { Passed } from './pass-rows.ts';
import type { JourneyDeps } from '../../deps.ts';
import type { PieceWriter } from './piece-writer.ts';

/** A file that is read and written, and waits to be seen. */
export type ReadyFile = {
  readonly claim: Claim;
  readonly id: BatchId;
  readonly reserveId: TransferId;
  readonly idempotency: Idempotency | undefined;
  readonly opening: Opening | undefined;
  readonly read: Passed & { readonly kind: 'read' };
  readonly writer: PieceWriter;
  /** undefined: nobody says, or its upload does. */
  readonly file: { readonly name: string | undefined; readonly bytes: number | undefined };
  /** From when its messages were given their validity, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
};

export type Published =
  | { readonly kind: 'published'; readonly acceptance: Acceptance }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'stale_account' | 'stale_settings' };

/** Publishes a file, if its account can pay and nothing has changed; otherwise does nothing. */
export function publishFile(deps: JourneyDeps, file: ReadyFile): Promise<Published> {
  return deps.db.transact((transaction) => publish(deps, transaction, file));
}

async function publish(
  { clock, ids }: JourneyDeps,
  transaction: Transaction,
  file: ReadyFile,
): Promise<Published> {
  const { claim, reserveId } = file;
  const nowMs = clock.nowMs();
  const { reservations, transfers } = await reserve(transaction, [claim], {
    newId: () => reserveId,
    nowMs,
  });
  const [reservation] = reservations;
  switch (reservation?.kind) {
    case undefined:
      throw new Error('a claim has its reservation');
    case 'stale_account':
    case 'stale_settings':
      return { kind: reservation.kind };
    case 'over_cap':
      return refused(spendingRefused(totalMicros(claim), reservation.over));
    case 'insufficient':
      return refused(insufficientCredit(totalMicros(claim), reservation.availableMicros));
    case 'reserved': {
      const charged = chargedAt(claim, reservation.lookups);
      const lookups = grantLookups(charged, file.id, () => ids.next());
      const acceptance = acceptanceOfFile(file, charged, reservation.remainingMicros);
      await Promise.all([
        writeTransfers(transaction, [...transfers, ...lookups.map(lookupTransfer)], nowMs),
        keepLookups(transaction, lookups, nowMs),
        publishFileBatch(transaction, {
          ...batchOf(file),
          atMs: nowMs,
          dueAtMs: dueAt(file, nowMs),
          heldMs: dueAt(file, nowMs) - dueAt(file, file.acceptedAtMs),
        }),
        answerKeys(transaction, keyAnswer({ ...claim, ...file }, acceptance), nowMs),
        transaction.commit(),
      ]);
      return { kind: 'published', acceptance };
    }
  }
}

function refused(refusal: Refusal): Published {
  return { kind: 'refused', refusal };
}

function dueAt({ opening }: ReadyFile, nowMs: number): number {
  return earliestAt(opening, nowMs);
}

function batchOf({ claim, id, reserveId, read, writer, file }: ReadyFile) {
  const { tally, fileKind, rows } = read;
  const { range } = writer;
  if (range === undefined) throw new Error('a file that is published has messages');
  const [firstMessage, lastMessage] = range;
  const { parts, priceMicros, leftOut, lastRow } = tally;
  return {
    ...{ accountId: claim.account.id, id, reserveId },
    ...{ fileKind, fileRows: rows, firstMessage, lastMessage },
    ...{ fileName: file.name, fileBytes: file.bytes },
    ...{ recipients: tally.messages, parts, priceMicros, leftOut, lastPosition: lastRow },
  };
}

/** How the caller is answered: the first messages, then the first rows that were left out. */
export function acceptanceOfFile(
  { read, id, writer }: Pick<ReadyFile, 'read'> & Partial<Pick<ReadyFile, 'id' | 'writer'>>,
  charged: Pick<Claim, 'priceMicros' | 'lookups'>,
  remainingMicros: Micros,
): Acceptance {
  const { tally } = read;
  return {
    id,
    priceMicros: totalMicros(charged),
    parts: tally.parts,
    remainingMicros,
    recipients: tally.messages,
    listed: tally.recipients.map((recipient, at) => ({ id: writer?.firstIds[at], recipient })),
    filtered: tally.firstLeftOut.map(filteredOf),
    leftOut: tally.leftOut,
  };
}
