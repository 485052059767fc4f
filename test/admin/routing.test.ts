import { beforeAll, describe, expect, it } from 'vitest';
import { NUMBERS_A_PREFIX, PREFIXES } from '../../bench/load/recipients.ts';
import { changeSettings, changed, must, refuse } from '../../src/operations/admin.ts';
import { addLink, setLink } from '../../src/features/links/links.operations.ts';
import {
  addOperator,
  removePrefixes,
  seedOperators,
  setPrefixes,
} from '../../src/features/operators/operators.operations.ts';
import { setRoute } from '../../src/features/routes/routes.operations.ts';
import { setTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { parseRupees, ZERO } from '../../src/domain/pricing/money.ts';
import { tariffFor } from '../../src/domain/pricing/tariff.ts';
import { linkFor } from '../../src/domain/routing/choose-link.ts';
import { operatorByName, operatorByPrefix } from '../../src/domain/routing/routing.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { stepClock } from '../support/step-clock.ts';
import { listen } from '../../src/kit/postgres/listen.ts';
import { SEAL_PURPOSES } from '../../src/kit/seal.ts';
import { changeOf, CHANGES_CHANNEL } from '../../src/store/nodes/versions.ts';
import {
  createRoutingSnapshots,
  type RoutingSnapshots,
} from '../../src/store/snapshots/routing-snapshots.ts';
import { buildTestWorld, openAdmin } from '../support/built-world.ts';
import { freshDatabase } from '../support/database.ts';
import { openWorld, type World } from '../support/world.ts';

const { database, address } = await freshDatabase();
const clock = stepClock();
let world: World;
let routing: RoutingSnapshots;

beforeAll(async () => {
  const admin = openAdmin(database, clock);
  world = openWorld(admin, await buildTestWorld(admin));
  routing = await createRoutingSnapshots(database);
});

const idOf = (name: string) => {
  const id = operatorByName(routing.current(), name);
  if (id === undefined) throw new Error(`the operator ${name} is there`);
  return id;
};
const linkName = (operator: string, route: 'simple' | 'short_code' = 'simple') => {
  const { accountId } = world.roshan;
  const of = { senderRoute: route, category: 'transactional', accountId } as const;
  const linkId = linkFor(routing.current(), { ...of, operatorId: idOf(operator) }, '923001234567');
  return linkId && routing.current().links.get(linkId)?.name;
};

describe('operators and prefixes', () => {
  it('every recipient of the bench is a number of an operator', () => {
    const step = 1_000_000;
    const strangers = PREFIXES.flatMap((prefix) =>
      Array.from({ length: NUMBERS_A_PREFIX / step }, (_, index) => index * step)
        .map((number) => prefix + String(number).padStart(8, '0'))
        .filter((recipient) => operatorByPrefix(routing.current(), recipient) === undefined),
    );
    expect(strangers).toEqual([]);
  });

  it.each([
    ['923001234567', 'Jazz'],
    ['923291234567', 'Jazz'],
    ['923101234567', 'Zong'],
    ['923711234567', 'Zong'],
    ['923391234567', 'Ufone'],
    ['923451234567', 'Telenor'],
    ['923551234567', 'SCO'],
    ['923381234567', undefined],
    ['923641234567', undefined],
    ['923721234567', undefined],
  ])('%s is a number of %s', (recipient, name) => {
    const operator = operatorByPrefix(routing.current(), recipient);
    const found =
      operator === undefined ? undefined : routing.current().operatorNames.get(operator);
    expect(found).toBe(name);
  });

  it('are changed by staff: a longer prefix wins, and can be taken away', async () => {
    must(await addOperator(world.admin, { name: 'Onic' }));
    must(await setPrefixes(world.admin, { prefixes: ['9230055'], operator: 'Onic' }));
    await routing.refresh();
    expect(operatorByPrefix(routing.current(), '923005512345')).toBe(idOf('Onic'));
    must(await removePrefixes(world.admin, { prefixes: ['9230055'] }));
    await routing.refresh();
    expect(operatorByPrefix(routing.current(), '923005512345')).toBe(idOf('Jazz'));
  });

  it('are refused by field and rule', async () => {
    const refusals = [
      await addOperator(world.admin, { name: 'Jazz' }),
      await addOperator(world.admin, { name: 'two words' }),
      await setPrefixes(world.admin, { prefixes: ['9221'], operator: 'Jazz' }),
      await setPrefixes(world.admin, { prefixes: ['92300'], operator: 'Nobody' }),
    ];
    const fields = refusals.map((it) => (it.ok ? undefined : it.field));
    expect(fields).toEqual(['name', 'name', 'prefixes', 'operator']);
  });

  it('are seeded once, also by two nodes at the same moment', async () => {
    await Promise.all([seedOperators(world.admin), seedOperators(world.admin)]);
    await routing.refresh();
    const names = [...routing.current().operatorNames.values()];
    expect(names).toEqual(['Jazz', 'Zong', 'Ufone', 'Telenor', 'SCO', 'Onic']);
  });
});

describe('tariffs', () => {
  const everybody = {
    senderRoute: 'branded',
    accountId: undefined,
    operator: undefined,
    refundFailed: false,
    validFromMs: undefined,
  } as const;
  const price = (operator: string, accountId: AccountId) =>
    tariffFor(routing.current().tariffs, {
      accountId,
      senderRoute: 'branded',
      operatorId: idOf(operator),
      atMs: clock.nowMs(),
    })?.partPriceMicros;

  it('hold from their date; an account before everybody, an operator before any', async () => {
    const { accountId } = world.roshan;
    expect([price('Jazz', accountId), price('SCO', accountId)]).toEqual([2_400_000n, 3_100_000n]);
    const dearer = parseRupees('2.75') ?? ZERO;
    const validFromMs = clock.nowMs() + 1000;
    must(await setTariff(world.admin, { ...everybody, partPriceMicros: dearer, validFromMs }));
    must(await setTariff(world.admin, { ...everybody, partPriceMicros: ZERO, accountId }));
    await routing.refresh();
    expect(price('Jazz', world.naya.accountId)).toBe(2_400_000n);
    expect(price('Jazz', accountId)).toBe(0n);
    clock.advance(1000);
    expect(price('Jazz', world.naya.accountId)).toBe(2_750_000n);
    expect(price('SCO', world.naya.accountId)).toBe(3_100_000n);
  });

  it.each([
    ['partPriceMicros', { partPriceMicros: parseRupees('-0.01') ?? ZERO }],
    ['partPriceMicros', { partPriceMicros: parseRupees('10000.01') ?? ZERO }],
    ['validFromMs', { validFromMs: 1 }],
    ['operator', { operator: 'Nobody' }],
    ['account', { accountId: 9_999_999 as AccountId }],
  ])('are refused for a wrong %s', async (field, given) => {
    const tariff = { ...everybody, partPriceMicros: ZERO, ...given };
    expect(await setTariff(world.admin, tariff)).toMatchObject({ ok: false, field });
  });
});

describe('links and routes', () => {
  it('carry the password sealed, and open it for its own link alone', () => {
    const links = [...routing.current().links.values()];
    expect(links).toHaveLength(4);
    for (const { name, secretSealed, config } of links) {
      expect(world.seal.open(secretSealed, SEAL_PURPOSES.linkPassword(name))).toBe('demo');
      expect(world.seal.open(secretSealed, SEAL_PURPOSES.linkPassword('other'))).toBeUndefined();
      expect(config).toMatchObject({ host: '127.0.0.1', ambiguous: 'resubmit' });
    }
  });

  it('are followed by priority; a disabled route or link is passed over', async () => {
    expect(linkName('Jazz')).toBe('jazz');
    const config = { host: '127.0.0.1', systemId: 'x' };
    must(await addLink(world.admin, { name: 'spare', config, password: '' }));
    const spare = { operator: 'Jazz', link: 'spare', enabled: true };
    must(await setRoute(world.admin, { ...spare, senderRoute: 'short_code', priority: 50 }));
    must(await setRoute(world.admin, { ...spare, senderRoute: undefined, priority: 200 }));
    await routing.refresh();
    expect([linkName('Jazz'), linkName('Jazz', 'short_code')]).toEqual(['jazz', 'spare']);
    must(await setLink(world.admin, { name: 'jazz', enabled: false }));
    await routing.refresh();
    expect(linkName('Jazz')).toBe('spare');
    must(await setLink(world.admin, { name: 'jazz', enabled: true }));
    must(
      await setRoute(world.admin, {
        ...spare,
        senderRoute: 'short_code',
        priority: 50,
        enabled: false,
      }),
    );
    await routing.refresh();
    expect([linkName('Jazz'), linkName('Jazz', 'short_code')]).toEqual(['jazz', 'jazz']);
  });

  it('are changed field by field, the password apart', async () => {
    const before = [...routing.current().links.values()].find(({ name }) => name === 'zong');
    must(await setLink(world.admin, { name: 'zong', config: { windowSubmits: 7 } }));
    await routing.refresh();
    const after = [...routing.current().links.values()].find(({ name }) => name === 'zong');
    expect(after).toEqual({ ...before, config: { ...before?.config, windowSubmits: 7 } });
    must(await setLink(world.admin, { name: 'zong', password: 'new' }));
    await routing.refresh();
    const sealed = [...routing.current().links.values()].find(({ name }) => name === 'zong');
    const purpose = SEAL_PURPOSES.linkPassword('zong');
    expect(world.seal.open(sealed?.secretSealed ?? Buffer.alloc(0), purpose)).toBe('new');
  });

  it('are refused by field and rule, and nothing changes', async () => {
    const good = { host: 'h', systemId: 's' };
    const { version } = routing.current();
    const route = { operator: 'Jazz', link: 'jazz', senderRoute: undefined, enabled: true };
    const refusals = [
      await addLink(world.admin, { name: 'jazz', config: good, password: '' }),
      await addLink(world.admin, { name: 'Jazz 2', config: good, password: '' }),
      await addLink(world.admin, { name: 'b', config: good, password: 'nine long' }),
      await addLink(world.admin, { name: 'b', config: { ...good, port: 0 }, password: '' }),
      await setLink(world.admin, { name: 'nobody', enabled: true }),
      await setLink(world.admin, { name: 'jazz', config: { windowSubmits: 1001 } }),
      await setRoute(world.admin, { ...route, operator: 'Nobody', priority: 1 }),
      await setRoute(world.admin, { ...route, link: 'nobody', priority: 1 }),
      await setRoute(world.admin, { ...route, priority: -1 }),
    ];
    const fields = refusals.map((it) => (it.ok ? undefined : it.field));
    expect(fields).toEqual([
      'name',
      'name',
      'password',
      'port',
      'link',
      'windowSubmits',
      'operator',
      'link',
      'priority',
    ]);
    expect(await routing.refresh()).toBe(false);
    expect(routing.current().version).toBe(version);
  });
});

describe('versions', () => {
  it('are announced when the change is committed, and not when it is refused', async () => {
    const heard: unknown[] = [];
    const connected = Promise.withResolvers<void>();
    const all = Promise.withResolvers<void>();
    const listening = listen({
      address,
      clock: wallClock,
      channel: CHANGES_CHANNEL,
      onConnected: () => connected.resolve(),
      onNotice(payload) {
        heard.push(changeOf(payload));
        if (heard.length === 3) all.resolve();
      },
    });
    await connected.promise;
    await changeSettings(world.admin, { action: 'test' }, async () => refuse('x', 'y'));
    must(await changeSettings(world.admin, { action: 'test' }, async () => changed(1, {})));
    const { accountId } = await world.addAccount({
      name: 'Announced',
      rupees: '1',
      settings: { verified: true },
    });
    await all.promise;
    await listening.stop();
    // Domains count for verified accounts alone.
    expect(new Set(heard)).toEqual(
      new Set([{ of: 'settings' }, { of: 'account', accountId }, { of: 'hosts' }]),
    );
  });

  it('let a refresh that nobody needs cost nothing, and share one that many ask for', async () => {
    await routing.refresh();
    const before = routing.current();
    expect(await routing.refresh()).toBe(false);
    expect(routing.current()).toBe(before);
    must(await changeSettings(world.admin, { action: 'test' }, async () => changed(1, {})));
    const answers = await Promise.all([routing.refresh(), routing.refresh(), routing.refresh()]);
    expect(answers).toEqual([true, false, false]);
    expect(routing.current().version).toBe(before.version + 1);
  });
});
