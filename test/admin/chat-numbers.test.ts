import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import {
  connectNumber,
  type ConnectNumber,
} from '../../src/features/chat-numbers/connect-number.ts';
import {
  disconnectNumber,
  setDefault,
} from '../../src/features/chat-numbers/chat-numbers.operations.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { checkChat } from '../../src/features/doctor/check-chat.ts';
import type { CheckContext } from '../../src/features/doctor/finding.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { SEAL_PURPOSES } from '../../src/kit/seal.ts';
import { readSnapshot } from '../../src/store/snapshots/read-snapshots.ts';
import { limit } from '../../src/domain/limits.ts';
import { noteSync } from '../../src/store/chat/businesses.ts';
import { listNumbers } from '../../src/store/chat/numbers.ts';
import { readRouting } from '../../src/store/snapshots/routing-snapshots.ts';
import {
  changeAppSecret,
  CHAT_ACCESS,
  chatAdminOf,
  SECOND_NUMBER,
  startDemoPlatform,
} from '../support/demo-chat.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
let platform: RunningPlatform;
let admin: ChatAdmin;
let named = 0;
let accountId: AccountId;

beforeAll(async () => {
  platform = await startDemoPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  admin = chatAdminOf(world.admin, platform.url);
  // Whoever came before lets go of the number, and the business account is another's.
  for (const { id, accountId: owner, enabled } of await listNumbers(database, {
    accountId: undefined,
  })) {
    if (enabled) must(await disconnectNumber(admin, { accountId: owner, number: String(id) }));
  }
  await database.transact((transaction) =>
    transaction.run(
      plain(
        'test-forget-business',
        `update chat_businesses set platform_id = '9' || id where platform_id = $1`,
      ),
      [CHAT_ACCESS.business],
    ),
  );
  accountId = (await world.addAccount({ name: `Shop ${++named}`, rupees: '10' })).accountId;
});

const input = (change: Partial<ConnectNumber> = {}): ConnectNumber => ({
  accountId,
  ...CHAT_ACCESS,
  verifyToken: undefined,
  config: {},
  ...change,
});
const snapshot = async (id = accountId) => {
  const found = await readSnapshot(database, id, 0);
  if (found === undefined) throw new Error('the account is gone');
  return found.chat;
};
const routing = async () => {
  const found = await readRouting(database, 0);
  if (found === undefined) throw new Error('there are no settings');
  return found;
};
const auditOf = async () => {
  const text = 'select action, detail::text from audit where account_id = $1 order by id';
  const rows = await database.read(
    plain<{ readonly action: string; readonly detail: string }>('test-chat-audit', text),
    [accountId],
  );
  return rows.filter(({ action }) => action.startsWith('chat.'));
};

describe('connecting a chat number', () => {
  it('asks the platform, and is a link and the default of its account', async () => {
    const connected = must(await connectNumber(admin, input({ config: { ratePerSecond: 20 } })));
    expect(connected).toMatchObject({
      digits: '923001110001',
      verifiedName: 'Roshan Store',
      isDefault: true,
      subscribed: { kind: 'by_hand', path: `/webhooks/chat/${connected.businessId}` },
    });
    expect([...(await snapshot()).numbers.values()]).toEqual([
      {
        id: connected.linkId,
        accountId,
        businessId: connected.businessId,
        phoneNumberId: CHAT_ACCESS.phoneNumberId,
        digits: '923001110001',
        isDefault: true,
        enabled: true,
        window: 'enforce',
      },
    ]);
    const link = (await routing()).links.get(connected.linkId);
    expect(link).toMatchObject({
      carrier: 'whatsapp',
      enabled: true,
      accountId,
      business: { platformId: CHAT_ACCESS.business, appId: CHAT_ACCESS.appId },
      config: { ratePerSecond: 20, pairMs: 6_000, digits: '923001110001' },
    });
    expect(
      world.seal.open(
        link?.secretSealed ?? Buffer.of(),
        SEAL_PURPOSES.chatToken(CHAT_ACCESS.business),
      ),
    ).toBe(CHAT_ACCESS.token);
  });

  it('keeps no secret in the clear, and none in the audit', async () => {
    must(await connectNumber(admin, input({ verifyToken: 'chosen-verify-token' })));
    const rows = await database.read(
      plain<{ readonly row: string }>(
        'test-chat-secrets',
        `select chat_businesses::text as row from chat_businesses
       union all select links::text from links where carrier = 'whatsapp'
       union all select detail::text from audit`,
      ),
      [],
    );
    for (const secret of [CHAT_ACCESS.token, CHAT_ACCESS.appSecret, 'chosen-verify-token']) {
      for (const { row } of rows) {
        expect(row).not.toContain(secret);
        expect(row).not.toContain(Buffer.from(secret).toString('hex'));
      }
    }
    expect((await auditOf()).map(({ action }) => action)).toEqual(['chat.connect']);
  });

  it.each<[string, Partial<ConnectNumber>, string, RegExp]>([
    ['a token that opens nothing', { token: 'another-token' }, 'business', /refused .*190/],
    ['a business account of others', { business: '299' }, 'business', /refused by the chat/],
    ['a number of others', { phoneNumberId: '399' }, 'phoneNumberId', /number of the business/],
    ['words for an id', { business: 'Roshan' }, 'business', /digits/],
    ['no token', { token: '' }, 'token', /printable characters/],
    ['a token with a line break', { token: 'a\nb' }, 'token', /printable characters/],
    ['a rate of nothing', { config: { ratePerSecond: 0 } }, 'ratePerSecond', /1 to 1000/],
  ])('is refused with %s, and leaves nothing', async (_, change, field, rule) => {
    const outcome = await connectNumber(admin, input(change));
    expect(outcome).toMatchObject({ ok: false, field });
    expect(JSON.stringify(outcome)).toMatch(rule);
    expect((await snapshot()).numbers.size).toBe(0);
    expect(await auditOf()).toEqual([]);
  });

  it('says when the platform cannot be reached', async () => {
    const nowhere = chatAdminOf(world.admin, 'http://127.0.0.1:1');
    const outcome = await connectNumber(nowhere, input());
    expect(outcome).toMatchObject({ ok: false, platform: 'unreachable' });
  });

  it('is refused for an account while another has the number', async () => {
    must(await connectNumber(admin, input()));
    const other = await world.addAccount({ name: `Shop ${++named}`, rupees: '1' });
    const outcome = await connectNumber(admin, input({ accountId: other.accountId }));
    expect(outcome).toMatchObject({ ok: false, field: 'business' });
  });

  it('again, takes the new secrets and keeps id and settings of the account', async () => {
    const first = must(await connectNumber(admin, input()));
    changeAppSecret(platform, 'newer-secret');
    const again = must(await connectNumber(admin, input({ appSecret: 'newer-secret' })));
    expect(again).toMatchObject({ linkId: first.linkId, businessId: first.businessId });
    const business = (await routing()).chat.businesses.get(first.businessId);
    const purpose = SEAL_PURPOSES.chatAppSecret(CHAT_ACCESS.business);
    const secrets = business?.appSecretsSealed.map((it) => world.seal.open(it, purpose));
    expect(secrets).toEqual(['newer-secret']);
  });

  it('has the platform report to the public address, when that answers', async () => {
    const unheard = chatAdminOf(world.admin, platform.url, { publicAddress: 'http://127.0.0.1:1' });
    const { subscribed } = must(await connectNumber(unheard, input()));
    expect(subscribed.kind).toBe('failed');
    expect(subscribed).toHaveProperty('why');
  });
});

describe('a connected number', () => {
  const number = CHAT_ACCESS.phoneNumberId;

  it('has a second app secret while the first is replaced', async () => {
    const { businessId } = must(await connectNumber(admin, input()));
    const purpose = SEAL_PURPOSES.chatAppSecret(CHAT_ACCESS.business);
    const secrets = async () =>
      (await routing()).chat.businesses
        .get(businessId)
        ?.appSecretsSealed.map((it) => world.seal.open(it, purpose));
    must(await setNumber(admin, { accountId, number, appSecret: 'second' }));
    expect(await secrets()).toEqual(['second', CHAT_ACCESS.appSecret]);
    must(await setNumber(admin, { accountId, number, appSecret: 'third' }));
    expect(await secrets()).toEqual(['third', 'second']);
    must(await setNumber(admin, { accountId, number, dropOldSecret: true }));
    expect(await secrets()).toEqual(['third']);
    const details = (await auditOf()).map(({ detail }) => detail).join(' ');
    expect(details).not.toMatch(/second|third/);
    expect(details).toContain('newAppSecret');
  });

  it('is found by our id, the platform’s and its digits, and by nobody else', async () => {
    const { linkId } = must(await connectNumber(admin, input()));
    for (const one of [String(linkId), number, '923001110001']) {
      must(await setNumber(admin, { accountId, number: one, config: { pairMs: 1_000 } }));
    }
    const other = world.naya.accountId;
    const outcome = await setNumber(admin, { accountId: other, number, enabled: false });
    expect(outcome).toMatchObject({ ok: false, field: 'number' });
    expect(await setNumber(admin, { accountId, number, config: { digits: '1' } })).toMatchObject({
      field: 'digits',
    });
  });

  it('may be one of several, of which one is the default', async () => {
    const first = must(await connectNumber(admin, input()));
    const second = must(await connectNumber(admin, input({ phoneNumberId: SECOND_NUMBER })));
    expect(second.isDefault).toBe(false);
    must(await setDefault(admin, { accountId, number: SECOND_NUMBER }));
    const numbers = (await snapshot()).numbers;
    expect(numbers.get(first.linkId)?.isDefault).toBe(false);
    expect(numbers.get(second.linkId)?.isDefault).toBe(true);
    must(await disconnectNumber(admin, { accountId, number: SECOND_NUMBER }));
    expect([...(await snapshot()).numbers.values()].some(({ isDefault }) => isDefault)).toBe(false);
    expect(await setDefault(admin, { accountId, number: SECOND_NUMBER })).toMatchObject({
      ok: false,
    });
  });

  it('raises the versions of its account and of the routing with every change', async () => {
    must(await connectNumber(admin, input()));
    const before = {
      account: await readSnapshot(database, accountId, 0),
      routing: await routing(),
    };
    must(await setNumber(admin, { accountId, number, enabled: false }));
    const after = { account: await readSnapshot(database, accountId, 0), routing: await routing() };
    expect(after.account?.version).toBe((before.account?.version ?? 0) + 1);
    expect(after.routing.version).toBe(before.routing.version + 1);
  });
});

describe('the doctor', () => {
  const findings = async (change: Partial<CheckContext> = {}) => {
    const check = { ...admin, reader: database };
    return checkChat({ ...check, dataDir: undefined, migrations: [], ...change });
  };

  it.each([
    ['v21.0', '2026-11-26', 'warning', 'GRAPH_VERSION v21.0 ends on 2027-01-21: set a newer one.'],
    ['v21.0', '2027-01-21', 'fault', 'GRAPH_VERSION v21.0 ended on 2027-01-21: set a newer one.'],
    ['v77.0', '2027-01-21', 'warning', 'GRAPH_VERSION v77.0 is not known here: look up its end.'],
  ])('tells of version %s on %s: %s', async (graphVersion, day, verdict, sentence) => {
    const clock = { ...wallClock, nowMs: () => Date.parse(day) };
    expect(await findings({ graphVersion, clock })).toEqual([]);
    must(await connectNumber(admin, input()));
    const finding = { subject: 'chat platform', verdict, sentence };
    expect(await findings({ graphVersion, clock })).toContainEqual(finding);
  });

  it('looks at connected numbers alone, and says what keeps them from sending', async () => {
    expect(await findings()).toEqual([]);
    must(await connectNumber(admin, input()));
    const subject = 'chat number 923001110001';
    expect(await findings()).toContainEqual({
      subject,
      verdict: 'warning',
      sentence: 'Its templates were never read: see "paigham chat template sync".',
    });
    const prices = (await findings()).find(({ sentence }) => sentence.startsWith('No price'));
    expect(prices?.sentence).toContain('marketing');
    await database.transact((transaction) =>
      transaction.run(plain('test-spoil', `update chat_businesses set token_sealed = '\\x01'`), []),
    );
    expect(await findings()).toContainEqual({
      subject,
      verdict: 'fault',
      sentence: 'MASTER_KEY does not decrypt its token: set it again.',
    });
  });

  it('warns when the templates were not compared with the platform’s for long', async () => {
    const { businessId: id } = must(await connectNumber(admin, input()));
    const readAgo = async (milliseconds: number): Promise<boolean> => {
      const sync = { atMs: admin.clock.nowMs() - milliseconds, templateLimit: undefined };
      await database.transact((transaction) => noteSync(transaction, { accountId, id, ...sync }));
      return (await findings()).some(({ sentence }) => sentence.includes('were last read at'));
    };
    const mostMs = limit('chatSyncLateHours') * 3_600_000;
    expect(await readAgo(mostMs - 60_000)).toBe(false);
    expect(await readAgo(mostMs + 1)).toBe(true);
  });
});
