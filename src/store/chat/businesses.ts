import type { ChatBusiness } from '../../domain/chat/business.ts';
import type { AccountId, ChatBusinessId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** A business account with what lies sealed beside it. */
export type BusinessRecord = ChatBusiness & {
  readonly tokenSealed: Buffer;
  /** One or two, the newest first. */
  readonly appSecretsSealed: readonly Buffer[];
  readonly verifyTokenSealed: Buffer;
  /** How many templates the platform allows; undefined: it has not said. */
  readonly templateLimit: number | undefined;
  readonly syncedAtMs: number | undefined;
};

export type NewBusiness = Pick<
  BusinessRecord,
  'platformId' | 'appId' | 'tokenSealed' | 'appSecretsSealed' | 'verifyTokenSealed'
>;

const INSERT_BUSINESS = `
  insert into chat_businesses (account_id, platform_id, app_id, token_sealed, app_secrets_sealed,
                               verify_token_sealed)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (platform_id) do nothing
  returning id`;

/** Gives the id; undefined when the platform's business account is connected already. */
export async function insertBusiness(
  transaction: Transaction,
  accountId: AccountId,
  business: NewBusiness,
): Promise<ChatBusinessId | undefined> {
  const { platformId, appId, tokenSealed, appSecretsSealed, verifyTokenSealed } = business;
  const secrets = [tokenSealed, appSecretsSealed, verifyTokenSealed];
  const rows = await transaction.run<{ readonly id: ChatBusinessId }>(
    'insert-chat-business',
    INSERT_BUSINESS,
    [accountId, platformId, appId ?? null, ...secrets],
  );
  return rows[0]?.id;
}

const UPDATE_BUSINESS = `
  update chat_businesses set
    app_id = coalesce($3, app_id),
    token_sealed = coalesce($4, token_sealed),
    app_secrets_sealed = coalesce($5, app_secrets_sealed),
    verify_token_sealed = coalesce($6, verify_token_sealed)
  where account_id = $1 and id = $2`;

/** Changes what is given and leaves the rest. */
export async function updateBusiness(
  transaction: Transaction,
  accountId: AccountId,
  change: Partial<Omit<NewBusiness, 'platformId'>> & {
    readonly id: ChatBusinessId;
  },
): Promise<void> {
  const { id, appId, tokenSealed, appSecretsSealed, verifyTokenSealed } = change;
  const secrets = [tokenSealed ?? null, appSecretsSealed ?? null, verifyTokenSealed ?? null];
  const values = [accountId, id, appId ?? null, ...secrets];
  await transaction.run('update-chat-business', UPDATE_BUSINESS, values);
}

const NOTE_SYNC = `
  update chat_businesses set
    synced_at = to_timestamp($3::float8 / 1000), template_limit = coalesce($4, template_limit)
  where account_id = $1 and id = $2`;

/** Notes that the templates were compared with the platform's, and how many it allows. */
export async function noteSync(
  transaction: Transaction,
  { accountId, id }: Pick<ChatBusiness, 'accountId' | 'id'>,
  sync: { readonly atMs: number; readonly templateLimit: number | undefined },
): Promise<void> {
  const values = [accountId, id, sync.atMs, sync.templateLimit ?? null];
  await transaction.run('note-chat-sync', NOTE_SYNC, values);
}

const NOTE_SYNC_BEGUN = `
  update chat_businesses set sync_begun_at = to_timestamp($3::float8 / 1000)
  where account_id = $1 and id = $2`;

/** Notes that a comparison begins: the regular one leaves the account alone for a while. */
export async function noteSyncBegun(
  transaction: Transaction,
  { accountId, id }: Pick<ChatBusiness, 'accountId' | 'id'>,
  atMs: number,
): Promise<void> {
  await transaction.run('note-chat-sync-begun', NOTE_SYNC_BEGUN, [accountId, id, atMs]);
}

const CLAIM_SYNC = `
  update chat_businesses b set sync_begun_at = to_timestamp($1::float8 / 1000)
  where b.id = (
    select c.id from chat_businesses c
    where coalesce(c.synced_at, c.created_at) <= to_timestamp($2::float8 / 1000)
      and (c.sync_begun_at is null or c.sync_begun_at <= to_timestamp($3::float8 / 1000))
      and exists (
        select from links l
        where l.account_id = c.account_id and l.business_id = c.id and l.enabled)
    order by coalesce(c.synced_at, c.created_at), c.id
    limit 1 for update skip locked)
  returning b.id`;

/** Which comparisons are due. */
export type SyncAsk = {
  readonly atMs: number;
  /** Whose last one succeeded then or before. */
  readonly syncedByMs: number;
  /** And whose last one began then or before, however it went. */
  readonly begunByMs: number;
};

/**
 * Takes the business account whose templates were compared longest ago, of those that send, for
 * whoever asks, and for nobody else until a while later; undefined: none is due.
 */
export async function claimSync(
  transaction: Transaction,
  { atMs, syncedByMs, begunByMs }: SyncAsk,
): Promise<ChatBusinessId | undefined> {
  const values = [atMs, syncedByMs, begunByMs];
  const [row] = await transaction.run<{ readonly id: ChatBusinessId }>(
    'claim-chat-sync',
    CLAIM_SYNC,
    values,
  );
  return row?.id;
}

type Row = {
  readonly id: ChatBusinessId;
  readonly account_id: AccountId;
  readonly platform_id: string;
  readonly app_id: string | null;
  readonly token_sealed: Buffer;
  readonly app_secrets_sealed: readonly Buffer[];
  readonly verify_token_sealed: Buffer;
  readonly template_limit: number | null;
  readonly synced_at: number | null;
};

const COLUMNS = `
  select id, account_id, platform_id, app_id, token_sealed, app_secrets_sealed,
    verify_token_sealed, template_limit, synced_at
  from chat_businesses`;

const LIST_BUSINESSES = `${COLUMNS} where account_id = $1 order by id`;

/** Of an account, the one that was connected first in front. */
export async function listBusinesses(
  reader: Reader,
  accountId: AccountId,
): Promise<readonly BusinessRecord[]> {
  const rows = await reader.read<Row>('list-chat-businesses', LIST_BUSINESSES, [accountId]);
  return rows.map(recordOf);
}

const FIND_BUSINESS = `${COLUMNS} where platform_id = $1`;

/** By the platform's id of it, whosever it is. */
export async function findBusiness(
  reader: Reader,
  platformId: string,
): Promise<BusinessRecord | undefined> {
  const [row] = await reader.read<Row>('find-chat-business', FIND_BUSINESS, [platformId]);
  return row && recordOf(row);
}

function recordOf(row: Row): BusinessRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    platformId: row.platform_id,
    appId: row.app_id ?? undefined,
    tokenSealed: row.token_sealed,
    appSecretsSealed: row.app_secrets_sealed,
    verifyTokenSealed: row.verify_token_sealed,
    templateLimit: row.template_limit ?? undefined,
    syncedAtMs: row.synced_at ?? undefined,
  };
}
