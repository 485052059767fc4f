/** The platform tells of a wish in whole seconds, and it may be about a consent of the same one. */
import { expect, it } from 'vitest';
import { changeOptouts } from '../../src/chat/optouts.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { insertConsent, listConsents } from '../../src/features/consents/consents.sql.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { freshDatabase } from '../support/database.ts';

const accountId = 1001 as AccountId;
const person = '923001234567';
const SECOND_AT_MS = Date.UTC(2026, 10, 27, 9, 30, 15);

it.each(['reply', 'platform'] as const)(
  'a %s of the same second counts, and no later',
  async (by) => {
    const { database } = await freshDatabase();
    await database.transact(async (transaction) => {
      await transaction.run(
        plain(
          'test-account',
          `insert into accounts (id, name) overriding system value
        values (${accountId}, 'Shop')`,
        ),
      );
      await insertConsent(transaction, {
        ...{ accountId, person, channel: 'chat', purpose: 'promotional', state: 'given' },
        ...{ source: 'staff', wording: '', proof: '', madeBy: 'cli' },
        ...{ saidAtMs: SECOND_AT_MS + 500, atMs: SECOND_AT_MS + 500 },
      });
      const wish = { accountId, userKey: person, atMs: SECOND_AT_MS } as const;
      const steps = [
        ['stop', 700],
        ['start', 800],
        ['stop', 2_000],
      ] as const;
      const seen: unknown[] = [];
      for (const [asked, afterMs] of steps) {
        const context = { source: by, atMs: SECOND_AT_MS + afterMs };
        await changeOptouts(transaction, [{ ...wish, wish: asked }], context);
        const ask = { accountId, people: [person], current: true, beforeId: undefined, most: 5 };
        const current = await listConsents(transaction, ask);
        seen.push(...current.map(({ state, saidAtMs }) => [state, saidAtMs - SECOND_AT_MS]));
      }
      expect(seen).toEqual([
        ['withdrawn', 700],
        ['given', 800],
        ['withdrawn', 999],
      ]);
    });
  },
);
