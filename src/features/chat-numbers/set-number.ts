import type { AccountId } from '../../domain/ids.ts';
import { checkChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../../domain/routing/link-field.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { findBusiness, updateBusiness } from '../../store/chat/businesses.ts';
import {
  findEnabledNumber,
  listNumbers,
  type NumberRecord,
  startNumbers,
  updateNumber,
} from '../../store/chat/numbers.ts';
import { changed, refuse, type Admin, type Outcome, type Refused } from '../../operations/admin.ts';
import { changeChat } from './chat-admin.ts';
import { faultOfSecret } from './secrets.ts';

export type SetNumber = {
  readonly accountId: AccountId;
  /** Our id, the platform's, or the digits. */
  readonly number: string;
  /** Fields of CHAT_LINK_FIELDS to change. */
  readonly config?: GivenLinkConfig | undefined;
  /** true also starts it, whatever the platform last said about it. */
  readonly enabled?: boolean | undefined;
  /** For the whole business account. */
  readonly token?: string | undefined;
  /** The next app secret: the previous one stays valid until it is dropped. */
  readonly appSecret?: string | undefined;
  /** Only the newest app secret stays valid. */
  readonly dropOldSecret?: boolean;
};

const FIXED: readonly string[] = ['phoneNumberId', 'digits'];

/** Changes how a number sends, or its business account's credentials. */
export async function setNumber(admin: Admin, input: SetNumber): Promise<Outcome<void>> {
  const { accountId, config: given = {}, enabled, token, appSecret } = input;
  const fixed = Object.keys(given).find((name) => FIXED.includes(name));
  if (fixed !== undefined) return refuse(fixed, 'must stay: connect the other number');
  for (const field of ['token', 'appSecret'] as const) {
    const secret = input[field];
    const rule = secret === undefined ? undefined : faultOfSecret(secret);
    if (rule !== undefined) return refuse(field, rule);
  }
  const auditAction = { action: 'chat.set', accountId };
  return changeChat(admin, auditAction, async (transaction) => {
    const number = await findNumber(transaction, accountId, input.number);
    if (number === undefined)
      return refuse('number', 'is not a chat number of the account: see "paigham chat list"');
    const owner = await findBusiness(transaction, { platformId: number.businessPlatformId });
    if (owner?.id !== number.businessId) {
      return refuse('number', 'must be connected again: another account had its business account');
    }
    const checked = checkChatLinkConfig({ ...number.config, ...given });
    if (!checked.ok) return checked;
    if (enabled === true && !number.enabled) {
      const taken = await findEnabledNumber(transaction, {
        phoneNumberId: checked.config.phoneNumberId,
      });
      if (taken !== undefined) return refuse('number', 'is connected elsewhere');
    }
    const change = { id: number.id, config: checked.config };
    const switched = enabled === undefined ? {} : { enabled };
    await updateNumber(transaction, { ...change, ...switched, accountId });
    const fault = await changeSecrets(admin, transaction, { number, input });
    if (fault !== undefined) return fault;
    await start(admin, transaction, { number, input });
    return changed(undefined, {
      number: number.id,
      config: given,
      enabled,
      newToken: token !== undefined,
      newAppSecret: appSecret !== undefined,
      dropOldSecret: input.dropOldSecret === true,
    });
  });
}

/** Enabling a number, or storing a token for its whole business account, starts the numbers. */
async function start(
  { clock }: Admin,
  transaction: Transaction,
  { number, input }: { readonly number: NumberRecord; readonly input: SetNumber },
): Promise<void> {
  const { accountId, id, businessId } = number;
  const atMs = clock.nowMs();
  if (input.enabled === true) await startNumbers(transaction, { id, atMs, accountId });
  if (input.token !== undefined) await startNumbers(transaction, { businessId, atMs, accountId });
}

async function changeSecrets(
  { seal }: Admin,
  transaction: Transaction,
  { number, input }: { readonly number: NumberRecord; readonly input: SetNumber },
): Promise<Refused | undefined> {
  const { token, appSecret, dropOldSecret = false } = input;
  if (token === undefined && appSecret === undefined && !dropOldSecret) return undefined;
  const platformId = number.businessPlatformId;
  const business = await findBusiness(transaction, { platformId });
  if (business === undefined) return refuse('number', 'must belong to a business account');
  const { chatToken, chatAppSecret } = SEAL_PURPOSES;
  const added = appSecret === undefined ? [] : [seal.seal(appSecret, chatAppSecret(platformId))];
  const all = [...added, ...business.appSecretsSealed];
  await updateBusiness(transaction, {
    id: business.id,
    appSecretsSealed: all.slice(0, dropOldSecret ? 1 : 2),
    ...(token === undefined ? {} : { tokenSealed: seal.seal(token, chatToken(platformId)) }),
    accountId: number.accountId,
  });
  return undefined;
}

/** A number by our id, the platform's, or its digits; enabled ones first. */
export async function findNumber(
  reader: Reader,
  accountId: AccountId,
  named: string,
): Promise<NumberRecord | undefined> {
  const own = await listNumbers(reader, { accountId });
  const isNamed = ({ id, config }: NumberRecord): boolean =>
    String(id) === named || config['phoneNumberId'] === named || config['digits'] === named;
  const found = own.filter(isNamed);
  return found.find(({ enabled }) => enabled) ?? found[0];
}
