/** Batches from files in the store: written unseen, published or removed, read afterwards. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type {
  AccountId,
  BatchId,
  MessageId,
  OperatorId,
  SenderId,
  TariffId,
  TemplateId,
  TransferId,
} from '../../src/domain/ids.ts';
import type { LeftOutRow } from '../../src/domain/message/file-send.ts';
import type { BatchRow, KeptBatch } from '../../src/domain/message/kept-batch.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import { isNotAll } from '../../src/kit/postgres/faults.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  beginBatch,
  insertLeftOut,
  insertPiece,
  packPiece,
  publishBatch,
  type PieceMessage,
} from '../../src/store/batches/file-batches.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { listBatchRows } from '../../src/store/reports/list-batch-rows.ts';
import { findKeptBatch, listKeptBatches } from '../../src/store/reports/read-batches.ts';
import {
  fenceBatch,
  findAbandonedBatches,
  removeBatch,
  removeMessages,
} from '../../src/store/batches/remove-batches.ts';
import { asker } from '../support/verify.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
const ids = createIds(() => 5, wallClock, seededRandom('file batches'));
const atMs = wallClock.nowMs();
let accountId: AccountId;
let id: BatchId;

beforeAll(async () => {
  ({ accountId } = await world.addAccount({ name: 'Files', rupees: '10' }));
  await database.transact((transaction) => makePartitions(transaction, atMs, 2));
});

beforeEach(async () => {
  id = ids.next() as BatchId;
  const batch = { accountId, id, source: 'link', reserveId: 9 as TransferId } as const;
  await database.transact((transaction) =>
    beginBatch(
      transaction,
      { ...batch, idempotencyKey: undefined },
      { lease: { slot: 5, epoch: 1 }, atMs },
    ),
  );
});

const TEXTS = ['plain', 'quotes " and \\ and {braces}, commas', 'NULL', '', 'سلام 🎉', 'a\nb\tc'];

function messageAt(position: number): PieceMessage {
  return {
    id: ids.next() as MessageId,
    position,
    recipient: `92300100${String(position).padStart(4, '0')}`,
    text: TEXTS[position % TEXTS.length] ?? '',
    alphabet: position % 2 === 0 ? 'gsm7' : 'ucs2',
    parts: 1 + (position % 10),
    operatorId: 3 as OperatorId,
    tariffId: 70_000 as TariffId,
    priceMicros: micros(2n ** 40n + BigInt(position)),
  };
}

const leftOut = (row: number): LeftOutRow => ({
  ...{ row, shown: '8584', column: 'A', code: 7, reason: 'number', rule: 'a short code' },
});

async function write(messages: readonly PieceMessage[]): Promise<void> {
  const piece = packPiece({
    accountId,
    batchId: id,
    templateId: 501 as TemplateId,
    senderId: 7 as SenderId,
    reserveId: 9 as TransferId,
    answerable: false,
    acceptedAtMs: atMs,
    expiresAtMs: atMs + 1_000,
    reason: undefined,
    messages,
  });
  await database.transact((transaction) => insertPiece(transaction, piece));
}

async function publish(messages: readonly PieceMessage[], left = 0): Promise<void> {
  const numbers = messages.map((it) => it.id);
  await database.transact((transaction) =>
    publishBatch(transaction, {
      ...{
        accountId,
        id,
        reserveId: 9 as TransferId,
        recipients: messages.length,
        parts: 5,
        priceMicros: micros(30n),
      },
      file: { name: 'list.xlsx', bytes: 7_000, kind: 'xlsx', rows: messages.length + left },
      leftOut: left,
      lastPosition: Math.max(...messages.map(({ position }) => position)),
      firstMessage: Math.min(...numbers) as MessageId,
      lastMessage: Math.max(...numbers) as MessageId,
      ...{ dueAtMs: atMs, heldMs: 90_000, atMs },
    }),
  );
}

/** Whether the store refused because the batch is not being written. */
const isRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => isNotAll(error),
  );

describe('a piece with short links', () => {
  const asked = asker(database);
  const linked = (position: number, ...codes: readonly string[]): PieceMessage => ({
    ...messageAt(position),
    text: codes.map((code) => `https://go.shop.example/${code}`).join(' '),
    links: codes.map((code) => ({
      code,
      spare: `s${code}`,
      target: `https://shop.example/${code}`,
    })),
  });
  const links = () =>
    asked<{ code: string }>(
      'select code, message_id, target from short_links where batch_id = $1 order by code',
      [id],
    );

  it('has them stored with it, and its texts as they are', async () => {
    const [one, two] = [linked(1, 'aaaaaaa2', 'aaaaaaa3'), linked(2, 'aaaaaaa4')];
    await write([one, two, messageAt(3)]);
    expect(await links()).toMatchObject([
      { code: 'aaaaaaa2', message_id: one.id, target: 'https://shop.example/aaaaaaa2' },
      { code: 'aaaaaaa3', message_id: one.id },
      { code: 'aaaaaaa4', message_id: two.id },
    ]);
  });

  it('gets the spare code, in its text too, where somebody has that code', async () => {
    await write([linked(1, 'bbbbbbb2')]);
    const again = linked(2, 'bbbbbbb3', 'bbbbbbb2');
    await write([again]);
    expect((await links()).map(({ code }) => code)).toEqual(['bbbbbbb2', 'bbbbbbb3', 'sbbbbbbb2']);
    const [row] = await asked<{ text: string }>('select text from messages where id = $1', [
      again.id,
    ]);
    expect(row?.text).toBe('https://go.shop.example/bbbbbbb3 https://go.shop.example/sbbbbbbb2');
  });

  it('loses them with it when it is removed, and no others', async () => {
    await write([linked(1, 'ccccccc2'), linked(2, 'ccccccc3')]);
    const batch = { accountId, id };
    await database.transact(async (transaction) => {
      await fenceBatch(transaction, batch);
      await removeMessages(transaction, { ...batch, after: 0, most: 1 });
    });
    expect((await links()).map(({ code }) => code)).toEqual(['ccccccc3']);
  });
});

describe('a piece', () => {
  it('is stored as it was made, whatever its texts hold', async () => {
    const messages = Array.from({ length: 20 }, (_, at) => messageAt(at * 1_000));
    await write(messages);
    const rows = await asker(database)(
      `select id, position, recipient::text, text, alphabet, parts, operator_id, tariff_id,
              price_micros
       from messages where batch_id = $1 order by position`,
      [id],
    );
    expect(rows).toEqual(
      messages.map((it) => ({
        ...{ id: it.id, position: it.position, recipient: it.recipient, text: it.text },
        ...{ alphabet: it.alphabet === 'gsm7' ? 1 : 2, parts: it.parts },
        ...{ operator_id: it.operatorId, tariff_id: it.tariffId },
        price_micros: Number(it.priceMicros),
      })),
    );
  });
});

describe('a batch that was given up', () => {
  it('takes no further piece, is not published, and goes piece by piece', async () => {
    const messages = Array.from({ length: 10 }, (_, at) => messageAt(at + 1));
    await write(messages);
    const batch = { accountId, id, reserveId: 9 as TransferId };
    expect(await database.transact((tx) => fenceBatch(tx, batch))).toEqual({
      ...{ priceMicros: 0n, recipients: 0 },
    });
    expect(await database.transact((tx) => fenceBatch(tx, batch))).toBeUndefined();
    expect(await isRefused(write([messageAt(11)]))).toBe(true);
    expect(await isRefused(publish(messages))).toBe(true);
    expect(await findAbandonedBatches(database)).toContainEqual(batch);
    const remove = (after: number) =>
      database.transact((tx) => removeMessages(tx, { ...batch, after, most: 4 }));
    expect([await remove(0), await remove(4), await remove(8), await remove(10)]).toEqual([
      ...[4, 8, 10, undefined],
    ]);
    await database.transact((tx) => removeBatch(tx, batch));
    expect(await findAbandonedBatches(database)).not.toContainEqual(batch);
  });

  it('is not the later try of the same upload: of that nothing is fenced or written', async () => {
    await database.transact((tx) => fenceBatch(tx, { accountId, id }));
    await database.transact((tx) => removeBatch(tx, { accountId, id }));
    const later = { accountId, id, source: 'upload', reserveId: 10 as TransferId } as const;
    const by = { lease: { slot: 6, epoch: 1 }, atMs };
    await database.transact((tx) => beginBatch(tx, { ...later, idempotencyKey: undefined }, by));
    const first = { accountId, id, reserveId: 9 as TransferId };
    const messages = [messageAt(1)];
    expect(await isRefused(write(messages))).toBe(true);
    expect(await isRefused(database.transact((tx) => insertLeftOut(tx, first, [leftOut(2)])))).toBe(
      true,
    );
    expect(await isRefused(publish(messages))).toBe(true);
    expect(await database.transact((tx) => fenceBatch(tx, first))).toBeUndefined();
    expect(await database.transact((tx) => fenceBatch(tx, later))).toMatchObject({
      recipients: expect.any(Number) as number,
    });
  });

  it('is none that was published: nothing of that one can be removed', async () => {
    const messages = [messageAt(1), messageAt(2)];
    await write(messages);
    await publish(messages);
    const batch = { accountId, id };
    expect(await database.transact((tx) => fenceBatch(tx, batch))).toBeUndefined();
    await database.transact((tx) => removeMessages(tx, { ...batch, after: 0, most: 10 }));
    await database.transact((tx) => removeBatch(tx, batch));
    const kept = await findKeptBatch(database, accountId, id);
    expect(kept?.published).toMatchObject({ recipients: 2 });
    const rows = await rowsOf(kept);
    expect(rows).toHaveLength(2);
  });
});

describe('a published batch', () => {
  it('has its messages valid for as much longer as it took to read', async () => {
    await write([messageAt(1)]);
    await publish([messageAt(1)]);
    const held = 'select held_ms from feeds where batch_id = $1';
    expect(await database.read(plain('test-held', held), [id])).toEqual([{ held_ms: 90_000 }]);
  });

  it('is not that of an upload which was refused meanwhile', async () => {
    await database.transact((tx) =>
      tx.run(
        plain(
          'test-refused-upload',
          `insert into uploads (account_id, batch_id, state, file_name, file_bytes, request,
                              received_at)
         values ($1, $2, 'refused', 'list.csv', 5, '{}', now())`,
        ),
        [accountId, id],
      ),
    );
    const messages = [messageAt(1)];
    await write(messages);
    expect(await isRefused(publish(messages))).toBe(true);
  });

  it('ends the upload that it was, in the same commit', async () => {
    await database.transact((tx) =>
      tx.run(
        plain(
          'test-upload',
          `insert into uploads (account_id, batch_id, state, file_name, file_bytes, request,
                              received_at)
         values ($1, $2, 'reading', 'list.csv', 5, '{}', now())`,
        ),
        [accountId, id],
      ),
    );
    const messages = [messageAt(1), messageAt(3)];
    await write(messages);
    await publish(messages, 1);
    const [upload] = await asker(database)(
      `select state, rows_done, rows_total, ended_at is not null as over from uploads
       where batch_id = $1`,
      [id],
    );
    expect(upload).toEqual({ state: 'done', rows_done: 3, rows_total: 3, over: true });
  });

  it('is listed with its rows in the order of the sheet, sent ones and others', async () => {
    const messages = [messageAt(2), messageAt(5), messageAt(6)];
    await write(messages);
    const name = { accountId, id, reserveId: 9 as TransferId };
    await database.transact((tx) => insertLeftOut(tx, name, [leftOut(3), leftOut(4)]));
    expect(await findKeptBatch(database, accountId, id)).toBeUndefined();
    await publish(messages, 2);
    const ask = { before: undefined, source: 'link', state: undefined, most: 10 } as const;
    const listed = await listKeptBatches(database, accountId, ask);
    expect(listed.find((it) => it.id === id)).toMatchObject({
      ...{ id, source: 'link', fileKind: 'xlsx', fileName: 'list.xlsx', fileBytes: 7_000 },
      published: { recipients: 3, rows: 5, leftOut: 2, priceMicros: 30n },
    });
    const rows = await rowsOf(await findKeptBatch(database, accountId, id));
    expect(rows.map(({ row, state }) => [row, state])).toEqual([
      ...[
        [2, 'waiting'],
        [3, 'left_out'],
        [4, 'left_out'],
        [5, 'waiting'],
        [6, 'waiting'],
      ],
    ]);
    expect(rows[0]).toMatchObject({ messageId: messages[0]?.id, parts: 3 });
  });

  it('is nobody else’s', async () => {
    const messages = [messageAt(1)];
    await write(messages);
    await publish(messages);
    const other = 999_999 as AccountId;
    const kept = await findKeptBatch(database, accountId, id);
    expect(await findKeptBatch(database, other, id)).toBeUndefined();
    expect(await rowsOf(kept, other)).toEqual([]);
  });
});

/** The rows of a batch, as `whose` sees them. */
async function rowsOf(
  kept: KeptBatch | undefined,
  whose = accountId,
): Promise<readonly BatchRow[]> {
  const span = kept?.published?.span;
  if (span === undefined) throw new Error('the batch is not published');
  const ask = { accountId: whose, id, span, after: 0, most: 10, state: undefined, atMs: 0 };
  return (await listBatchRows(database, ask)).rows;
}
