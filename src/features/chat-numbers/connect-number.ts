import { webhookPathOf } from '../../domain/chat/account-chat.ts';
import {
  type PlatformAccess,
  type PlatformNotice,
  type PlatformNumber,
  whyBlocked,
} from '../../domain/chat/platform.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../../domain/ids.ts';
import { checkChatLinkConfig, type ChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../../domain/routing/link-field.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import {
  findBusiness,
  findReleased,
  insertBusiness,
  releaseBusiness,
  updateBusiness,
} from '../../store/chat/businesses.ts';
import { noteBlocked } from '../../store/chat/number-facts.ts';
import {
  findEnabledNumber,
  insertNumber,
  listNumbers,
  setDefaultNumber,
  startNumbers,
  updateNumber,
} from '../../store/chat/numbers.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import {
  changeChat,
  refuseBy,
  type ChatAdmin,
  type ChatOutcome,
  type ChatRefused,
} from './chat-admin.ts';
import { faultOfSecret } from './secrets.ts';
import { subscribe, type Subscribed } from './subscribe.ts';

export type ConnectNumber = {
  readonly accountId: AccountId;
  /** The platform's id of the business account: digits. */
  readonly business: string;
  /** The platform's id of the number: digits. */
  readonly phoneNumberId: string;
  /** The token for the business account: a system user's, without expiry. */
  readonly token: string;
  /** What the platform's app signs its posts with. */
  readonly appSecret: string;
  /** The app; undefined: ask the platform. Needed to upload samples of templates. */
  readonly appId: string | undefined;
  /** What the platform verifies our address with; undefined: the existing one, or a new one. */
  readonly verifyToken: string | undefined;
  /** Fields of CHAT_LINK_FIELDS, besides what the platform itself says. */
  readonly config: GivenLinkConfig;
};

export type ConnectedNumber = {
  readonly linkId: LinkId;
  readonly businessId: ChatBusinessId;
  readonly digits: string;
  readonly verifiedName: string | undefined;
  readonly isDefault: boolean;
  readonly subscribed: Subscribed;
  /** What keeps its business account from sending. */
  readonly notices: readonly PlatformNotice[];
};

/**
 * Connects a sending number: asks the platform whether token, business account and number belong
 * together, keeps them with the secrets sealed, and has events posted to this service. A number
 * connected before gets the new token and is started; the account's first number becomes its
 * default.
 */
export async function connectNumber(
  admin: ChatAdmin,
  input: ConnectNumber,
): Promise<ChatOutcome<ConnectedNumber>> {
  const fault = faultOf(input);
  if (fault !== undefined) return fault;
  const access = { businessId: input.business, credential: input.token };
  const seen = await lookAt(admin, access, input);
  if ('ok' in seen) return seen;
  const { digits, verifiedName } = seen.number;
  const unproven = await checkApp(admin, input, seen.appId);
  if (unproven !== undefined) return unproven;
  const { phoneNumberId } = input;
  const checked = checkChatLinkConfig({ ...input.config, phoneNumberId, digits });
  if (!checked.ok) return checked;
  const auditAction = { action: 'chat.connect', accountId: input.accountId };
  const given = { ...input, appId: input.appId ?? seen.appId };
  const kept = await changeChat(admin, auditAction, async (transaction) => {
    const { business: platformId, accountId } = input;
    const isKnown = (await findBusiness(transaction, { platformId }))?.accountId === accountId;
    const businessId = await keepBusiness(admin, transaction, given);
    if (typeof businessId === 'object') return businessId;
    const number = await keepNumber(transaction, given, { businessId, config: checked.config });
    if ('ok' in number) return number;
    const atMs = admin.clock.nowMs();
    await startNumbers(transaction, { businessId, atMs, accountId });
    const { business } = input;
    return changed(
      { businessId, isKnown, ...number },
      { business, phoneNumberId, digits, ...number },
    );
  });
  if (!kept.ok) return kept;
  const path = webhookPathOf(kept.value.businessId);
  const { isKnown } = kept.value;
  const subscribed = await subscribe(admin, access, { path, isKnown });
  const health = await admin.platform.readHealth(access);
  // It is connected: what else the platform misses is worth a word, and no refusal.
  const notices = health.kind === 'done' ? health.value : [];
  const { accountId } = input;
  const blocked = { accountId, id: kept.value.businessId, words: whyBlocked(notices) };
  await admin.transact((transaction) => noteBlocked(transaction, blocked));
  return { ok: true, value: { ...kept.value, digits, verifiedName, subscribed, notices } };
}

/** Said of what another account has connected. */
export const TAKEN = 'is connected for another account';

const DIGITS = /^[0-9]{1,25}$/;

function faultOf(input: ConnectNumber): Refused | undefined {
  for (const field of ['business', 'phoneNumberId'] as const) {
    if (!DIGITS.test(input[field])) return refuse(field, 'must be digits, as the platform shows');
  }
  if (input.appId !== undefined && !DIGITS.test(input.appId)) {
    return refuse('appId', 'must be digits, as the platform shows');
  }
  for (const field of ['token', 'appSecret', 'verifyToken'] as const) {
    const secret = input[field];
    const rule = secret === undefined ? undefined : faultOfSecret(secret);
    if (rule !== undefined) return refuse(field, rule);
  }
  return undefined;
}

/** Whether the token gives access to the business account, and the number belongs to it. */
async function lookAt(
  { platform, clock }: ChatAdmin,
  access: PlatformAccess,
  { phoneNumberId }: ConnectNumber,
): Promise<{ readonly number: PlatformNumber; readonly appId: string | undefined } | ChatRefused> {
  const numbers = await platform.listNumbers(access);
  if (numbers.kind !== 'done') return refuseBy(numbers, 'business');
  const number = numbers.value.find(({ id }) => id === phoneNumberId);
  if (number === undefined) return refuse('phoneNumberId', 'must be a number of the business');
  const credential = await platform.readCredential(access);
  // Some tokens may not ask what they are, but do give access to the account.
  const known = credential.kind === 'done' ? credential.value : undefined;
  if (known?.expiresAtMs !== undefined && known.expiresAtMs <= clock.nowMs()) {
    return refuse('token', 'has expired');
  }
  return { number, appId: known?.appId };
}

/** The app is not this one, or its secret is not this one: an app that shows it is told so. */
const WRONG_SECRET: readonly number[] = [1, 101, 190];
const OTHER_APP = 100;

/**
 * Whether app and secret are those of the token: with a wrong secret every report of the platform
 * would be thrown away, and nobody would see why.
 */
async function checkApp(
  { platform }: ChatAdmin,
  { appId, appSecret, token }: ConnectNumber,
  known: string | undefined,
): Promise<ChatRefused | undefined> {
  if (appId !== undefined && known !== undefined && appId !== known) {
    return refuse('appId', 'must be that of the app which the token is for');
  }
  const id = appId ?? known;
  if (id === undefined) return undefined;
  const grant = await platform.readGrant({ id, secret: appSecret }, token);
  if (grant.kind === 'done') return undefined;
  if (grant.kind !== 'refused') return refuseBy(grant, 'appSecret');
  const { code } = grant.refusal;
  if (code === OTHER_APP) return refuse('appId', 'must be that of the app which the token is for');
  return WRONG_SECRET.includes(code)
    ? refuse('appSecret', 'must be the secret of the app which the token is for')
    : undefined;
}

/** The row of the business account, with the new token. */
async function keepBusiness(
  { seal, random, clock }: ChatAdmin,
  transaction: Transaction,
  input: ConnectNumber,
): Promise<ChatBusinessId | Refused> {
  const { accountId, business: platformId, appId, token, appSecret } = input;
  const { chatToken, chatAppSecret, chatVerifyToken } = SEAL_PURPOSES;
  const sealVerifyToken = (word: string): Buffer => seal.seal(word, chatVerifyToken(platformId));
  const tokenSealed = seal.seal(token, chatToken(platformId));
  const appSecretsSealed = [seal.seal(appSecret, chatAppSecret(platformId))];
  const holder = await findBusiness(transaction, { platformId });
  if (holder !== undefined && holder.accountId !== accountId) {
    // Whoever shows a token for it now may have it, once nothing of it is connected any more.
    const isFree = await releaseBusiness(transaction, { ...holder, atMs: clock.nowMs() });
    if (!isFree) return refuse('business', TAKEN);
  }
  const known = holder?.accountId === accountId ? holder : undefined;
  if (known !== undefined) {
    // A secret that is already valid is not new: another may be replacing it.
    const holds = known.appSecretsSealed.some(
      (it) => seal.open(it, chatAppSecret(platformId)) === appSecret,
    );
    // A token that this master key cannot open will never answer a handshake again.
    const opens = seal.open(known.verifyTokenSealed, chatVerifyToken(platformId)) !== undefined;
    const verifyToken = input.verifyToken ?? (opens ? undefined : random.secret(24));
    await updateBusiness(transaction, {
      id: known.id,
      appId,
      tokenSealed,
      ...(holds ? {} : { appSecretsSealed }),
      ...(verifyToken === undefined ? {} : { verifyTokenSealed: sealVerifyToken(verifyToken) }),
      accountId,
    });
    return known.id;
  }
  const verifyTokenSealed = sealVerifyToken(input.verifyToken ?? random.secret(24));
  const secrets = { tokenSealed, appSecretsSealed, verifyTokenSealed };
  const released = await findReleased(transaction, { accountId, platformId });
  if (released !== undefined) {
    await updateBusiness(transaction, { ...secrets, id: released.id, appId, accountId });
    return released.id;
  }
  const inserted = await insertBusiness(transaction, { platformId, appId, ...secrets, accountId });
  return inserted ?? refuse('business', TAKEN);
}

/**
 * The row of the number: a new one, or that of a number that was disconnected. The platform gives a
 * number another id when it moves to another business account: the previous row is then disabled,
 * and kept for what is still reported about its messages.
 */
async function keepNumber(
  transaction: Transaction,
  { accountId, phoneNumberId }: ConnectNumber,
  { businessId, config }: { readonly businessId: ChatBusinessId; readonly config: ChatLinkConfig },
): Promise<{ readonly linkId: LinkId; readonly isDefault: boolean } | Refused> {
  const holder = await findEnabledNumber(transaction, { phoneNumberId });
  if (holder !== undefined && holder.accountId !== accountId) {
    return refuse('phoneNumberId', TAKEN);
  }
  const own = await listNumbers(transaction, { accountId });
  const before = own.find(({ config: { phoneNumberId: id } }) => id === phoneNumberId);
  const replaced = own.filter(({ config: { phoneNumberId: id, digits } }) => {
    return id !== phoneNumberId && digits === config.digits;
  });
  for (const { id, enabled } of replaced) {
    if (enabled) await updateNumber(transaction, { id, enabled: false, accountId });
  }
  const plain = `chat-${accountId}-${config.digits}`;
  const name = replaced.length === 0 ? plain : `${plain}-${phoneNumberId}`;
  const linkId =
    before?.id ?? (await insertNumber(transaction, { accountId, businessId, name, config }));
  if (before !== undefined) {
    const change = { id: before.id, businessId, config, enabled: true };
    await updateNumber(transaction, { ...change, accountId });
  }
  const hasDefault = own.some(
    (number) => number.isDefault && number.enabled && !replaced.includes(number),
  );
  const isDefault = !hasDefault || before?.isDefault === true;
  if (isDefault) await setDefaultNumber(transaction, { accountId, linkId });
  return { linkId, isDefault };
}
