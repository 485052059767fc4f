import type { Account } from '../../domain/account/account.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Velocity } from '../../domain/policy/velocity.ts';
import type { Lookups } from '../../domain/portability/directory.ts';
import type { Routing } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Forbidden } from '../../features/suppressions/forbidden.sql.ts';
import type { Located } from './find-operators.ts';

/** What accept needs besides the request. */
export type AcceptContext = {
  readonly routing: Routing;
  readonly policy: Policy;
  /** Appended to the texts of unverified accounts. */
  readonly demoText: string;
  /**
   * Which of these numbers may not be written to, and why. Reads the store; asked only about
   * promotional messages and for accounts that have opt-outs.
   */
  readonly forbidden: (ask: {
    readonly accountId: AccountId;
    readonly recipients: readonly string[];
    readonly promotional: boolean;
    readonly needsConsent: boolean;
  }) => Promise<ReadonlyMap<string, Forbidden>>;
  /**
   * The operator that actually serves each number. Reads the store and may ask the number
   * directory; asked only where look-ups are wanted, and only about numbers that policy permits.
   */
  readonly lookUp: LookUp;
  readonly velocity: Velocity;
  readonly now: {
    /** Milliseconds since 1970. */
    readonly wallMs: number;
    /** By the monotonic clock. */
    readonly monotonicMs: number;
  };
};

export type LookUp = (question: LookUpQuestion) => Promise<LookedUp | Refusal>;

export type LookUpQuestion = {
  readonly account: Account;
  readonly senderRoute: SenderRoute;
  /** Parts of all texts: the account must be able to pay for them before look-ups are bought. */
  readonly parts: number;
  readonly recipients: readonly string[];
  /**
   * With `ported=1` the request is refused if the directory gives no answer; else the prefix
   * decides.
   */
  readonly mustKnow: boolean;
  /** false: the directory cannot take this many; treated as if it were down. */
  readonly mayAsk: boolean;
  /** Nobody is asked: numbers not saved go by prefix, priced as a first look-up. */
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

export type LookedUp = {
  readonly located: readonly Located[];
  /** The look-ups to charge for; undefined: none. */
  readonly lookups: Lookups | undefined;
};
