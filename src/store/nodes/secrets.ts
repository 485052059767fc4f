/** What the master key seals, wherever it is: to be sealed again under another one. */
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { type Statement, statement } from '../../kit/postgres/statement.ts';

const FIND_HASHING_KEY = statement<{ readonly hashingKey: Buffer }>(
  'find-hashing-key',
  'select hashing_key from secrets',
);

/** The sealed hashing key; undefined: no node of this version has started yet. */
export async function findHashingKey(reader: Reader): Promise<Buffer | undefined> {
  const [found] = await reader.read(FIND_HASHING_KEY, {});
  return found?.hashingKey;
}

const KEEP_HASHING_KEY = statement(
  'keep-hashing-key',
  'insert into secrets (hashing_key) values (:sealed) on conflict do nothing',
);

/** Keeps it, unless another node has done so. */
export async function keepHashingKey(transaction: Transaction, sealed: Buffer): Promise<void> {
  await transaction.run(KEEP_HASHING_KEY, { sealed });
}

const FORGET_HASHING_KEY = statement('forget-hashing-key', 'delete from secrets');

export async function forgetHashingKey(transaction: Transaction): Promise<void> {
  await transaction.run(FORGET_HASHING_KEY, {});
}

/** A sealed secret, and what its purpose is made of. */
export type SealedSecret = {
  readonly id: number;
  readonly accountId: number;
  /** Of a link, a business at the platform, or a kind of document; else ''. */
  readonly name: string;
  readonly sealed: Buffer;
};

type Sealed = {
  readonly list: Statement<SealedSecret>;
  readonly replace: Statement;
};

/** Secrets of the column `column` of `table`: `from` adds to each what its purpose needs. */
function sealedIn(
  [table, column]: readonly [string, string],
  { accountId = '0', name = `''` }: { readonly accountId?: string; readonly name?: string } = {},
): Sealed {
  const list = statement<SealedSecret>(
    `list-sealed-${table}-${column}`,
    `select id::bigint as id, ${accountId}::bigint as account_id, ${name} as name,
      ${column} as sealed
    from ${table} where id > :afterId and length(${column}) > 0 order by id limit :most`,
  );
  const replace = statement(
    `reseal-${table}-${column}`,
    `update ${table} set ${column} = :anew where id = :id and ${column} = :sealed`,
  );
  return { list, replace };
}

const APP_SECRETS: Sealed = {
  list: statement<SealedSecret>(
    'list-sealed-app-secrets',
    `select b.id::bigint as id, 0::bigint as account_id, b.platform_id as name, s as sealed
    from (
      select id, platform_id, app_secrets_sealed from chat_businesses
      where id > :afterId order by id limit :most
    ) b, unnest(b.app_secrets_sealed) s order by b.id`,
  ),
  replace: statement(
    'reseal-app-secrets',
    `update chat_businesses
    set app_secrets_sealed = array_replace(app_secrets_sealed, :sealed, :anew) where id = :id`,
  ),
};

/** Everything that is sealed, but for the hashing key. */
const SEALED = {
  apiKey: sealedIn(['api_keys', 'key_sealed'], { accountId: 'account_id' }),
  totp: sealedIn(['users', 'totp_sealed']),
  mail: sealedIn(['mails', 'sealed']),
  linkPassword: sealedIn(['links', 'secret_sealed'], { name: 'name' }),
  webhookSecret: sealedIn(['webhooks', 'secret']),
  oldWebhookSecret: sealedIn(['webhooks', 'old_secret']),
  chatToken: sealedIn(['chat_businesses', 'token_sealed'], { name: 'platform_id' }),
  chatVerifyToken: sealedIn(['chat_businesses', 'verify_token_sealed'], { name: 'platform_id' }),
  chatAppSecret: APP_SECRETS,
  document: sealedIn(['documents', 'content'], { accountId: 'account_id', name: 'kind' }),
  taxNumber: sealedIn(['documents', 'tax_number'], { accountId: 'account_id' }),
};

export type SealedKind = keyof typeof SEALED;
export const SEALED_KINDS = Object.keys(SEALED) as readonly SealedKind[];

/** The next ones after an id, in its order; an id may come several times, on one page. */
export function listSealed(
  reader: Reader,
  kind: SealedKind,
  page: { readonly afterId: number; readonly most: number },
): Promise<readonly SealedSecret[]> {
  return reader.read(SEALED[kind].list, page);
}

/** Replaces it, unless it has changed since it was listed. */
export async function replaceSealed(
  transaction: Transaction,
  kind: SealedKind,
  { id, sealed, anew }: Pick<SealedSecret, 'id' | 'sealed'> & { readonly anew: Buffer },
): Promise<void> {
  await transaction.run(SEALED[kind].replace, { id, sealed, anew });
}

const REPLACE_HASHING_KEY = statement(
  'reseal-hashing-key',
  'update secrets set hashing_key = :anew where hashing_key = :sealed',
);

export async function replaceHashingKey(
  transaction: Transaction,
  { sealed, anew }: { readonly sealed: Buffer; readonly anew: Buffer },
): Promise<void> {
  await transaction.run(REPLACE_HASHING_KEY, { sealed, anew });
}
