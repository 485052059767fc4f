import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { pause } from '@paigham/base/clock.ts';
import type { PlatformAccess } from '../../domain/chat/platform.ts';
import { findBusiness } from '../../store/chat/businesses.ts';
import { refuseBy, type ChatAdmin } from './chat-admin.ts';

/** Whether the platform now reports to us, and what is left to do by hand. */
export type Subscribed =
  | { readonly kind: 'here'; readonly address: string }
  /** It reports to the address in its app's settings: enter this path there. */
  | { readonly kind: 'by_hand'; readonly path: string }
  /** It was connected before: where its events go is left as it is. */
  | { readonly kind: 'as_before' }
  | { readonly kind: 'failed'; readonly why: string };

const TRIES = 3;
/** The platform calls our address at once, and by then every node must know the business. */
const PAUSE_MS = 1_000;

/**
 * Has the platform report a business account's events, to this service if it can. `isKnown`: it was
 * connected before. Without an address of ours, asking again would make the platform forget where
 * its events go.
 */
export async function subscribe(
  admin: ChatAdmin,
  access: PlatformAccess,
  { path, isKnown }: { readonly path: string; readonly isKnown: boolean },
): Promise<Subscribed> {
  const { platform, publicAddress, signup, clock } = admin;
  const home = publicAddress === '' ? signup?.home : publicAddress;
  const address = home === undefined ? undefined : new URL(path, home).href;
  if (address === undefined && isKnown) return { kind: 'as_before' };
  const verifyToken = await verifyTokenOf(admin, access.businessId);
  if (verifyToken === undefined) {
    return { kind: 'failed', why: 'the verify token cannot be decrypted with this master key' };
  }
  const webhook = address === undefined ? undefined : { address, verifyToken };
  for (let tries = 1; ; tries += 1) {
    const outcome = await platform.subscribe(access, webhook);
    if (outcome.kind === 'done') {
      return address === undefined ? { kind: 'by_hand', path } : { kind: 'here', address };
    }
    if (tries === TRIES) return { kind: 'failed', why: refuseBy(outcome, 'it').rule };
    await pause(clock, PAUSE_MS);
  }
}

/** What the platform verifies our address with; undefined: not with this master key. */
export function verifyTokenOf(
  admin: Pick<ChatAdmin, 'transact' | 'seal'>,
  platformId: string,
): Promise<string | undefined> {
  return admin.transact(async (transaction) => {
    const business = await findBusiness(transaction, { platformId });
    const purpose = SEAL_PURPOSES.chatVerifyToken(platformId);
    return business && admin.seal.open(business.verifyTokenSealed, purpose);
  });
}
