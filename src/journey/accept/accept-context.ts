import type { Account } from '../../domain/account/account.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Velocity } from '../../domain/policy/velocity.ts';
import type { Lookups } from '../../domain/portability/lookup.ts';
import type { Routing } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Forbidden } from '../../store/suppressions.ts';
import type { Located } from './find-operators.ts';

/** What accept looks at besides the request. */
export type AcceptContext = {
  readonly routing: Routing;
  readonly policy: Policy;
  /** Appended to the texts of unverified accounts. */
  readonly demoText: string;
  /**
   * Of these numbers, those that may not be written to, and why. Reads the store; asked only about
   * promotional messages and of accounts that have opt-outs.
   */
  readonly forbidden: (ask: {
    readonly accountId: AccountId;
    readonly recipients: readonly string[];
    readonly promotional: boolean;
  }) => Promise<ReadonlyMap<string, Forbidden>>;
  /**
   * The operator that really has each number. Reads the store and may ask the number directory;
   * asked only where look-ups are wanted, and only about numbers that policy permits.
   */
  readonly lookUp: LookUp;
  readonly velocity: Velocity;
  readonly now: {
    /** Milliseconds since 1970. */
    readonly wallMs: number;
    /** Of the clock that never goes back. */
    readonly monotonicMs: number;
  };
};

export type LookUp = (question: LookUpQuestion) => Promise<LookedUp | Refusal>;

export type LookUpQuestion = {
  readonly account: Account;
  readonly senderRoute: SenderRoute;
  /** Of all texts: what they cost must be there before look-ups are paid for. */
  readonly parts: number;
  readonly recipients: readonly string[];
  /** Refused when the directory gives no answer (`ported=1`); else the prefix decides. */
  readonly mustKnow: boolean;
  /** false: the directory could not take so many; as if it were down. */
  readonly mayAsk: boolean;
  /** Nobody is asked: what is not saved goes by prefix, at the price of a first look-up. */
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

export type LookedUp = {
  readonly located: readonly Located[];
  /** What is to be paid for; undefined: nothing. */
  readonly lookups: Lookups | undefined;
};
