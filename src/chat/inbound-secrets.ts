import type { AccountId, ChatBusinessId } from '../domain/ids.ts';
import { isSameSecret } from '../kit/digest.ts';
import type { Log } from '../kit/log.ts';
import { SEAL_PURPOSES, type Seal } from '../kit/seal.ts';
import type { KnownBusiness, RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';

/** The decrypted secrets that authenticate a business account's posts. */
export type WebhookSecrets = {
  readonly accountId: AccountId;
  /** One or two: posts are signed with one of them. */
  readonly appSecrets: readonly string[];
  readonly verifyToken: string;
};

/**
 * The current secrets of business accounts. Each is decrypted once per routing snapshot; changing a
 * secret raises that snapshot's version.
 */
export function createWebhookSecrets(
  routing: Pick<RoutingSnapshots, 'current'>,
  seal: Pick<Seal, 'open'>,
  log: Log,
): (businessId: ChatBusinessId) => WebhookSecrets | undefined {
  const opened = new WeakMap<KnownBusiness, WebhookSecrets | 'unreadable'>();
  return (businessId) => {
    const business = routing.current().chat.businesses.get(businessId);
    if (business === undefined) return undefined;
    let secrets = opened.get(business);
    if (secrets === undefined) {
      secrets = openSecrets(business, seal) ?? 'unreadable';
      opened.set(business, secrets);
      if (secrets === 'unreadable') {
        const words = 'the secrets of a chat business cannot be opened with this master key';
        log.error({ business: business.platformId }, words);
      }
    }
    return secrets === 'unreadable' ? undefined : secrets;
  };
}

function openSecrets(
  business: KnownBusiness,
  seal: Pick<Seal, 'open'>,
): WebhookSecrets | undefined {
  const { accountId, platformId, appSecretsSealed, verifyTokenSealed } = business;
  const verifyToken = seal.open(verifyTokenSealed, SEAL_PURPOSES.chatVerifyToken(platformId));
  const appSecrets = appSecretsSealed.flatMap(
    (sealed) => seal.open(sealed, SEAL_PURPOSES.chatAppSecret(platformId)) ?? [],
  );
  if (verifyToken === undefined || appSecrets.length === 0) return undefined;
  return { accountId, appSecrets, verifyToken };
}

/**
 * Whether whoever signs for one business account can sign for another: they share a secret, because
 * they are connected by the same app of the platform.
 */
export function shareSecret(
  secretsOf: (businessId: ChatBusinessId) => WebhookSecrets | undefined,
  ...[one, other]: readonly [ChatBusinessId, ChatBusinessId]
): boolean {
  const theirs = secretsOf(other)?.appSecrets ?? [];
  return (secretsOf(one)?.appSecrets ?? []).some((own) =>
    theirs.some((secret) => isSameSecret(own, secret)),
  );
}
