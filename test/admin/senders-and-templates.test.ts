import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import {
  addOptout,
  removeOptout,
} from '../../src/features/suppressions/suppressions.operations.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import {
  addSender,
  decideSender,
  shareSender,
  unshareSender,
} from '../../src/features/senders/senders.operations.ts';
import { addTemplate, decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { verifyPassword } from '../../src/kit/password.ts';
import { readSnapshot } from '../../src/store/snapshots/read-snapshots.ts';
import { listOptouts } from '../../src/features/suppressions/suppressions.sql.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
let accountId: AccountId;

beforeAll(async () => {
  accountId = (await world.addAccount({ name: 'Under test', rupees: '0' })).accountId;
});

const snapshot = async (id: AccountId = accountId) => {
  const found = await readSnapshot(database, id, 0);
  if (found === undefined) throw new Error('the account is there');
  return found;
};
const add = (name: string, route: 'simple' | 'branded' | 'short_code') =>
  addSender(world.admin, { accountId, name, route });

describe('senders', () => {
  const sharedOf = async (id?: AccountId): Promise<readonly string[]> =>
    [...(await snapshot(id)).sendersByName.values()]
      .filter(({ isShared, state }) => isShared === true && state === 'approved')
      .map(({ name, route }) => `${name} ${route}`)
      .toSorted();
  const SHARED = ['8584 short_code', 'InfoSMS simple', 'Notice simple', 'SMS Alert simple'];

  it('wait for approval; shared ones nobody asks for', async () => {
    expect(await sharedOf()).toEqual(SHARED);
    expect(must(await add('My Brand', 'branded'))).toMatchObject({ state: 'waiting' });
    expect(must(await add('8585', 'short_code'))).toMatchObject({ state: 'waiting' });
    expect(await sharedOf()).toEqual(SHARED);
  });

  it('that are shared are every account’s at once, and go from all of them', async () => {
    const { admin } = world;
    must(await add('Bulletin', 'branded'));
    const { version } = await snapshot();
    expect(await shareSender(admin, { name: 'bulletin' })).toMatchObject({
      ok: false,
      field: 'name',
    });
    must(await shareSender(admin, { name: '9191' }));
    must(await shareSender(admin, { name: 'Hello PK' }));
    const late = (await world.addAccount({ name: 'Came later', rupees: '0' })).accountId;
    for (const id of [accountId, late]) {
      expect(await sharedOf(id)).toEqual(
        expect.arrayContaining(['9191 short_code', 'Hello PK simple']),
      );
    }
    const refused = { name: 'Hello PK', state: 'rejected', reason: 'Complaints.' } as const;
    must(await decideSender(admin, { accountId: late, ...refused }));
    must(await shareSender(admin, { name: 'Hello PK' }));
    expect(await sharedOf(late)).not.toContain('Hello PK simple');
    for (const name of ['9191', 'Hello PK']) must(await unshareSender(admin, { name }));
    expect(await unshareSender(admin, { name: '9191' })).toMatchObject({
      ok: false,
      field: 'name',
    });
    for (const id of [accountId, late]) expect(await sharedOf(id)).toEqual(SHARED);
    expect((await snapshot()).version).toBe(version + 5);
  });

  it.each([
    ['shared name as a brand', 'InfoSMS', 'branded'],
    ['shared name, which is there already', 'Notice', 'simple'],
    ['too like a shared name', 'infosms', 'branded'],
    ['too like a shared name to the eye', 'lnf0-SMS', 'branded'],
    ['like the shared short code', '8S84', 'branded'],
    ['too long for GSM', 'Twelve chars', 'branded'],
    ['letters in a short code', '8584A', 'short_code'],
    ['digits alone as a brand', '8584', 'branded'],
    ['taken', 'My Brand', 'branded'],
  ] as const)('are refused: %s', async (_, name, route) => {
    expect(await add(name, route)).toMatchObject({ ok: false, field: 'name' });
  });

  it('are not of the Simple route, which is for shared names', async () => {
    expect(await add('Unheard of', 'simple')).toMatchObject({ ok: false, field: 'route' });
  });

  it('are approved and rejected by name, a rejection with its reason', async () => {
    const decide = (name: string, state: 'approved' | 'rejected', reason?: string) =>
      decideSender(world.admin, { accountId, name, state, ...(reason && { reason }) });
    expect(await decide('My Brand', 'approved')).toMatchObject({ ok: false, field: 'account' });
    must(await setAccount(world.admin, { accountId, verified: true }));
    const { version } = await snapshot();
    must(await decide('My Brand', 'approved'));
    const approved = await snapshot();
    expect(approved.sendersByName.get('My Brand')).toMatchObject({ state: 'approved' });
    expect(approved.version).toBe(version + 1);
    expect(await decide('My Brand', 'rejected')).toMatchObject({ ok: false, field: 'reason' });
    must(await decide('My Brand', 'rejected', 'Not yours.'));
    expect((await snapshot()).sendersByName.get('My Brand')).toMatchObject({ state: 'rejected' });
    expect(await decide('Other', 'approved')).toMatchObject({ ok: false, field: 'name' });
  });
});

describe('templates', () => {
  it('wait with their checked variables, and are decided by the account’s own id', async () => {
    const proposed = {
      accountId,
      name: 'Parcel',
      message: 'Parcel #no# for #who#',
      category: 'transactional',
      variables: [{ name: 'no', type: 'digits', maxLength: 9 }],
    } as const;
    const { templateId } = must(await addTemplate(world.admin, proposed));
    const waiting = (await snapshot()).templates.get(templateId);
    expect(waiting).toMatchObject({
      state: 'waiting',
      variables: [
        { name: 'no', type: 'digits', maxLength: 9 },
        { name: 'who', type: 'text', maxLength: 160 },
      ],
      wording: { literals: ['Parcel ', ' for ', ''], names: ['no', 'who'] },
    });
    const decision = { templateId, state: 'approved' } as const;
    const foreign = { ...decision, accountId: world.roshan.accountId };
    expect(await decideTemplate(world.admin, foreign)).toMatchObject({ field: 'templateId' });
    expect((await snapshot()).templates.get(templateId)).toMatchObject({ state: 'waiting' });
    must(await decideTemplate(world.admin, { ...decision, accountId }));
    expect((await snapshot()).templates.get(templateId)).toMatchObject({ state: 'approved' });
    const rejected = { accountId, templateId, state: 'rejected' } as const;
    expect(await decideTemplate(world.admin, rejected)).toMatchObject({ field: 'reason' });
  });
});

describe('opt-outs', () => {
  it('are kept by the normal form of the number and seen in the snapshot', async () => {
    const wish = { accountId, recipient: '0300 1234567', scope: 'all', source: 'staff' } as const;
    expect(must(await addOptout(world.admin, wish))).toBe('923001234567');
    expect((await snapshot()).hasOptouts).toBe(true);
    must(await addOptout(world.admin, { ...wish, scope: 'promotional' }));
    const page = { after: '0', most: 10 };
    expect(await listOptouts(database, { ...page, accountId })).toMatchObject([
      { recipient: '923001234567', scope: 'all', source: 'staff' },
    ]);
    expect((await snapshot(world.roshan.accountId)).hasOptouts).toBe(false);
    must(await removeOptout(world.admin, { accountId, recipient: '923001234567' }));
    expect((await snapshot()).hasOptouts).toBe(false);
    const again = await removeOptout(world.admin, { accountId, recipient: '923001234567' });
    expect(again).toMatchObject({ ok: false, field: 'recipient' });
  });

  it('are refused for what is no mobile number', async () => {
    const wish = { accountId, recipient: '0211234567', scope: 'all', source: 'staff' } as const;
    expect(await addOptout(world.admin, wish)).toMatchObject({ ok: false, field: 'recipient' });
  });
});

describe('users', () => {
  it('are staff or people of an account; an address is one person in whatever case', async () => {
    const person = { name: 'Sana Malik', password: undefined };
    const staff = { ...person, email: 'Sana@paigham.example', works: 'staff' } as const;
    const { userId, password } = must(await createUser(world.admin, staff));
    expect(password.length).toBeGreaterThanOrEqual(20);
    const works = { accountId, role: 'owner' } as const;
    const owner = { ...person, email: 'owner@test.example', works };
    const made = must(await createUser(world.admin, { ...owner, password: 'twelve signs' }));
    const rows = await database.read(
      plain<{
        readonly id: number;
        readonly hash: string;
        readonly staff: boolean;
        readonly role: string | null;
      }>(
        'test-users',
        `select u.id, u.password_hash as hash, u.staff, a.role
       from users u left join account_users a on a.user_id = u.id order by u.id`,
      ),
      [],
    );
    expect(rows).toMatchObject([
      { id: userId, staff: true, role: null },
      { id: made.userId, staff: false, role: 'owner' },
    ]);
    expect(await verifyPassword('twelve signs', rows[1]?.hash ?? '')).toBe('right');
    const same = { ...staff, email: 'sana@PAIGHAM.example' };
    expect(await createUser(world.admin, same)).toMatchObject({ ok: false, field: 'email' });
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['name', { name: '' }],
    ['password', { password: 'elevensigns' }],
    ['account', { works: { accountId: 9_999_999 as AccountId, role: 'owner' as const } }],
  ])('are refused for a wrong %s', async (field, given) => {
    const good = { email: 'x@y.example', name: 'X', password: undefined, works: 'staff' } as const;
    expect(await createUser(world.admin, { ...good, ...given })).toMatchObject({
      ok: false,
      field,
    });
  });
});
