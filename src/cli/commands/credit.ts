import { DEFAULT_GRACE_MS, rotateKey } from '../../admin/accounts/rotate-key.ts';
import { moveCredit } from '../../admin/credit/move-credit.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { UsageError } from '../../kit/refusal.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readNumber, readRupees, showRupees, showTime } from '../values.ts';

const move = (kind: 'credit' | 'correction') => async (line: Line, given: Given) => {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const amountMicros = readRupees(given.arg('RUPEES'), 'RUPEES');
  const reference = given.option('reference');
  const input = { accountId: account.id, kind, amountMicros };
  const known = reference === undefined ? {} : { reference };
  const moved = settled(await moveCredit(line.admin, { ...input, ...known }), given);
  const data = {
    account: account.id,
    transfer: moved.transferId,
    moved: !moved.repeated,
    balance: showRupees(moved.availableMicros),
  };
  if (!moved.repeated) return { data };
  return { data, note: 'This reference was used before: nothing was moved again.' };
};

async function rotate(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const hours = given.option('grace');
  if (given.has('now') && hours !== undefined) {
    throw new UsageError('--now and --grace contradict each other.');
  }
  const fallbackMs = given.has('now') ? 0 : DEFAULT_GRACE_MS;
  const graceMs = hours === undefined ? fallbackMs : readNumber(hours, '--grace') * HOUR_MS;
  const rotated = settled(await rotateKey(line.admin, { accountId: account.id, graceMs }), given);
  const data = {
    account: account.id,
    api_key: rotated.apiKey,
    old_keys: rotated.oldKeys,
    old_keys_expire_at: showTime(rotated.oldKeysExpireAtMs),
  };
  return { data, note: 'The key is not shown again.' };
}

const REFERENCE = {
  name: 'reference',
  value: 'TEXT',
  about: 'what the payment is known by; used twice, it moves money once',
};

export const creditCommands: readonly Command[] = [
  {
    name: 'credit add',
    args: ['ACCOUNT', 'RUPEES'],
    options: [REFERENCE],
    about: 'Adds credit that was paid for.',
    run: move('credit'),
  },
  {
    name: 'credit correct',
    args: ['ACCOUNT', 'RUPEES'],
    options: [REFERENCE],
    about: 'Takes back credit that was added wrongly.',
    run: move('correction'),
  },
  {
    name: 'key rotate',
    args: ['ACCOUNT'],
    options: [
      { name: 'grace', value: 'HOURS', about: 'how long the old keys stay valid (default: 24)' },
      { name: 'now', about: 'the old keys end at once' },
    ],
    about: 'Makes a new API key and shows it, once.',
    run: rotate,
  },
];
