/** Confirming bank transfers at a terminal: what asks first, and what a second person does. */
import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { parseRupees, ZERO } from '../../src/domain/pricing/money.ts';
import { openBankTransfer } from '../../src/features/bank-transfers/bank-transfers.operations.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal } from './terminal.ts';

const { database, world } = await worldDatabase();
const bankAccount = 'Bank of Trade';
const machine: Admin = { ...world.admin, actor: 'line:root', bankAccount };
const creditAloneMicros = parseRupees('1000') ?? ZERO;

async function hire(name: string) {
  const email = `${name}@bank.example`;
  must(await createUser(machine, { email, works: { staffRole: 'finance' } }));
  return openTerminal(database, { ...machine, actor: `staff:${email}`, creditAloneMicros });
}
const [ayesha, bilal] = [await hire('ayesha'), await hire('bilal')];

let made = 0;
async function open(rupees: string): Promise<[account: string, transfer: string]> {
  made += 1;
  const { accountId } = await world.addAccount({ name: `Bank ${made}`, rupees: '0' });
  const amountMicros = parseRupees(rupees) ?? ZERO;
  const { id } = must(await openBankTransfer(machine, { accountId, amountMicros }));
  return [String(accountId), String(id)];
}
const confirm = (by: typeof ayesha, named: readonly string[], ...more: readonly string[]) =>
  by('bank', 'confirm', ...named, ...more);
const waiting = async (account: string) =>
  JSON.parse((await bilal('request', 'list', account, '--json')).out) as readonly {
    readonly id: number;
    readonly about: string;
  }[];
const balanceOf = async (account: string): Promise<string> => {
  const shown = await bilal('account', 'show', account, '--json');
  return (JSON.parse(shown.out) as { readonly balance: string }).balance;
};

describe('confirming a bank transfer', () => {
  it('asks first where less than half came, or more than half as much again', async () => {
    const named = await open('100');
    for (const received of ['49.99', '150.01']) {
      const asked = await confirm(ayesha, named, '--received', received);
      expect(asked.code).not.toBe(0);
      expect(asked.err + asked.out).toContain(
        `${received} rupees would be added, though 100.00 were asked`,
      );
    }
    expect(await confirm(ayesha, named, '--received', '50')).toMatchObject({ code: 0 });
    expect(await balanceOf(named[0])).toBe('50.00');
  });

  it('is asked of a second person once, who reads what was asked', async () => {
    const named = await open('5000');
    expect((await confirm(ayesha, named, '--received', '4000')).out).toContain('must confirm');
    const again = await confirm(bilal, named);
    const [request] = await waiting(named[0]);
    expect(request?.about).toMatch(/^Adds 4000\.00 rupees .*; 5000\.00 rupees were asked$/);
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain(`waits for a second person already: see request ${request?.id}`);
    expect((await bilal('request', 'confirm', String(request?.id))).code).toBe(0);
    expect(await balanceOf(named[0])).toBe('4000.00');
    const decided = await confirm(bilal, named);
    expect(decided.err).toContain('must be of one that waits: this one is confirmed');
  });

  it.each(['withdraw', 'confirm'] as const)(
    'waits for nobody any more after a %s',
    async (ends) => {
      const named = await open('5000');
      await confirm(ayesha, named);
      expect(await waiting(named[0])).toHaveLength(1);
      const more = ends === 'confirm' ? ['--received', '900', '--yes'] : [];
      expect(await bilal('bank', ends, ...named, ...more)).toMatchObject({ code: 0 });
      expect(await waiting(named[0])).toEqual([]);
    },
  );
});

it('finance sees at once how many wait, and of how many the slip is there', async () => {
  const accountId = Number((await open('10'))[0]) as AccountId;
  const { out } = await ayesha('finance', 'show', '--json');
  const { bank_transfers: count } = JSON.parse(out) as { readonly bank_transfers: number };
  must(await openBankTransfer(machine, { accountId, amountMicros: creditAloneMicros }));
  const shown = await ayesha('finance', 'show', '--json');
  expect(JSON.parse(shown.out)).toMatchObject({ bank_transfers: count + 1, with_slip: 0 });
});
