/**
 * An installation of commit 4ad3969 is upgraded in place: its rows are kept, old messages are
 * reported on, what was waiting leaves, and new messages go through.
 */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { setUpRoles } from '../../src/kit/postgres/roles.ts';
import { afterFile } from '../support/after-file.ts';
import { openAdmin } from '../support/built-world.ts';
import { fetchReport, sendOk, type SendParameters } from '../support/caller.ts';
import { createDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { findBreaches, type HeardCopies } from '../support/invariants.ts';
import { movedClock } from '../support/moved-clock.ts';
import { OPERATOR_NAMES, startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { temporaryDir } from '../support/temporary.ts';
import { asker, copiesOf } from '../support/verify.ts';
import { openWorld } from '../support/world.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
const ROWS = join(import.meta.dirname, 'upgrade/rows.sql');

/** What its callers knew: their key, a template for any text, and the ids they were given. */
const OLD = {
  endedAtMs: 1795354050274,
  apiKey: 'uUtCeaskjjMORU25yy_pfO7QyHhMKVURIut9k6E5QLo',
  template: 512,
  delivered: 117979241020004,
  failed: 117979245204849,
  sent: 117979245196630,
  batch: 117979253572905,
  waiting: 117979266200650,
} as const;

/** What its operators had received. */
const HEARD: readonly HeardCopies[] = [
  ['Your parcel is here', mobileOf(0, 1)],
  ['Your parcel is late', mobileOf(1, 1)],
  ['Your parcel is on its way', mobileOf(2, 1)],
  ['Our shop opens at nine', mobileOf(0, 2)],
  ['Our shop opens at nine', mobileOf(0, 3)],
].map(([text = '', destination = '']) => ({ destination, text, part: '', heard: 1, taken: 1 }));
const ACKNOWLEDGED = 4;

let paigham: Paigham;

/** A database as that commit's migrations made it, with its rows. */
async function openOld() {
  const address = await createDatabase('template0');
  const folder = temporaryDir();
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < '0015')) {
    copyFileSync(join(MIGRATIONS, file), join(folder, file));
  }
  await migrate(address, folder);
  await withConnection(address, (client) => client.query(readFileSync(ROWS, 'utf8')));
  await setUpRoles(address);
  const database = open({ address, connections: 4 });
  afterFile(() => database.close());
  return { address, database, world: openWorld(openAdmin(database), inject('builtWorld')) };
}

beforeAll(async () => {
  paigham = await startPaigham({
    fresh: await openOld(),
    clock: movedClock(OLD.endedAtMs + 60_000),
    // No platform is asked.
    config: { graphAddress: 'http://127.0.0.1:9' },
  });
});

function until(id: number, word: string): Promise<unknown> {
  return eventually(`${word} of ${id}`, async () => {
    const report = await fetchReport(paigham.baseUrl, OLD.apiKey, { id });
    return report.delivery === word;
  });
}

describe('an older installation', () => {
  it('has every migration, and the checksums of those it had', async () => {
    type Row = { readonly number: number };
    const rows = await asker(paigham.db)<Row>(
      'select number from schema_migration order by number',
    );
    const files = readdirSync(MIGRATIONS).map((name) => Number(name.slice(0, 4)));
    expect(rows.map(({ number }) => number)).toEqual(files.toSorted((a, b) => a - b));
  });

  it.each([
    [OLD.delivered, 'DELIVERED'],
    [OLD.failed, 'FAILED'],
    [OLD.sent, 'SENT'],
    [OLD.batch, 'DELIVERED'],
  ])('reports on %d as before: %s', async (id, word) => {
    const report = await fetchReport(paigham.baseUrl, OLD.apiKey, { id });
    expect(report.delivery).toBe(word);
  });

  it('sends what was waiting', async () => {
    await until(OLD.waiting, 'DELIVERED');
    const heard = copiesOf([paigham.operators.telenor]);
    expect(heard).toMatchObject([{ destination: mobileOf(3, 1), text: 'Your parcel waits' }]);
  });

  it('accepts new messages and sends them, and every invariant holds', async () => {
    const message: SendParameters = {
      api_key: OLD.apiKey,
      sender: '8584',
      mobile: mobileOf(0, 9),
      template_id: OLD.template,
      message: { text: 'Your parcel is new' },
    };
    const id = await sendOk(paigham.baseUrl, message);
    await until(id, 'DELIVERED');
    const operators = OPERATOR_NAMES.map((name) => paigham.operators[name]);
    const { delivered, failed, sent, batch, waiting } = OLD;
    const acknowledged = operators.reduce((sum, it) => sum + it.tally.counts.acknowledged, 0);
    const breaches = await findBreaches({
      ask: asker(paigham.db),
      okIds: [delivered, failed, sent, batch, waiting, id],
      copies: [...HEARD, ...copiesOf(operators)],
      acknowledged: ACKNOWLEDGED + acknowledged,
      isOver: false,
    });
    expect(breaches).toEqual([]);
  });
});
