/** Business accounts on the chat platform, and what staff set for the chat service. */
import type { ChatBusiness } from '../../domain/chat/account-chat.ts';
import type { AccountId, ChatBusinessId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

/** A business account with its encrypted secrets. */
export type BusinessRecord = ChatBusiness & {
  readonly tokenSealed: Buffer;
  /** One or two, the newest first. */
  readonly appSecretsSealed: readonly Buffer[];
  readonly verifyTokenSealed: Buffer;
  /** How many templates the platform allows; undefined: unknown. */
  readonly templateLimit: number | undefined;
  readonly syncedAtMs: number | undefined;
  /** Whether any of its numbers is. */
  readonly isConnected: boolean;
};

type NewBusiness = Pick<
  BusinessRecord,
  'platformId' | 'appId' | 'tokenSealed' | 'appSecretsSealed' | 'verifyTokenSealed'
>;

type Id = { readonly id: ChatBusinessId };

/** Returns the id; undefined if the platform's business account is already connected. */
export const insertBusiness = write.maybeValue<NewBusiness & { readonly accountId: AccountId }, Id>(
  'insert-chat-business',
  `insert into chat_businesses (account_id, platform_id, app_id, token_sealed, app_secrets_sealed,
                               verify_token_sealed)
  values (:accountId, :platformId, :appId, :tokenSealed, :appSecretsSealed::bytea[],
          :verifyTokenSealed)
  on conflict (platform_id) where released_at is null do nothing
  returning id`,
);

/** Changes what is given and leaves the rest; one that was released is the account's again. */
export const updateBusiness = write.run<
  Partial<Omit<NewBusiness, 'platformId'>> & Id & { accountId: AccountId }
>(
  'update-chat-business',
  `update chat_businesses set
    released_at = null,
    app_id = coalesce(:appId, app_id),
    token_sealed = coalesce(:tokenSealed, token_sealed),
    app_secrets_sealed = coalesce(:appSecretsSealed::bytea[], app_secrets_sealed),
    verify_token_sealed = coalesce(:verifyTokenSealed, verify_token_sealed)
  where account_id = :accountId and id = :id`,
);

/**
 * Lets go of a business account whose numbers are all disconnected, so that another account may
 * connect it: its secrets are forgotten, what was said stays. False: a number of it is connected.
 */
export const releaseBusiness = write.any<Id & { accountId: AccountId; atMs: number }>(
  'release-chat-business',
  `update chat_businesses b set released_at = @atMs, token_sealed = '',
    app_secrets_sealed = array[''::bytea], verify_token_sealed = ''
  where b.account_id = :accountId and b.id = :id and not exists (
    select from links l where l.account_id = b.account_id and l.business_id = b.id and l.enabled)
  returning b.id`,
);

/** Records that the templates were compared with the platform's, and how many it allows. */
export const noteSync = write.run<
  Pick<ChatBusiness, 'accountId' | 'id'> & {
    readonly atMs: number;
    readonly templateLimit: number | undefined;
  }
>(
  'note-chat-sync',
  `update chat_businesses set
    synced_at = @atMs, template_limit = coalesce(:templateLimit, template_limit)
  where account_id = :accountId and id = :id`,
);

/** Records that a comparison has begun: the regular one skips the account for a while. */
export const noteSyncBegun = write.run<
  Pick<ChatBusiness, 'accountId' | 'id'> & { readonly atMs: number }
>(
  'note-chat-sync-begun',
  `update chat_businesses set sync_begun_at = @atMs where account_id = :accountId and id = :id`,
);

/**
 * Claims the business account whose templates were compared longest ago, among those that send, for
 * the caller alone, for a while; undefined: none is due.
 */
export const claimSync = write.maybeValue<SyncAsk, Id>(
  'claim-chat-sync',
  `update chat_businesses b set sync_begun_at = @atMs
  where b.id = (
    select c.id from chat_businesses c
    where coalesce(c.synced_at, c.created_at) <= @syncedByMs
      and (c.sync_begun_at is null or c.sync_begun_at <= @begunByMs)
      and exists (
        select from links l
        where l.account_id = c.account_id and l.business_id = c.id and l.enabled)
    order by coalesce(c.synced_at, c.created_at), c.id
    limit 1 for update skip locked)
  returning b.id`,
);

/** Which comparisons are due. */
type SyncAsk = {
  readonly atMs: number;
  /** Whose last success was at or before this time. */
  readonly syncedByMs: number;
  /** And whose last start was at or before this time, whatever the result. */
  readonly begunByMs: number;
};

const COLUMNS = `
  select id, account_id, platform_id, app_id, token_sealed, app_secrets_sealed,
    verify_token_sealed, template_limit, synced_at, exists (
      select from links l
      where l.account_id = b.account_id and l.business_id = b.id and l.enabled) as is_connected
  from chat_businesses b`;

/** For an account, the one connected first comes first. */
export const listBusinesses = read.many<{ accountId: AccountId }, BusinessRecord>(
  'list-chat-businesses',
  `${COLUMNS} where account_id = :accountId and released_at is null order by id`,
);

/** By the platform's id, whichever account has it. */
export const findBusiness = read.one<{ platformId: string }, BusinessRecord>(
  'find-chat-business',
  `${COLUMNS} where platform_id = :platformId and released_at is null`,
);

/** The account's own, although it was released. */
export const findReleased = read.one<
  { accountId: AccountId; platformId: string },
  Pick<BusinessRecord, 'id'>
>(
  'find-released-chat-business',
  `select id from chat_businesses
  where account_id = :accountId and platform_id = :platformId and released_at is not null`,
);

/** What staff configured on an account for the chat service. */
type AccountPlan = {
  readonly templatesMost: number;
  readonly collapseBlanks: boolean;
};

const FIND_PLAN = statement<AccountPlan>(
  'find-account-plan',
  `select chat_templates_most as templates_most, chat_collapse_blanks as collapse_blanks
  from accounts where id = :accountId`,
);

/** @throws when there is no such account. */
export async function findAccountPlan(reader: Reader, accountId: AccountId): Promise<AccountPlan> {
  const [plan] = await reader.read(FIND_PLAN, { accountId });
  if (plan === undefined) throw new Error('the account is gone');
  return plan;
}

/** Changes what is given and leaves the rest. */
export const updateAccountPlan = write.run<Partial<AccountPlan> & { accountId: AccountId }>(
  'update-account-plan',
  `update accounts set
    chat_templates_most = coalesce(:templatesMost, chat_templates_most),
    chat_collapse_blanks = coalesce(:collapseBlanks, chat_collapse_blanks)
  where id = :accountId`,
);
