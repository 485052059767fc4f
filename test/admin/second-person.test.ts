/** What moves money waits for a second person, who is another one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { setCap } from '../../src/features/caps/caps.operations.ts';
import { resetFactor, setStaff } from '../../src/features/users/logins.operations.ts';
import { setTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { createUser, removeAccountUser } from '../../src/features/users/users.operations.ts';
import type { StaffRole } from '../../src/domain/account/staff.ts';
import { DAY_MS } from '../../src/domain/durations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { parseRupees, ZERO } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { findAccount } from '../../src/features/accounts/accounts.sql.ts';
import { insertAccountUser } from '../../src/features/users/users.sql.ts';
import { eventually } from '../support/eventually.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said } from './terminal.ts';

const { database, world } = await worldDatabase();
const machine: Admin = { ...world.admin, actor: 'line:root' };
let named = 0;

/** Somebody of the staff, whose login was made on the machine unless said otherwise. */
async function hire(name: string, role: StaffRole, by: Admin = machine) {
  named += 1;
  const email = `${name}-${named}@staff.example`;
  must(await createUser(by, { email, works: { staffRole: role } }));
  return as(email);
}

function as(email: string, given: Partial<Admin> = {}) {
  const creditAloneMicros = parseRupees('1000') ?? ZERO;
  const admin: Admin = { ...world.admin, actor: `staff:${email}`, creditAloneMicros, ...given };
  return { email, admin, say: openTerminal(database, admin) };
}

type Person = Awaited<ReturnType<typeof hire>>;

let ayesha: Person;
let bilal: Person;
let accountId: AccountId;

beforeAll(async () => {
  ayesha = await hire('ayesha', 'finance');
  bilal = await hire('bilal', 'finance');
});

const openAccount = async (rupees = '0'): Promise<AccountId> => {
  named += 1;
  ({ accountId } = await world.addAccount({ name: `Two ${named}`, rupees }));
  return accountId;
};
const available = async () =>
  Number((await findAccount(database, { accountId }))?.availableMicros) / 1e6;

/** The request that an answer says waits; undefined: it was done at once. */
function waitingIn({ code, out, err }: Said): string | undefined {
  expect([code, err]).toEqual([0, '']);
  return /Somebody else must confirm request (\d+)/.exec(out)?.[1];
}

async function ask(by: Person, ...words: readonly string[]): Promise<string> {
  const waits = waitingIn(await by.say(...words, '--yes'));
  if (waits === undefined) throw new Error(`nothing waits: ${words.join(' ')}`);
  return waits;
}

const askCredit = (by: Person, rupees = '1000.01'): Promise<string> =>
  ask(by, 'credit', 'add', String(accountId), rupees, '--reference', `slip ${(named += 1)}`);
const confirm = (by: Person, id: string, ...more: readonly string[]): Promise<Said> =>
  by.say('request', 'confirm', id, ...more);

describe('credit above what one person moves alone', () => {
  it('waits for another person, and moves once', async () => {
    await openAccount();
    const id = await askCredit(ayesha);
    expect(await available()).toBe(0);
    const { out: listed } = await bilal.say('request', 'list', String(accountId), '--json');
    expect(JSON.parse(listed)).toMatchObject([
      {
        ...{ id: Number(id), account: accountId, asked_by: `staff:${ayesha.email}` },
        about: expect.stringMatching(/^Adds 1000\.01 rupees to Two \d+ \(\d+\), “slip \d+”$/),
      },
    ]);
    expect(await confirm(ayesha, id)).toMatchObject({
      ...{ code: 1, err: 'You asked for this yourself: somebody else must confirm it.' },
    });
    const confirmed = await Promise.all([confirm(bilal, id), confirm(bilal, id)]);
    expect(confirmed.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await available()).toBe(1000.01);
    const lines = await database.read(
      plain<{ action: string; actor: string }>(
        'test-audit-of-request',
        `select action, actor from audit where detail ->> 'request' = $1 order by id`,
      ),
      [id],
    );
    const [one, other] = [ayesha.email, bilal.email].map((it) => `staff:${it}`);
    expect(lines).toEqual([
      { action: 'request.ask', actor: one },
      { action: 'credit.add', actor: other },
      { action: 'request.confirm', actor: other },
    ]);
  });

  it('is confirmed by its account and number as well, for that account alone', async () => {
    const foreign = String(await openAccount());
    await openAccount();
    const id = await askCredit(ayesha);
    expect((await bilal.say('credit', 'confirm', foreign, id)).code).toBe(1);
    expect((await bilal.say('credit', 'confirm', String(accountId), id)).code).toBe(0);
    expect(await available()).toBe(1000.01);
  });

  it('is what one person moves on an account in 24 hours, in however many sums', async () => {
    await openAccount();
    const add = async (by: Person, rupees: string) =>
      waitingIn(await by.say('credit', 'add', String(accountId), rupees));
    expect(await add(ayesha, '600')).toBeUndefined();
    const waits = await add(ayesha, '400.01');
    expect(waits).toMatch(/^\d+$/);
    expect(await add(ayesha, '400')).toBeUndefined();
    expect(await add(ayesha, '0.01')).toMatch(/^\d+$/);
    // Another person, another day, another account.
    expect(await add(bilal, '1000')).toBeUndefined();
    const nowMs = (): number => wallClock.nowMs() + DAY_MS;
    const tomorrow = as(ayesha.email, { clock: { ...wallClock, nowMs } });
    expect(await add(tomorrow, '1000')).toBeUndefined();
    // What a second person confirmed is nobody's alone.
    await openAccount();
    expect((await confirm(bilal, await askCredit(ayesha))).code).toBe(0);
    expect(await add(ayesha, '1000')).toBeUndefined();
    expect(await add(bilal, '1000')).toBeUndefined();
  });

  it('moves no more by sums that are asked for at once', async () => {
    await openAccount();
    const all = Array.from({ length: 6 }, () =>
      ayesha.say('credit', 'add', String(accountId), '400'),
    );
    const waiting = (await Promise.all(all)).map(waitingIn);
    expect(waiting.filter((it) => it === undefined)).toHaveLength(2);
    expect(await available()).toBe(800);
  });

  it('is refused at once if it could not be done, and no reference is moved twice', async () => {
    await openAccount();
    const account = String(accountId);
    expect(await ayesha.say('credit', 'correct', account, '2000')).toMatchObject({ code: 1 });
    const id = await ask(ayesha, 'credit', 'add', account, '2000', '--reference', 'slip');
    const again = await ask(ayesha, 'credit', 'add', account, '2000', '--reference', 'slip');
    expect((await confirm(bilal, id)).code).toBe(0);
    expect((await confirm(bilal, again)).code).toBe(0);
    expect(await available()).toBe(2000);
    await openAccount();
    const other = String(accountId);
    const shared = [other, '2000', '--reference', 'slip', '--shared-reference'] as const;
    expect((await ayesha.say('credit', 'add', ...shared.slice(0, 4))).code).toBe(1);
    expect((await confirm(bilal, await ask(ayesha, 'credit', 'add', ...shared))).code).toBe(0);
    expect(await available()).toBe(2000);
  });

  it('can be refused, by whoever asked as well, and ends after 7 days', async () => {
    await openAccount();
    const id = await askCredit(ayesha);
    expect((await ayesha.say('request', 'refuse', id)).code).toBe(0);
    expect((await confirm(bilal, id)).code).toBe(1);
    const other = await askCredit(ayesha);
    const nowMs = (): number => wallClock.nowMs() + 7 * DAY_MS + 1_000;
    const late = as(bilal.email, { clock: { ...wallClock, nowMs } });
    expect((await confirm(late, other)).code).toBe(1);
    expect(await available()).toBe(0);
  });

  it('moves at once where there is no limit', async () => {
    await openAccount();
    const alone = as(ayesha.email, { creditAloneMicros: undefined });
    const account = String(accountId);
    expect(waitingIn(await alone.say('credit', 'add', account, '5000'))).toBeUndefined();
    expect(
      waitingIn(await alone.say('account', 'set', account, '--postpaid', 'on', '--yes')),
    ).toBeUndefined();
    expect(await available()).toBe(5000);
  });
});

describe('the second person', () => {
  const refusalOf = async (by: Person, id: string) => {
    const { code, err } = await confirm(by, id);
    expect(code).toBe(1);
    return err;
  };
  const ONE_HAND = /are of one hand/;

  it('was there before the request', async () => {
    await openAccount();
    const id = await askCredit(ayesha);
    expect(await refusalOf(await hire('late', 'finance'), id)).toMatch(/younger than the request/);
    expect(await refusalOf(as('nobody@staff.example'), id)).toMatch(/younger than the request/);
  });

  it('is no login that the first has made, nor one that has made theirs', async () => {
    await openAccount();
    const admin = await hire('admin', 'admin');
    const second = await hire('second', 'finance', admin.admin);
    const third = await hire('third', 'finance', second.admin);
    for (const made of [second, third]) {
      expect(await refusalOf(made, await askCredit(admin))).toMatch(ONE_HAND);
      expect(await refusalOf(admin, await askCredit(made))).toMatch(ONE_HAND);
    }
    const sister = await hire('sister', 'finance', admin.admin);
    expect(await refusalOf(sister, await askCredit(second))).toMatch(ONE_HAND);
    expect((await confirm(bilal, await askCredit(second))).code).toBe(0);
  });

  it('is no login whose role or second factor the first has set', async () => {
    await openAccount();
    const admin = await hire('admin', 'admin');
    const promoted = await hire('promoted', 'finance');
    must(await setStaff(admin.admin, { email: promoted.email, role: 'admin' }));
    expect(await refusalOf(promoted, await askCredit(admin))).toMatch(ONE_HAND);
    const reset = await hire('reset', 'finance');
    must(await resetFactor(admin.admin, { email: reset.email.toUpperCase() }));
    expect(await refusalOf(reset, await askCredit(admin))).toMatch(ONE_HAND);
    // Whoever has the machine vouches for them.
    must(await setStaff(machine, { email: promoted.email, role: 'finance' }));
    expect((await confirm(promoted, await askCredit(admin))).code).toBe(0);
  });

  it('does not decide for an account that they belong to, and neither does the first', async () => {
    await openAccount('100');
    const member = await hire('member', 'admin');
    const id = await askCredit(ayesha);
    const [user] = await database.read(
      plain<{ id: number }>('test-user-id', 'select id from users where email = $1'),
      [member.email],
    );
    await database.transact((transaction) =>
      insertAccountUser(transaction, { userId: Number(user?.id), role: 'viewer', accountId }),
    );
    const belongs = /^You belong to this account: somebody else on the staff must decide for it\./;
    expect(await refusalOf(member, id)).toMatch(belongs);
    const account = String(accountId);
    const { id: capId } = must(
      await setCap(machine, { scope: 'account', most: 5, minutes: 10, accountId }),
    );
    const { id: priceId } = must(
      await setTariff(machine, {
        ...{ senderRoute: 'simple', partPriceMicros: ZERO, accountId },
        validFromMs: wallClock.nowMs() + DAY_MS,
      }),
    );
    const userId = String(user?.id);
    for (const words of [
      ['cap', 'remove', String(capId)],
      ['tariff', 'remove', String(priceId)],
      ['request', 'refuse', id],
      ['key', 'list', account],
      ['key', 'create', account, 'own'],
      ['key', 'revoke', account, '1'],
      ['user', 'add', 'straw@staff.example', '--account', account],
      ['user', 'invite', account, 'straw@staff.example', 'viewer'],
      ['user', 'remove', account, userId],
      ['credit', 'add', account, '1'],
      ['credit', 'confirm', account, id],
      ['account', 'set', account, '--verified', 'on'],
      ['account', 'cap', account, '--day', '10'],
      ['sender', 'approve', account, 'Shop'],
      ['template', 'approve', account, '1'],
      ['verification', 'approve', account, 'face'],
      ['tariff', 'set', 'simple', '9', '--account', account],
      ['service', 'set', account, 'Shop', '1'],
    ]) {
      expect([words, await member.say(...words, '--yes')]).toMatchObject([
        words,
        { code: 1, err: expect.stringMatching(belongs) },
      ]);
    }
    expect(await available()).toBe(100);
    // Nor by leaving it first.
    const own = Number(userId);
    must(await removeAccountUser(member.admin, { accountId, userId: own }));
    expect(await refusalOf(member, id)).toMatch(belongs);
    expect(await member.say('account', 'set', account, '--verified', 'on', '--yes')).toMatchObject({
      ...{ code: 1, err: expect.stringMatching(belongs) },
    });
    const nowMs = (): number => wallClock.nowMs() + DAY_MS + 1_000;
    const later = as(member.email, { clock: { ...wallClock, nowMs } });
    expect((await confirm(later, id)).code).toBe(0);
  });
});

describe('what else moves money', () => {
  it.each([
    [
      'debts',
      ['account', 'set', 'A', '--postpaid', 'on'],
      /^Sets postpaid on for Two \d+ \(\d+\), which has no spending cap: it may owe without limit$/,
    ],
    ['a price of nothing', ['tariff', 'set', 'branded', '0', '--account', 'A'], /to 0\.00 rupees/],
    ['a lower price', ['tariff', 'set', 'branded', '2.39'], /for every account without/],
    ['refunds', ['tariff', 'set', 'branded', '4', '--refund-failed'], /^Lowers the price/],
    [
      'a lower price of chat',
      ['chat', 'tariff', 'set', 'marketing', '0', '--account', 'A'],
      /chat/,
    ],
    ['a lower price of look-ups', ['lookup', 'price', '0', '0', '--account', 'A'], /a look-up/],
  ])('waits as well: %s', async (_, words, about) => {
    await openAccount();
    const given = words.map((it) => (it === 'A' ? String(accountId) : it));
    const id = await ask(ayesha, ...given);
    const { out } = await bilal.say('request', 'list', '--json');
    const listed = (JSON.parse(out) as { id: number; about: string }[]).find(
      (it) => it.id === Number(id),
    );
    expect(listed?.about).toMatch(about);
    expect((await confirm(ayesha, id)).code).toBe(1);
    expect(await confirm(bilal, id)).toMatchObject({ code: 0, err: '' });
  });

  it('is a cap that is raised or removed', async () => {
    await openAccount();
    const cap = async (...words: readonly string[]) =>
      waitingIn(await ayesha.say('account', 'cap', String(accountId), ...words));
    expect(await cap('--day', '100', '--month', '1000')).toBeUndefined();
    expect(await cap('--day', '90', '--alarm-at', '50')).toBeUndefined();
    expect(await cap('--day', '90.01')).toMatch(/^\d+$/);
    const id = await cap('--month', 'none');
    expect((await confirm(bilal, id ?? '')).code).toBe(0);
    const { out } = await bilal.say('account', 'show', String(accountId), '--json');
    expect(JSON.parse(out)).toMatchObject({
      reserved_today: '0.00 of 90.00',
      reserved_this_month: '0.00',
    });
  });

  it('is a planned rise that is removed, or that a price before it spares an account', async () => {
    await openAccount();
    const account = String(accountId);
    const says = async (...words: readonly string[]) =>
      waitingIn(await ayesha.say(...words, '--yes'));
    const from = new Date(wallClock.nowMs() + DAY_MS).toISOString();
    const rise = ['tariff', 'set', 'simple', '9', '--from', from, '--json'];
    const { out } = await ayesha.say(...rise, '--yes');
    const { id: riseId } = JSON.parse(out) as { readonly id: number };
    const { out: listed } = await ayesha.say('tariff', 'list', '--json');
    const prices = JSON.parse(listed) as { route: string; account: unknown; per_part: string }[];
    const now = prices.find((it) => it.route === 'simple' && it.account === 'every');
    const own = String(now?.per_part);
    expect(await says('tariff', 'set', 'simple', own, '--account', account)).toMatch(/^\d+$/);
    expect(await says('tariff', 'remove', String(riseId))).toMatch(/^\d+$/);
    // A planned fall is taken back by anybody.
    const { id: fallId } = must(
      await setTariff(machine, {
        ...{ senderRoute: 'simple', partPriceMicros: ZERO },
        validFromMs: wallClock.nowMs() + 2 * DAY_MS,
      }),
    );
    expect(await says('tariff', 'remove', String(fallId))).toBeUndefined();
    await says('chat', 'tariff', 'set', 'marketing', '99', '--from', from);
    expect(await says('chat', 'tariff', 'set', 'marketing', '98', '--account', account)).toMatch(
      /^\d+$/,
    );
  });

  it('is a prefix that moves to an operator to whom texts cost less', async () => {
    const cheap = parseRupees('0.01') ?? ZERO;
    const zong = { senderRoute: 'simple', partPriceMicros: cheap, operator: 'Zong' } as const;
    must(await setTariff(machine, zong));
    await eventually('the price is in force', async () => {
      const said = await ayesha.say('prefix', 'set', 'Zong', '9230099', '--yes');
      return waitingIn(said) !== undefined;
    });
    expect(
      waitingIn(await ayesha.say('prefix', 'set', 'Jazz', '9231099', '--yes')),
    ).toBeUndefined();
    const id = await ask(ayesha, 'prefix', 'remove', '9231099');
    expect((await confirm(bilal, id)).code).toBe(0);
  });

  it('is not a price that rises, a debt that ends or a switch', async () => {
    await openAccount();
    const account = String(accountId);
    for (const words of [
      ['tariff', 'set', 'branded', '9', '--account', account],
      ['account', 'set', account, '--verified', 'on', '--postpaid', 'off'],
    ]) {
      expect(waitingIn(await ayesha.say(...words, '--yes'))).toBeUndefined();
    }
    // A price that was raised alone is not lowered alone.
    await eventually('the price is in force', async () => {
      const said = await ayesha.say('tariff', 'set', 'branded', '8', '--account', account, '--yes');
      return waitingIn(said) !== undefined;
    });
  });
});
