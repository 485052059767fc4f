/** A refund that waits for a second person. */
import { expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { parseRupees, ZERO } from '../../src/domain/pricing/money.ts';
import { findAccount } from '../../src/features/accounts/accounts.sql.ts';
import { addCredit } from '../../src/features/credit/credit.operations.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal } from './terminal.ts';

const { database, world } = await worldDatabase();
const machine = { ...world.admin, actor: 'line:root' };
const rupees = (given: string) => parseRupees(given) ?? ZERO;

async function hire(name: string) {
  const email = `${name}@staff.example`;
  must(await createUser(machine, { email, works: { staffRole: 'finance' } }));
  const more = { actor: `staff:${email}`, creditAloneMicros: rupees('1000'), clock: wallClock };
  return openTerminal(database, { ...world.admin, ...more });
}

it('is given back once somebody else confirms it, and once only', async () => {
  const { accountId } = await world.addAccount({ name: 'Two', rupees: '0' });
  const payment = { accountId, amountMicros: rupees('1500'), reference: 'a payment' };
  must(await addCredit(machine, payment));
  const [paid] = await database.transact((transaction) =>
    transaction.read(
      plain<{ id: string }>(
        'test-pay',
        `insert into payments (account_id, gateway, reference, amount_micros, state, created_at,
          created_by, ended_at, transfer_id)
        select account_id, 'simulated', 'a payment', amount_micros, 'paid', now(), 'key:1', now(),
          id
        from transfers where account_id = $1 and kind = 'credit'
        returning id::text`,
      ),
      [accountId],
    ),
  );
  const [ayesha, bilal] = [await hire('ayesha'), await hire('bilal')];
  const left = async () => (await findAccount(database, { accountId }))?.availableMicros ?? ZERO;
  const ask = async () => {
    const words = [String(accountId), String(paid?.id), '--by-hand', '--reason', 'Paid twice'];
    const { out, err } = await ayesha('payment', 'refund', ...words, '--yes');
    expect(err).toBe('');
    return /Somebody else must confirm request (\d+)/.exec(out)?.[1] ?? '';
  };
  const [one, other] = [await ask(), await ask()];
  expect(await left()).toBe(rupees('1500'));
  expect(await bilal('request', 'confirm', one)).toMatchObject({ code: 0, err: '' });
  expect(await left()).toBe(ZERO);
  const again = await bilal('request', 'confirm', other);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('given back whole') });
});
