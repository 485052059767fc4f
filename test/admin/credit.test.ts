import { describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { parseRupees, ZERO, type Micros } from '../../src/domain/pricing/money.ts';
import { findAccount } from '../../src/features/accounts/accounts.sql.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal } from './terminal.ts';

const { database, world } = await worldDatabase();
let named = 0;

const rupees = (text: string): Micros => parseRupees(text) ?? ZERO;
const openAccount = async (credit: string): Promise<AccountId> => {
  named += 1;
  return (await world.addAccount({ name: `Credit ${named}`, rupees: credit })).accountId;
};
const available = async (accountId: AccountId) =>
  (await findAccount(database, { accountId }))?.availableMicros;

type TransferRow = {
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly cause: string | null;
};
const transfersOf = (accountId: AccountId) =>
  database.read(
    plain<TransferRow>(
      'test-transfers',
      `select kind, debit, credit, amount_micros as amount, cause
     from transfers where account_id = $1 order by id`,
    ),
    [accountId],
  );

describe('adding credit', () => {
  it('moves it from funding to available as one transfer', async () => {
    const accountId = await openAccount('0');
    const amountMicros = rupees('31.20');
    const moved = must(await moveCredit(world.admin, { accountId, kind: 'credit', amountMicros }));
    expect(moved).toMatchObject({ availableMicros: amountMicros, repeated: false });
    expect(await available(accountId)).toBe(amountMicros);
    expect(await transfersOf(accountId)).toEqual([
      { kind: 'credit', debit: 'funding', credit: 'available', amount: 31_200_000, cause: null },
    ]);
  });

  it('moves it once for one reference, however many ask at once', async () => {
    const accountId = await openAccount('0');
    const payment = { accountId, kind: 'credit', amountMicros: rupees('5'), reference: 'bank 77' };
    const all = Array.from({ length: 8 }, () =>
      moveCredit(world.admin, { ...payment, kind: 'credit' }),
    );
    const moved = (await Promise.all(all)).map(must);
    expect(moved.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(moved.map(({ transferId }) => transferId)).size).toBe(1);
    expect(await available(accountId)).toBe(rupees('5'));
    const another = { ...payment, kind: 'credit', amountMicros: rupees('6') } as const;
    expect(await moveCredit(world.admin, another)).toMatchObject({ ok: false, field: 'reference' });
  });

  it('takes a reference of another account only if it is said to be for both', async () => {
    const [first, second] = [await openAccount('0'), await openAccount('0')];
    const payment = { kind: 'credit', amountMicros: rupees('5'), reference: 'bank 78' } as const;
    must(await moveCredit(world.admin, { ...payment, accountId: first }));
    const rule = expect.stringMatching(
      `^The reference was used for another account, Credit \\d+ \\(${first}\\), on \\d{4}-\\d\\d-`,
    );
    const refused = await moveCredit(world.admin, { ...payment, accountId: second });
    expect(refused).toMatchObject({ ok: false, field: 'reference', rule });
    expect(await available(second)).toBe(0n);
    must(await moveCredit(world.admin, { ...payment, accountId: second, shared: true }));
    expect(await available(second)).toBe(rupees('5'));
    const taken = { ...payment, kind: 'correction', accountId: first } as const;
    must(await moveCredit(world.admin, taken));
  });

  it('takes a reference for one of two accounts that ask at once', async () => {
    const accounts = [await openAccount('0'), await openAccount('0')];
    const payment = { kind: 'credit', amountMicros: rupees('5'), reference: 'bank 79' } as const;
    const asked = accounts.map((accountId) => moveCredit(world.admin, { ...payment, accountId }));
    const moved = (await Promise.all(asked)).filter(({ ok }) => ok);
    expect(moved).toHaveLength(1);
  });

  it('says whose balance it is now', async () => {
    const accountId = await openAccount('100');
    const say = openTerminal(database, world.admin);
    const { out } = await say('credit', 'add', String(accountId), '250');
    expect(out).toMatch(
      new RegExp(
        String.raw`^250\.00 rupees were added to Credit \d+ \(${accountId}\)\. ` +
          String.raw`Its balance is 350\.00 rupees\.`,
      ),
    );
  });

  it.each([
    ['amountMicros', { amountMicros: ZERO }],
    ['amountMicros', { amountMicros: rupees('-1') }],
    ['amountMicros', { amountMicros: rupees('100000000.000001') }],
    ['reference', { reference: '' }],
    ['reference', { reference: 'x'.repeat(201) }],
    ['account', { accountId: 9_999_999 as AccountId }],
  ])('refuses a wrong %s (case %#)', async (field, given) => {
    const accountId = world.naya.accountId;
    const input = { accountId, kind: 'credit', amountMicros: rupees('1'), ...given } as const;
    expect(await moveCredit(world.admin, input)).toMatchObject({ ok: false, field });
    expect(await available(accountId)).toBe(rupees('20'));
  });
});

describe('correcting credit', () => {
  it('takes back what is there, not a millionth more unless the account is postpaid', async () => {
    const accountId = await openAccount('10');
    const correct = (amount: string) =>
      moveCredit(world.admin, { accountId, kind: 'correction', amountMicros: rupees(amount) });
    expect(await correct('10.000001')).toMatchObject({ ok: false, field: 'amountMicros' });
    expect(must(await correct('10')).availableMicros).toBe(0n);
    must(await setAccount(world.admin, { accountId, postpaid: true }));
    expect(must(await correct('4')).availableMicros).toBe(rupees('-4'));
    const transfers = await transfersOf(accountId);
    const sides = { kind: 'correction', debit: 'available', credit: 'funding' };
    expect(transfers).toContainEqual({ ...sides, amount: 10_000_000, cause: null });
    expect(transfers).toContainEqual({ ...sides, amount: 4_000_000, cause: null });
  });
});
