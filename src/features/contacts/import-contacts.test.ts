import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { wallClock } from '../../kit/clock.ts';
import { lookInto, writeContacts, type EachRow } from './import-contacts.ts';

const PIECE = limit('contactsChanged');
const rows = Array.from({ length: 3 * PIECE }, (_, at) => {
  return { row: at + 1, cells: [`92300${1_000_000 + at}`] };
});

/** Passes the rows on in pieces, and counts those that were taken. */
function fileOf(): { readonly each: EachRow; readonly taken: () => number } {
  let taken = 0;
  const each: EachRow = async (take) => {
    taken = 0;
    for (let at = 0; at < rows.length; at += PIECE) {
      await take(rows.slice(at, at + PIECE));
      taken += 1;
    }
    return { kind: 'text' };
  };
  return { each, taken: () => taken };
}

/** Writes with a store that does this instead. */
async function write(transact: () => Promise<never>, file = fileOf()): Promise<unknown> {
  const seen = await lookInto(file.each, { columns: undefined, tags: [], nowMs: 0 });
  if ('reason' in seen) throw new Error(seen.reason);
  return writeContacts(
    { transact, clock: wallClock, actor: 'cli', seal: undefined as never },
    file.each,
    {
      accountId: 1 as AccountId,
      tags: [],
      seen,
      room: rows.length * 2,
      said: { wording: '', fileName: 'people.csv' },
    },
  );
}

describe('writing contacts', () => {
  it('throws what the store threw', async () => {
    await expect(write(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });

  it('reads on while a piece is written', async () => {
    const file = fileOf();
    let takenAtFirst: number | undefined;
    const transact = async (): Promise<never> => {
      const before = file.taken();
      await new Promise((resolve) => setImmediate(resolve));
      takenAtFirst ??= file.taken() - before;
      throw new Error('enough');
    };
    await expect(write(transact, file)).rejects.toThrow('enough');
    expect(takenAtFirst).toBeGreaterThan(0);
  });
});
