import type { ChatBusiness } from '../../domain/chat/business.ts';
import type { ChatPrice, ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { AccountId, ChatBusinessId, TariffId } from '../../domain/ids.ts';
import { micros } from '../../domain/pricing/money.ts';

/** A business account with its secrets, sealed for the SEAL_PURPOSES of its platform id. */
export type KnownBusiness = ChatBusiness & {
  readonly tokenSealed: Buffer;
  /** One or two, the newest first: webhooks are signed with one of them. */
  readonly appSecretsSealed: readonly Buffer[];
  /** What the platform says when it verifies our address. */
  readonly verifyTokenSealed: Buffer;
};

/** What the routing snapshot knows of the chat service. */
export type ChatSettings = {
  readonly tariffs: readonly ChatTariff[];
  readonly businesses: ReadonlyMap<ChatBusinessId, KnownBusiness>;
};

/** An expression that gives all of it as one JSON value. */
export const CHAT = `
    json_build_object(
      'tariffs', (select coalesce(json_agg(json_build_object(
                           'id', id, 'account', account_id, 'category', category,
                           'price', price_micros,
                           'fromMs', round(extract(epoch from valid_from) * 1000)::bigint)
                           order by id), '[]')
                    from chat_tariffs),
      'businesses', (select coalesce(json_agg(json_build_object(
                              'id', id, 'account', account_id, 'platform', platform_id,
                              'app', app_id, 'token', encode(token_sealed, 'hex'),
                              'secrets', (select json_agg(encode(secret, 'hex') order by place)
                                            from unnest(app_secrets_sealed)
                                              with ordinality as it (secret, place)),
                              'verify', encode(verify_token_sealed, 'hex')) order by id), '[]')
                       from chat_businesses))`;

export type ChatRow = {
  readonly tariffs: readonly TariffRow[];
  readonly businesses: readonly BusinessRow[];
};
type TariffRow = {
  readonly id: TariffId;
  readonly account: AccountId | null;
  readonly category: ChatPrice;
  readonly price: number;
  readonly fromMs: number;
};
type BusinessRow = {
  readonly id: ChatBusinessId;
  readonly account: AccountId;
  readonly platform: string;
  readonly app: string | null;
  readonly token: string;
  readonly secrets: readonly string[];
  readonly verify: string;
};

export function chatOf({ tariffs, businesses }: ChatRow): ChatSettings {
  return {
    tariffs: tariffs.map(tariffOf),
    businesses: new Map(businesses.map((it) => [it.id, businessOf(it)])),
  };
}

function tariffOf({ id, account, category, price, fromMs }: TariffRow): ChatTariff {
  return {
    id,
    accountId: account ?? undefined,
    category,
    priceMicros: micros(BigInt(price)),
    validFromMs: fromMs,
  };
}

function businessOf({ id, account, platform, app, token, ...secret }: BusinessRow): KnownBusiness {
  return {
    id,
    accountId: account,
    platformId: platform,
    appId: app ?? undefined,
    tokenSealed: octets(token),
    appSecretsSealed: secret.secrets.map(octets),
    verifyTokenSealed: octets(secret.verify),
  };
}

function octets(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
