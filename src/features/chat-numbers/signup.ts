/**
 * Connecting a number in the platform's own dialogue (Embedded Signup): the browser brings back a
 * code and nothing else that is believed. What was shared is what the platform says was shared with
 * our app; the token stays here, sealed, until a number is connected, for an hour at most.
 */
import { typedCode } from '../../domain/recipient/recipient.ts';
import type { NumberFacts } from '../../domain/chat/number-facts.ts';
import type { PlatformAccess, PlatformNumber, SignupApp } from '../../domain/chat/platform.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { findBusiness } from '../../store/chat/businesses.ts';
import { findEnabledNumber, keepWaacIds } from '../../store/chat/numbers.ts';
import { refuse } from '../../operations/admin.ts';
import { syncTemplates } from '../chat-templates/sync-templates.ts';
import { refuseBy, type ChatAdmin, type ChatOutcome, type ChatRefused } from './chat-admin.ts';
import type { Connected } from './chat-numbers.operations.ts';
import { connectNumber, TAKEN } from './connect-number.ts';
import { faultOfCode, faultOfRegistration } from './signup-faults.ts';
import {
  endSignup,
  findGrant,
  forgetSignups,
  insertSignup,
  keepGrant,
  takeSignup,
} from './signup.sql.ts';

/** Where the dialogue leads back to: a page of the portal. */
const RETURN_PATH = '/portal/chat-numbers/connect';
/** Numbers that stay in the app on a phone, too. */
const ON_PHONE = 'whatsapp_business_app_onboarding';

const OFF = refuse('signup', 'is not set up here', 'chat_signup_off');
const OVER = refuse('signup', 'is over', 'chat_signup_over');

type BegunSignup = { readonly address: string; readonly endsAtMs: number };

const lastsMs = (): number => limit('chatSignupMinutes') * MINUTE_MS;

/** Begins one: the address of the dialogue, which comes back to whoever began it, once. */
export async function beginSignup(
  admin: ChatAdmin,
  { accountId, isOnPhone }: { readonly accountId: AccountId; readonly isOnPhone: boolean },
): Promise<ChatOutcome<BegunSignup>> {
  const { signup, random, seal, clock, actor } = admin;
  if (signup === undefined) return OFF;
  const state = random.secret(24);
  const atMs = clock.nowMs();
  await admin.transact(async (transaction) => {
    await forgetSignups(transaction, { beforeMs: atMs - lastsMs() });
    await insertSignup(transaction, { accountId, actor, stateHash: seal.hash(state), atMs });
  });
  const address = new URL(signup.dialogue);
  const extras = {
    setup: {},
    featureType: isOnPhone ? ON_PHONE : '',
    sessionInfoVersion: '3',
    version: signup.version,
  };
  const asked = {
    client_id: signup.id,
    config_id: signup.configId,
    redirect_uri: returnTo(signup),
    response_type: 'code',
    override_default_response_type: 'true',
    state,
    extras: JSON.stringify(extras),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return { ok: true, value: { address: address.href, endsAtMs: atMs + lastsMs() } };
}

const returnTo = ({ home }: SignupApp): string => new URL(RETURN_PATH, home).href;

export type SharedNumber = PlatformNumber &
  Pick<NumberFacts, 'isOnPhone'> & {
    readonly business: string;
    /** It sends only once it is registered, with a PIN. */
    readonly needsPin: boolean;
    /** Another account of this service has it. */
    readonly isTaken: boolean;
  };

type Shared = { readonly id: number; readonly numbers: readonly SharedNumber[] };

/** Changes the code for a token, and lists what was shared with it, as the platform says. */
export async function takeCode(
  admin: ChatAdmin,
  given: { readonly accountId: AccountId; readonly state: string; readonly code: string },
): Promise<ChatOutcome<Shared>> {
  const { signup: app, platform, seal, clock, actor } = admin;
  if (app === undefined) return OFF;
  const { accountId, code } = given;
  const atMs = clock.nowMs();
  const owner = { accountId, actor, stateHash: seal.hash(given.state) };
  const ask = { ...owner, sinceMs: atMs - lastsMs(), atMs };
  const taken = await admin.transact((transaction) => takeSignup(transaction, ask));
  if (taken === undefined) return OVER;
  const exchanged = await platform.exchangeCode(app, { code, returnTo: returnTo(app) });
  if (exchanged.kind !== 'done') return faultOfCode(exchanged) ?? refuseBy(exchanged, 'code');
  const token = exchanged.value;
  const businesses = await readShared(admin, app, token);
  if ('ok' in businesses) return businesses;
  const { id } = taken;
  const tokenSealed = seal.seal(token, SEAL_PURPOSES.signup(accountId, id));
  await admin.transact((it) => keepGrant(it, { accountId, id, tokenSealed, businesses }));
  const numbers = await listShared(admin, accountId, { token, businesses });
  return 'ok' in numbers ? numbers : { ok: true, value: { id, numbers } };
}

/** The business accounts that were shared with our app, and with no other, by this token. */
async function readShared(
  { platform, clock }: ChatAdmin,
  app: SignupApp,
  token: string,
): Promise<readonly string[] | ChatRefused> {
  const grant = await platform.readGrant(app, token);
  if (grant.kind !== 'done') return refuseBy(grant, 'code');
  const { isValid, appId, businesses, expiresAtMs } = grant.value;
  const isOver = expiresAtMs !== undefined && expiresAtMs <= clock.nowMs();
  if (!isValid || isOver || appId !== app.id)
    return refuse('code', 'The code is not for this service: begin again');
  if (businesses.length === 0) {
    return refuse('code', 'You have shared no WhatsApp account: begin again, and choose one');
  }
  return businesses.slice(0, limit('chatSignupBusinesses'));
}

type Granted = { readonly token: string; readonly businesses: readonly string[] };

async function listShared(
  admin: ChatAdmin,
  accountId: AccountId,
  { token: credential, businesses }: Granted,
): Promise<readonly SharedNumber[] | ChatRefused> {
  const found: SharedNumber[] = [];
  for (const businessId of businesses) {
    const access: PlatformAccess = { businessId, credential };
    const numbers = await admin.platform.listNumbers(access);
    if (numbers.kind !== 'done') return refuseBy(numbers, 'code');
    const described = await admin.platform.describeNumbers(access);
    if (described.kind !== 'done') return refuseBy(described, 'code');
    for (const number of numbers.value) {
      const facts = described.value.find(({ id }) => id === number.id)?.facts;
      const isOnPhone = facts?.isOnPhone;
      found.push({
        ...number,
        business: businessId,
        isOnPhone,
        needsPin: isOnPhone !== true && facts?.status !== 'connected',
        isTaken: await isTaken(admin, accountId, { businessId, phoneNumberId: number.id }),
      });
    }
  }
  return found;
}

/** Whether another account has a number, or others of its business account. */
function isTaken(
  { transact }: ChatAdmin,
  accountId: AccountId,
  { businessId, phoneNumberId }: { readonly businessId: string; readonly phoneNumberId: string },
): Promise<boolean> {
  return transact(async (transaction) => {
    const number = await findEnabledNumber(transaction, { phoneNumberId });
    if (number !== undefined) return number.accountId !== accountId;
    const business = await findBusiness(transaction, { platformId: businessId });
    return business !== undefined && business.accountId !== accountId && business.isConnected;
  });
}

const PIN_RULE = 'must be six digits: those of the number, or new ones if it has none';

type ChosenNumber = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly phoneNumberId: string;
  readonly pin: string | undefined;
  /** The platform's id of its WhatsApp account, as the dialogue told the browser. */
  readonly waacId?: string | undefined;
};

/** Registers one of the shared numbers, if it has to be, and connects it. */
export async function connectShared(
  admin: ChatAdmin,
  { accountId, id, phoneNumberId, pin, waacId }: ChosenNumber,
): Promise<ChatOutcome<Connected>> {
  const { signup: app, platform } = admin;
  if (app === undefined) return OFF;
  const granted = await openGrant(admin, accountId, id);
  if (granted === undefined) return OVER;
  const numbers = await listShared(admin, accountId, granted);
  if ('ok' in numbers) return numbers;
  const number = numbers.find((it) => it.id === phoneNumberId);
  if (number === undefined) return refuse('phoneNumberId', 'must be a number that was shared');
  if (number.isTaken) return refuse('phoneNumberId', TAKEN);
  const access = { businessId: number.business, credential: granted.token };
  if (number.needsPin) {
    const typed = typedCode(pin ?? '');
    if (!/^\d{6}$/.test(typed)) return refuse('pin', PIN_RULE);
    const registered = await platform.registerNumber(access, { phoneNumberId, pin: typed });
    if (registered.kind !== 'done') return faultOfRegistration(registered);
  }
  const { business } = number;
  const given = { accountId, business, phoneNumberId, token: granted.token };
  const own = { appId: app.id, appSecret: app.secret, verifyToken: undefined, config: {} };
  const connected = await connectNumber(admin, { ...given, ...own });
  if (!connected.ok) return connected;
  // The platform sends what the phone has once, in the first 24 hours; later it refuses, and has.
  const hasPhone = number.isOnPhone === true;
  for (const what of hasPhone ? (['smb_app_state_sync', 'history'] as const) : []) {
    await platform.syncPhone(access, { phoneNumberId, what });
  }
  await admin.transact(async (transaction) => {
    await endSignup(transaction, { accountId, id });
    // Nothing rests on it: a browser could say anything.
    const named =
      waacId === undefined ? [] : [{ accountId, linkId: connected.value.linkId, waacId }];
    await keepWaacIds(transaction, named);
  });
  const synced = await syncTemplates(admin, { accountId, business });
  const templates = synced.ok ? synced.value.seen : undefined;
  return { ok: true, value: { ...connected.value, templates } };
}

async function openGrant(
  { transact, actor, clock, seal }: ChatAdmin,
  accountId: AccountId,
  id: number,
): Promise<Granted | undefined> {
  const ask = { accountId, actor, id, sinceMs: clock.nowMs() - lastsMs() };
  const grant = await transact((transaction) => findGrant(transaction, ask));
  const purpose = SEAL_PURPOSES.signup(accountId, id);
  const token = grant?.tokenSealed && seal.open(grant.tokenSealed, purpose);
  return grant && token !== undefined ? { token, businesses: grant.businesses } : undefined;
}
