import { createUser } from '../../admin/users/create-user.ts';
import { UsageError } from '../../kit/refusal.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readPasswordInput } from '../read-secrets.ts';

const ROLES = ['owner', 'manager', 'viewer'] as const;

async function add(line: Line, given: Given): Promise<Answer> {
  const email = given.arg('EMAIL');
  const name = given.option('name') ?? email.split('@')[0] ?? email;
  const works = await readWork(line, given);
  const fromInput = given.has('password-stdin');
  const password = fromInput ? await readPasswordInput(line) : undefined;
  const made = settled(await createUser(line.admin, { email, name, password, works }), given);
  const data = { id: made.userId, email, role: works === 'staff' ? 'staff' : works.role };
  if (fromInput) return { data };
  const note = 'The password is not shown again.';
  return { data: { ...data, password: made.password }, note };
}

async function readWork(line: Line, given: Given) {
  const account = given.option('account');
  if (given.has('staff') === (account !== undefined)) {
    throw new UsageError('Say where they work: --staff, or --account ACCOUNT.');
  }
  if (account === undefined) return 'staff';
  const role = ROLES.find((it) => it === (given.option('role') ?? 'owner'));
  if (role === undefined) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  return { accountId: (await findAccount(line, account)).id, role };
}

export const userCommands: readonly Command[] = [
  {
    name: 'user add',
    args: ['EMAIL'],
    options: [
      { name: 'staff', about: 'works for the service' },
      { name: 'account', value: 'ACCOUNT', about: 'works for this account' },
      { name: 'role', value: ROLES.join('|'), about: 'what they may do there (default: owner)' },
      { name: 'name', value: 'NAME', about: 'what they are called' },
      { name: 'password-stdin', about: 'reads a password from standard input; else one is made' },
    ],
    about:
      'Adds a login. There is no portal to sign in to yet: the login of an account’s owner is ' +
      'good for username and password of the templates endpoint, others for nothing so far.',
    run: add,
  },
];
