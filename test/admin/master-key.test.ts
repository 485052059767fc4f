/** The master key is changed, and everything that it sealed goes on being read. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openSeal } from '../../src/app/open-seal.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createSeal, SEAL_PURPOSES } from '../../src/kit/seal.ts';
import { TEST_MASTER_KEY } from '../support/built-world.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal } from './terminal.ts';

const OLD = TEST_MASTER_KEY;
const NEW = Buffer.alloc(32, 9);
const { database, world } = await worldDatabase();
const accountId = world.roshan.accountId;

const run = (text: string, values: readonly unknown[] = []) =>
  database.transact((transaction) => transaction.run(plain(text.slice(0, 60), text), values));

/** A secret of each purpose that the world has none of, sealed with the old key. */
async function fill(): Promise<void> {
  const seal = createSeal([OLD], machineRandom);
  const of = (purpose: string): Buffer => seal.seal(`of ${purpose}`, purpose);
  const { totp, mail, webhookSecret, chatToken, chatAppSecret, chatVerifyToken } = SEAL_PURPOSES;
  await run(
    `insert into users (id, email, name, password_hash, totp_sealed)
     overriding system value values (11, 'a@b.example', 'A', '', $1)`,
    [of(totp(11))],
  );
  await run(
    `insert into mails (id, kind, recipient, sealed, created_at)
     values (12, 'news', 'a@b.example', $1, now()), (13, 'news', 'a@b.example', '', now())`,
    [of(mail(12))],
  );
  await run(
    `insert into webhooks (account_id, id, url, description, types, secret, old_secret, created_at,
       delivered_number)
     values ($1, 14, 'https://a.example', '', '{}', $2, $3, now(), 0)`,
    [accountId, of(webhookSecret(14)), of(webhookSecret(14))],
  );
  await run(
    `insert into chat_businesses (account_id, platform_id, token_sealed, app_secrets_sealed,
       verify_token_sealed) values ($1, '15', $2, array[$3::bytea, $4::bytea], $5)`,
    [
      ...[accountId, of(chatToken('15')), of(chatAppSecret('15')), of(chatAppSecret('15'))],
      of(chatVerifyToken('15')),
    ],
  );
  for (const id of [16, 17]) {
    await run(
      `insert into documents (account_id, kind, id, file_name, mime, bytes, sha256, content,
         tax_number, submitted_at, submitted_by)
       values ($1, 'tax', $2, 'a.png', 'image/png', 1, '', $3, $4, now(), 'test')`,
      [
        ...[accountId, id, of(SEAL_PURPOSES.document({ accountId, kind: 'tax', id }))],
        of(SEAL_PURPOSES.taxNumber(accountId, id)),
      ],
    );
  }
  await run(
    `insert into bank_transfers (id, account_id, reference, amount_micros, created_at, created_by,
       slip, slip_at)
     overriding system value values (18, $1, 'ABCD-EFGH', 1, now(), 'test', $2, now())`,
    [accountId, of(SEAL_PURPOSES.slip(accountId, 18))],
  );
  const number = 'INV-2020-000001';
  await run(
    `insert into invoices (account_id, transfer_id, number, kind, amount_micros, tax_micros,
       buyer_name, buyer_address, buyer_sales_tax_number, issued_at, issued_by, buyer_tax_number)
     values ($1, 19, $2, 'invoice', 1, 0, 'A', '', '', now(), 'test', $3)`,
    [accountId, number, of(SEAL_PURPOSES.invoiceTaxNumber(accountId, number))],
  );
  await run(
    `insert into top_ups (account_id, gateway, card, last4, expires, kept_at)
     values ($1, 'stripe', $2, '4242', '2031-04', now())`,
    [accountId, of(SEAL_PURPOSES.card(accountId))],
  );
}

const SEALED = `
  select 'api key of account ' || account_id as purpose, key_sealed as sealed from api_keys
  union all select 'authenticator of user ' || id, totp_sealed from users
  union all select 'mail ' || id, sealed from mails where id = 12
  union all select 'password of link ' || name, secret_sealed from links
  union all select 'secret of webhook ' || id, secret from webhooks
  union all select 'secret of webhook ' || id, old_secret from webhooks
  union all select 'token of chat business ' || platform_id, token_sealed from chat_businesses
  union all select 'app secret of chat business ' || platform_id, unnest(app_secrets_sealed)
    from chat_businesses
  union all select 'verify token of chat business ' || platform_id, verify_token_sealed
    from chat_businesses
  union all select format('document %s %s of account %s', kind, id, account_id), content
    from documents
  union all select format('tax number %s of account %s', id, account_id), tax_number
    from documents
  union all select format('bank slip %s of account %s', id, account_id), slip
    from bank_transfers
  union all select format('tax number on %s of account %s', number, account_id), buyer_tax_number
    from invoices where buyer_tax_number is not null
  union all select 'kept card of account ' || account_id, card from top_ups`;

/** What one key opens, and what it does not. */
async function openedBy(key: Buffer): Promise<{ opened: number; closed: readonly string[] }> {
  const seal = createSeal([key], machineRandom);
  const rows = await database.read(
    plain<{ readonly purpose: string; readonly sealed: Buffer }>('test-sealed', SEALED),
    [],
  );
  const closed = rows.filter(({ sealed, purpose }) => seal.open(sealed, purpose) === undefined);
  return { opened: rows.length - closed.length, closed: closed.map(({ purpose }) => purpose) };
}

async function reseal(keys: readonly [Buffer, ...Buffer[]], ...more: readonly string[]) {
  const seal = await openSeal(database, keys);
  const say = openTerminal(database, { ...world.admin, seal });
  const said = await say('secrets', 'reseal', '--json', ...more);
  return { ...said, did: JSON.parse(said.out) as unknown };
}

describe('a change of the master key', () => {
  beforeAll(fill);

  it('begins with the old key alone', async () => {
    await expect(openSeal(database, [NEW, OLD])).rejects.toThrow(/two keys: start this version/);
    await expect(openSeal(database, [NEW])).rejects.toThrow(/MASTER_KEY is not the key of this/);
    await expect(openSeal(database, [NEW], 'The key in a.key')).rejects.toThrow(
      /^The key in a.key/,
    );
    await openSeal(database, [OLD]);
    await expect(openSeal(database, [NEW])).rejects.toThrow(/MASTER_KEY is not the key of this/);
  });

  it('keeps everything readable at each step, and leaves nothing to the old key', async () => {
    const { opened: all } = await openedBy(OLD);
    expect(all).toBeGreaterThan(15);
    const hash = (await openSeal(database, [OLD, NEW])).hash('a key');
    const seal = await openSeal(database, [NEW, OLD]);
    expect(seal.hash('a key')).toBe(hash);
    expect(await reseal([NEW, OLD])).toMatchObject({
      code: 0,
      did: { resealed: all, cannot_be_opened: 0 },
    });
    expect(await openedBy(NEW)).toEqual({ opened: all, closed: [] });
    expect((await openedBy(OLD)).opened).toBe(0);
    expect(await reseal([NEW, OLD])).toMatchObject({ did: { resealed: 0 } });
    expect((await openSeal(database, [NEW])).hash('a key')).toBe(hash);
    await expect(openSeal(database, [OLD])).rejects.toThrow(/MASTER_KEY is not the key/);
  });

  it('says what no key opens, and goes on with a new one when the old is lost', async () => {
    const foreign = Buffer.alloc(32, 3);
    const lastHash = (await openSeal(database, [NEW])).hash('a key');
    const known = openTerminal(database, { ...world.admin, seal: await openSeal(database, [NEW]) });
    const kept = await known('secrets', 'reseal', '--lost', '--yes');
    expect(kept).toMatchObject({ code: 1, err: expect.stringContaining('The key is not lost') });
    const seal = createSeal([foreign], machineRandom);
    const say = openTerminal(database, { ...world.admin, seal });
    const asked = await say('secrets', 'reseal', '--lost');
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('recovery codes') });
    await expect(openSeal(database, [foreign])).rejects.toThrow(/MASTER_KEY is not the key/);
    const { opened: all } = await openedBy(NEW);
    const said = await say('secrets', 'reseal', '--lost', '--yes', '--json');
    expect(JSON.parse(said.out)).toEqual({ resealed: 0, cannot_be_opened: all });
    const anew = await openSeal(database, [foreign]);
    expect(anew.hash('a key')).not.toBe(lastHash);
    await expect(openSeal(database, [NEW])).rejects.toThrow(/MASTER_KEY is not the key/);
  });
});
