/** The rows of a batch as a file: written as they are read, with only one piece in memory. */
import { describe, expect, it } from 'vitest';
import { makeAccount, makeKey, NOON_MS, rupees } from '../../../test/support/fixtures.ts';
import { makeHttpRequest } from '../../../test/support/http-request.ts';
import type { BatchId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { BatchRow, KeptBatch } from '../../domain/message/kept-batch.ts';
import { createListBatchRows } from './batch-rows.http.ts';
import { NUMBERS } from '../../api/v1/pages.ts';
import type { DoneInPieces, Outcome } from '../../api/v1/endpoint.ts';

const TOTAL = 10 * limit('rowsInPiece');

const row = (at: number, change: Partial<BatchRow> = {}): BatchRow => ({
  row: at,
  number: '923001234567',
  state: 'delivered',
  reason: undefined,
  column: undefined,
  network: 'Jazz',
  parts: 1,
  priceMicros: rupees(2),
  messageId: 9_007_199_254_740_991 as MessageId,
  clicks: undefined,
  sentAtMs: NOON_MS,
  doneAtMs: undefined,
  ...change,
});

function open(rows?: readonly BatchRow[]) {
  const asked: number[] = [];
  const batches = {
    findPlain: async (_: unknown, id: unknown) => ({ id: id as BatchId }) as KeptBatch,
    async rows(
      _account: unknown,
      _batch: unknown,
      { after, most }: { after: number; most: number },
    ) {
      asked.push(after);
      if (rows !== undefined) return { rows, next: undefined };
      const page = Array.from({ length: most }, (_, at) => row(after + at + 1));
      return { rows: page, next: after + most < TOTAL ? after + most : undefined };
    },
  };
  const endpoint = createListBatchRows({ batches, names: async () => new Map() });
  const ask = async (query = 'format=csv'): Promise<Outcome> => {
    const account = makeAccount();
    const read = await endpoint.read(makeHttpRequest({ query }), account);
    if (read.kind !== 'read') return read;
    return endpoint.answer({ account, principal: makeKey(), places: { id: '7' }, read });
  };
  const file = async (): Promise<AsyncIterator<string | Uint8Array>> => {
    const outcome = await ask();
    expect(outcome.kind).toBe('pieces');
    const { pieces } = outcome as DoneInPieces;
    return pieces(new AbortController().signal)[Symbol.asyncIterator]();
  };
  return { asked, ask, file };
}

/** Reads an iterator to its end. */
async function readAll(pieces: AsyncIterator<string | Uint8Array>): Promise<string> {
  let text = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return text;
    text += String(next.value);
  }
}

describe('a cursor', () => {
  const at = (place: number): string => `cursor=${NUMBERS.write(place, 'listBatchRows')}`;

  it('goes as far as a file has rows, and no further', async () => {
    const { ask, asked } = open();
    expect((await ask(at(limit('fileRows')))).kind).toBe('done');
    expect(asked).toEqual([limit('fileRows')]);
    for (const place of [limit('fileRows') + 1, 117_741_977_600_486]) {
      for (const query of [at(place), `${at(place)}&state=delivered`, `${at(place)}&format=csv`]) {
        const faults = [{ pointer: '/query/cursor' }];
        expect(await ask(query)).toMatchObject({ kind: 'refused', faults });
      }
    }
  });
});

describe('a file of rows', () => {
  it('asks for more rows once the last are taken, and stops with the reader', async () => {
    const { asked, file } = open();
    const pieces = await file();
    expect(asked).toEqual([]);
    await pieces.next();
    expect(asked).toEqual([]);
    await pieces.next();
    await pieces.next();
    expect(asked).toEqual([0, limit('rowsInPiece')]);
    await pieces.return?.();
    expect(await pieces.next()).toMatchObject({ done: true });
    expect(asked).toHaveLength(2);
  });

  it('has a UTF-8 byte order mark, a heading, and a line per row', async () => {
    const { file } = open();
    const text = await readAll(await file());
    expect(text.startsWith('\uFEFFrow,number,state,reason,column,')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(TOTAL + 2);
  });

  it('neutralises formulas in what people wrote, and keeps numbers whole', async () => {
    const leftOut = row(8, {
      ...{ number: '=HYPERLINK("x")', state: 'left_out', reason: 'not a mobile number' },
      ...{ column: 'A', network: undefined, parts: 0, messageId: undefined, sentAtMs: undefined },
    });
    const { file } = open([row(7), leftOut]);
    const [, first, second] = (await readAll(await file())).split('\r\n');
    expect(first).toBe(
      '7,923001234567,delivered,,,Jazz,1,2.00,PKR,9007199254740991,2026-11-20T12:00:00.000Z,,,',
    );
    expect(second).toBe(`8,"'=HYPERLINK(""x"")",left_out,not a mobile number,A,,0,2.00,PKR,,,,,`);
  });
});
