/** Owners get a mail about each decision of staff, and about low credit. */
import { beforeAll, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { readWaitingMails } from '../../src/features/mails/mails.ts';
import { tellLowCredit, tellUnread } from '../../src/features/mails/tell-owners.ts';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { addTemplate, decideTemplate } from '../../src/features/templates/templates.operations.ts';
import {
  approveDocument,
  lookAtDocument,
  refuseDocument,
  submitDocument,
} from '../../src/features/verification/verification.operations.ts';
import { DOCUMENT_KINDS } from '../../src/domain/account/verification.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { watchCredit } from '../../src/journey/charge/watch-spending.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { updateLowCredit } from '../../src/store/ledger/balances.ts';
import { jpegOf } from '../support/documents.ts';
import { addPerson } from '../support/people.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
const admin = { ...world.admin, publicAddress: 'https://messages.example.com/' };
const PORTAL = 'https://messages.example.com/portal';
let accountId: AccountId;

beforeAll(async () => {
  accountId = (await world.addAccount({ name: 'Sitara', rupees: '95' })).accountId;
  for (const role of ['owner', 'manager', 'developer', 'viewer', 'agent'] as const) {
    await addPerson(admin, `${role}@sitara.example`, { accountId, role });
  }
  const works = { accountId, role: 'owner' } as const;
  const userId = await addPerson(admin, 'malik@sitara.example', works);
  await run('reads-urdu', `update users set locale = 'ur' where id = $1`, [userId]);
  const naya = { accountId: world.naya.accountId, role: 'owner' } as const;
  await addPerson(admin, 'owner@naya.example', naya);
});

const run = (name: string, text: string, values: readonly unknown[] = []) =>
  database.transact((transaction) => transaction.run(plain(`test-${name}`, text), values));

/** What the two owners, and nobody else, have just been told: in English and in Urdu. */
async function told() {
  const waiting = await readWaitingMails(database, world.seal);
  const mails = waiting.toSorted((one, other) => one.to.localeCompare(other.to));
  await run('no-mails', 'delete from mails');
  expect(mails.map(({ to }) => to)).toEqual(['malik@sitara.example', 'owner@sitara.example']);
  const [urdu, english] = mails;
  return {
    english: `${english?.subject} ${english?.text}`,
    urdu: `${urdu?.subject} ${urdu?.text}`,
  };
}

it('a sender ID was approved, or rejected and why; nothing of one that was not', async () => {
  const sender = { accountId, name: 'SITARA' } as const;
  must(await addSender(admin, { ...sender, route: 'branded' }));
  expect(await decideSender(admin, { ...sender, state: 'approved' })).toMatchObject({ ok: false });
  must(await setAccount(admin, { accountId, verified: true }));
  must(await decideSender(admin, { ...sender, state: 'approved' }));
  const approved = await told();
  expect(approved.english).toMatch(/^Sitara: sender ID SITARA was approved/);
  expect(approved.english).toContain(`${PORTAL}/senders\n`);
  expect(approved.urdu).toMatch(/SITARA.*منظور/);
  must(await decideSender(admin, { ...sender, state: 'rejected', reason: 'Not your name.' }));
  const rejected = await told();
  expect(rejected.english).toMatch(/SITARA was rejected[^]*Why: Not your name\./);
  expect(rejected.urdu).toMatch(/مسترد[^]*Not your name\./);
});

it('a template was approved, or rejected and why', async () => {
  const proposed = { name: 'Parcel', message: 'Parcel #no#', variables: undefined };
  const category = 'transactional';
  const { templateId } = must(await addTemplate(admin, { accountId, ...proposed, category }));
  must(await decideTemplate(admin, { accountId, templateId, state: 'approved' }));
  const approved = await told();
  expect(approved.english).toMatch(/template “Parcel” \(version 1\) was approved/);
  expect(approved.english).toContain(`${PORTAL}/templates\n`);
  const reason = 'Say whose parcel.';
  must(await decideTemplate(admin, { accountId, templateId, state: 'rejected', reason }));
  const rejected = await told();
  expect(rejected.english).toMatch(
    /“Parcel” \(version 1\) was rejected[^]*Why: Say whose parcel\./,
  );
  expect(rejected.urdu).toMatch(/Parcel[^]*مسترد[^]*Say whose parcel\./);
});

it('a document was refused and why, and at the last approval that they are verified', async () => {
  must(await setAccount(admin, { accountId, verified: false }));
  const withdrawn = await told();
  expect(withdrawn.english).toMatch(/^Sitara is not verified any more[^]*demo text/);
  expect(withdrawn.urdu).toContain('تصدیق واپس');
  // It was not: nobody is told again.
  must(await setAccount(admin, { accountId, verified: false }));
  expect(await readWaitingMails(database, world.seal)).toEqual([]);
  const file = { name: 'a.jpg', octets: jpegOf(640, 480), hash: '00'.repeat(32) };
  for (const kind of DOCUMENT_KINDS) {
    const number = kind === 'tax' ? '1234567-8' : undefined;
    must(await submitDocument(admin, { accountId, kind, number, file }));
    must(await lookAtDocument(admin, database, { accountId, kind }));
  }
  const refused = { accountId, kind: 'agreement', reason: 'not_signed' } as const;
  must(await refuseDocument(admin, { ...refused, words: 'The stamp is missing.' }));
  const { english, urdu } = await told();
  expect(english).toMatch(/refused \(Agreement\)[^]*signed and stamped\. The stamp is missing\./);
  expect(english).toContain(`${PORTAL}/verification\n`);
  expect(urdu).toMatch(/معاہدہ[^]*The stamp is missing\./);
  for (const kind of DOCUMENT_KINDS) must(await approveDocument(admin, { accountId, kind }));
  // One for all five.
  expect((await told()).english).toMatch(/^Sitara is verified/);
});

it('credit is low, once each time that it falls below the threshold', async () => {
  const look = () =>
    watchCredit({ db: database, clock: admin.clock }, (...low) => tellLowCredit(admin, ...low));
  await database.transact((it) =>
    updateLowCredit(it, { accountId, lowMicros: micros(100_000_000n) }),
  );
  await look();
  await look();
  const { english, urdu } = await told();
  expect(english).toMatch(/^Sitara: credit is low[^]*Rs 95\.00 left[^]*Rs 100\.00/);
  expect(english).toContain(`${PORTAL}/credit\n`);
  expect(urdu).toContain('Rs 95.00');
  const setBalance = (available: bigint) =>
    run('spend', 'update balances set available_micros = $2 where account_id = $1', [
      ...[accountId, available],
    ]);
  await setBalance(150_000_000n);
  await look();
  await setBalance(50_000_000n);
  await look();
  expect((await told()).english).toContain('Rs 50.00');
  await setBalance(150_000_000n);
  await look();
  const owes = `with paid as (
      insert into payments (account_id, gateway, reference, amount_micros, state, created_at,
                            created_by)
      values ($1, 'stripe', 'r1', 90000000, 'open', now(), 'test') returning id)
    insert into refunds (account_id, payment_id, amount_micros, state, reason, created_at,
                         created_by, ended_at, owed_micros)
    select $1, id, 90000000, 'refunded', 'test', now(), 'test', now(), $2 from paid`;
  await run('owes', owes, [accountId, 15_000_000n]);
  await setBalance(50_000_000n);
  await look();
  expect((await told()).english).toContain('Rs 35.00 left');
});

it('unread replies are mailed to whoever wants that, when they have waited', async () => {
  const nowMs = Date.UTC(2026, 10, 26, 9);
  const at = (minutes: number) => {
    const clock = { ...admin.clock, nowMs: () => nowMs + minutes * 60_000 };
    return { ...admin, clock };
  };
  const tellAt = async (minutes: number): Promise<readonly string[]> => {
    await tellUnread({ ...at(minutes), transact: (work) => database.transact(work) });
    const mails = await readWaitingMails(database, world.seal);
    await run('no-replies-mails', 'delete from mails');
    return mails.map(({ to, subject }) => `${to} ${subject}`).toSorted();
  };
  const wish = `update users set reply_mail_minutes = 15 where email = 'owner@sitara.example'`;
  await run('wish', wish);
  const heard = (id: number, minutes: number, assigned: string | null = null) =>
    run(
      'heard',
      `insert into conversations (account_id, id, kind, own, other, last_at, last_by, unread,
        assigned_user)
      values ($1, $2, 'sms', '8584', $5, to_timestamp($3), 'them', 1,
        (select id from users where email = $4))`,
      [accountId, id, nowMs / 1_000 + minutes * 60, assigned, `92300123456${id}`],
    );
  await heard(1, 0);
  // Somebody else's: he does not want mails.
  await heard(2, 0, 'viewer@sitara.example');
  expect(await tellAt(14)).toEqual([]);
  expect(await tellAt(16)).toEqual(['owner@sitara.example Sitara: an unread reply']);
  expect(await tellAt(17)).toEqual([]);
  await heard(3, 2);
  await heard(4, 20);
  // The next mail comes an hour after the last.
  expect(await tellAt(60)).toEqual([]);
  expect(await tellAt(77)).toEqual(['owner@sitara.example Sitara: 2 unread replies']);
  await heard(5, 100);
  await run('read', 'update conversations set unread = 0');
  expect(await tellAt(200)).toEqual([]);
});
