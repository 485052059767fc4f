/** Since when a link stands as it does. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { LinkId } from '../../src/domain/ids.ts';
import type { LinkState } from '../../src/domain/routing/routing.ts';
import { createReportHealth, type ReportHealth } from '../../src/links/hold-links.ts';
import { quietLog } from '../../src/kit/log.ts';
import { createRoutingSnapshots } from '../../src/store/snapshots/routing-snapshots.ts';
import { takeLinks } from '../../src/store/nodes/nodes.ts';
import { readLinkHealth } from '../../src/features/links/links.sql.ts';
import { eventually } from '../support/eventually.ts';
import { NOON_MS } from '../support/fixtures.ts';
import { setClock } from '../support/set-clock.ts';
import { worldDatabase } from '../support/world.ts';

const { database } = await worldDatabase();
const clock = setClock(NOON_MS);
const lease = { slot: 1, epoch: 1 };
const linkId = 1 as LinkId;
let health: ReportHealth;
let standing: { readonly state: LinkState; readonly words: string | undefined };

beforeAll(async () => {
  await database.transact(async (transaction) => {
    await transaction.run(
      plain(
        'test-node',
        `insert into nodes (slot, epoch, holder, lease_until, recovered)
       values (1, 1, 'here', now() + interval '1 hour', false)`,
      ),
      [],
    );
    await takeLinks(transaction, lease);
  });
  health = createReportHealth({
    db: database,
    clock,
    log: quietLog,
    lease: { current: () => lease },
    routing: await createRoutingSnapshots(database),
  });
});

const begin = (): void =>
  health.begin({ linkId, name: 'jazz', lease, watch: { standing: () => standing } });

/** Tells that the link stands so, at noon and so many hours. */
async function tell(state: LinkState, words: string | undefined, hours: number): Promise<void> {
  standing = { state, words };
  clock.setTo(NOON_MS + hours * 3_600_000);
  await eventually(`${state} ${words} is told`, async () => {
    health.look();
    const known = (await readLinkHealth(database)).get(linkId);
    return known?.state === state && known.words === words;
  });
}

const sinceHours = async (): Promise<number> =>
  (((await readLinkHealth(database)).get(linkId)?.sinceMs ?? 0) - NOON_MS) / 3_600_000;

beforeEach(async () => {
  health.end(linkId);
  begin();
  await tell('needs_attention', 'bind refused', 0);
});

it('goes on while the state is the same, whatever the reason', async () => {
  await tell('down', 'no answer', 1);
  await tell('down', 'connection lost', 2);
  expect(await sinceHours()).toBe(1);
  await tell('up', undefined, 3);
  await tell('up', 'one bind of two', 4);
  expect(await sinceHours()).toBe(3);
});

it('begins anew for a link that comes up again, after it was disabled', async () => {
  await tell('up', undefined, 1);
  health.end(linkId);
  begin();
  await tell('up', 'again', 2);
  expect(await sinceHours()).toBe(2);
});

it('goes on for a link that is still down when another takes it', async () => {
  await tell('down', 'no answer', 1);
  health.end(linkId);
  begin();
  await tell('down', 'still no answer', 2);
  expect(await sinceHours()).toBe(1);
});
