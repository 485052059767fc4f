/** A number, or another of its business account, that is connected once more. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import {
  connectNumber,
  type ConnectNumber,
} from '../../src/features/chat-numbers/connect-number.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { checkChat } from '../../src/features/doctor/check-chat.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId, ChatBusinessId } from '../../src/domain/ids.ts';
import { SEAL_PURPOSES } from '../../src/kit/seal.ts';
import { readSnapshot } from '../../src/store/snapshots/read-snapshots.ts';
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
let accountId: AccountId;

beforeAll(async () => {
  platform = await startDemoPlatform();
  ({ accountId } = world.roshan);
});
afterAll(() => platform.close());
beforeEach(() => {
  admin = chatAdminOf(world.admin, platform.url);
});

const connect = async (change: Partial<ConnectNumber> = {}) => {
  const rest = { verifyToken: undefined, config: {}, ...change };
  return must(await connectNumber(admin, { accountId, ...CHAT_ACCESS, ...rest }));
};
const businessOf = async (id: ChatBusinessId) => {
  const business = (await readRouting(database, 0))?.chat.businesses.get(id);
  if (business === undefined) throw new Error('the business account is gone');
  return business;
};

describe('connecting again', () => {
  it('takes another verify token, which somebody enters at the platform', async () => {
    const { businessId } = await connect();
    const known = async () => {
      const { verifyTokenSealed } = await businessOf(businessId);
      const purpose = SEAL_PURPOSES.chatVerifyToken(CHAT_ACCESS.business);
      return world.seal.open(verifyTokenSealed, purpose);
    };
    const made = await known();
    await connect({ verifyToken: 'chosen-verify-token' });
    expect(await known()).toBe('chosen-verify-token');
    await connect();
    expect(await known()).toBe('chosen-verify-token');
    expect(made).not.toBe('chosen-verify-token');
  });

  it('makes a verify token where the master key opens the old one no more', async () => {
    const { businessId } = await connect();
    await database.transact((transaction) =>
      transaction.run(
        plain('test-spoil', `update chat_businesses set verify_token_sealed = '\\x01'`),
        [],
      ),
    );
    const check = { ...admin, reader: database };
    const verifyFaults = async () => {
      const found = await checkChat({ ...check, dataDir: undefined, migrations: [] });
      return found.filter(({ sentence }) => sentence.includes('its verify token'));
    };
    expect(await verifyFaults()).toMatchObject([{ verdict: 'fault' }]);
    await connect();
    const { verifyTokenSealed } = await businessOf(businessId);
    const purpose = SEAL_PURPOSES.chatVerifyToken(CHAT_ACCESS.business);
    expect(world.seal.open(verifyTokenSealed, purpose)).toMatch(/\w/);
    expect(await verifyFaults()).toEqual([]);
  });

  it('beside another of its business, ends no rotation of the app secret', async () => {
    const { businessId } = await connect();
    const number = CHAT_ACCESS.phoneNumberId;
    must(await setNumber(admin, { accountId, number, appSecret: 'second' }));
    changeAppSecret(platform, 'second');
    await connect({ phoneNumberId: SECOND_NUMBER, appSecret: 'second' });
    const purpose = SEAL_PURPOSES.chatAppSecret(CHAT_ACCESS.business);
    const { appSecretsSealed } = await businessOf(businessId);
    const secrets = appSecretsSealed.map((it) => world.seal.open(it, purpose));
    expect(secrets).toEqual(['second', CHAT_ACCESS.appSecret]);
  });

  it('takes the place of the same number under another id of the platform', async () => {
    const first = await connect();
    await database.transact((transaction) =>
      transaction.run(
        plain(
          'test-move-number',
          `update links set config = config || '{"phoneNumberId":"300000000000099"}' where id = $1`,
        ),
        [first.linkId],
      ),
    );
    const moved = await connect();
    expect(moved).toMatchObject({ digits: first.digits, isDefault: true });
    expect(moved.linkId).not.toBe(first.linkId);
    const numbers = (await readSnapshot(database, accountId, 0))?.chat.numbers;
    expect(numbers?.get(first.linkId)).toMatchObject({ enabled: false, isDefault: false });
    expect(numbers?.get(moved.linkId)).toMatchObject({ enabled: true, isDefault: true });
    expect((await connect()).linkId).toBe(moved.linkId);
  });
});
