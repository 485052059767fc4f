/** What the master key seals, wherever it is: to be sealed again under another one. */
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

const FIND_HASHING_KEY = statement<{ readonly hashingKey: Buffer }>(
  'find-hashing-key',
  'select hashing_key from secrets',
);

/** The sealed hashing key; undefined: no node of this version has started yet. */
export async function findHashingKey(reader: Reader): Promise<Buffer | undefined> {
  const [found] = await reader.read(FIND_HASHING_KEY, {});
  return found?.hashingKey;
}

/** Keeps it, unless another node has done so. */
export const keepHashingKey = write.run<{ sealed: Buffer }>(
  'keep-hashing-key',
  'insert into secrets (hashing_key) values (:sealed) on conflict do nothing',
);

export const forgetHashingKey = write.run('forget-hashing-key', 'delete from secrets');

export const replaceHashingKey = write.run<{ sealed: Buffer; anew: Buffer }>(
  'reseal-hashing-key',
  'update secrets set hashing_key = :anew where hashing_key = :sealed',
);

/** Everything else that is sealed. */
export const SEALED_KINDS = [
  ...(['apiKey', 'totp', 'mail', 'linkPassword', 'webhookSecret', 'oldWebhookSecret'] as const),
  ...(['chatToken', 'chatVerifyToken', 'chatAppSecret', 'document', 'taxNumber'] as const),
  ...(['slip', 'invoiceTaxNumber', 'card'] as const),
];

export type SealedKind = (typeof SEALED_KINDS)[number];

/** A sealed secret, and what its purpose is made of. */
export type SealedSecret = {
  readonly id: number;
  readonly accountId: number;
  /** Of a link, a business at the platform, a kind of document, or an invoice; else ''. */
  readonly name: string;
  readonly sealed: Buffer;
};

/** The next ones after an id, in its order; one id may have several, on one page. */
export const listSealed = read.many<
  { kind: SealedKind; afterId: number; most: number },
  SealedSecret
>(
  'list-sealed',
  `select id, account_id, name, sealed
  from (
    select 'apiKey' as kind, id, account_id, '' as name, key_sealed as sealed from api_keys
    union all select 'totp', id, 0, '', totp_sealed from users
    union all select 'mail', id, 0, '', sealed from mails
    union all select 'linkPassword', id, 0, name, secret_sealed from links
    union all select 'webhookSecret', id, 0, '', secret from webhooks
    union all select 'oldWebhookSecret', id, 0, '', old_secret from webhooks
    union all select 'chatToken', id, 0, platform_id, token_sealed from chat_businesses
    union all select 'chatVerifyToken', id, 0, platform_id, verify_token_sealed
      from chat_businesses
    union all select 'chatAppSecret', id, 0, platform_id, unnest(app_secrets_sealed)
      from chat_businesses
    union all select 'document', id, account_id, kind, content from documents
    union all select 'taxNumber', id, account_id, '', tax_number from documents
    union all select 'slip', id, account_id, '', slip from bank_transfers
    union all select 'invoiceTaxNumber', id, account_id, number, buyer_tax_number from invoices
    union all select 'card', account_id, account_id, '', card from top_ups
  ) of_all
  where kind = :kind and id > :afterId and length(sealed) > 0
  order by id fetch first (:most::bigint) rows with ties`,
);

/** Replaces it, unless it has changed since it was listed. */
export const replaceSealed = write.run<{
  kind: SealedKind;
  id: number;
  sealed: Buffer;
  anew: Buffer;
}>(
  'reseal',
  `with api_key as (
    update api_keys set key_sealed = :anew
    where :kind = 'apiKey' and id = :id and key_sealed = :sealed
  ), totp as (
    update users set totp_sealed = :anew
    where :kind = 'totp' and id = :id and totp_sealed = :sealed
  ), mail as (
    update mails set sealed = :anew where :kind = 'mail' and id = :id and sealed = :sealed
  ), link_password as (
    update links set secret_sealed = :anew
    where :kind = 'linkPassword' and id = :id and secret_sealed = :sealed
  ), webhook as (
    update webhooks set
      secret = case when secret = :sealed then :anew else secret end,
      old_secret = case when old_secret = :sealed then :anew else old_secret end
    where :kind in ('webhookSecret', 'oldWebhookSecret') and id = :id
  ), business as (
    update chat_businesses set
      token_sealed = case when token_sealed = :sealed then :anew else token_sealed end,
      verify_token_sealed =
        case when verify_token_sealed = :sealed then :anew else verify_token_sealed end,
      app_secrets_sealed = array_replace(app_secrets_sealed, :sealed, :anew)
    where :kind in ('chatToken', 'chatVerifyToken', 'chatAppSecret') and id = :id
  ), slip as (
    update bank_transfers set slip = :anew where :kind = 'slip' and id = :id and slip = :sealed
  ), top_up as (
    update top_ups set card = :anew
    where :kind = 'card' and account_id = :id and card = :sealed
  ), invoice as (
    update invoices set buyer_tax_number = :anew
    where :kind = 'invoiceTaxNumber' and id = :id and buyer_tax_number = :sealed
  )
  update documents set
    content = case when content = :sealed then :anew else content end,
    tax_number = case when tax_number = :sealed then :anew else tax_number end
  where :kind::text in ('document', 'taxNumber') and id = :id::bigint`,
);
