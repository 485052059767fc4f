import type { Account } from '../../domain/account/account.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import type { Lookups } from '../../domain/portability/lookup.ts';
import type { Roads } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Located } from './find-operators.ts';

/** What accept looks at besides the request. */
export type Surroundings = {
  readonly roads: Roads;
  /** Appended to the texts of unverified accounts. */
  readonly demoText: string;
  /**
   * Of these numbers, those that opted out of what is asked. Reads the store; asked only of
   * accounts that have any.
   */
  readonly optedOut: (ask: {
    readonly accountId: AccountId;
    readonly recipients: readonly string[];
    readonly promotional: boolean;
  }) => Promise<ReadonlySet<string>>;
  /**
   * The operator that really has each number. Reads the store and may ask the number directory;
   * asked only where look-ups are wanted.
   */
  readonly lookUp: LookUp;
};

export type LookUp = (question: LookUpQuestion) => Promise<LookedUp | Refusal>;

export type LookUpQuestion = {
  readonly account: Account;
  readonly senderRoute: SenderRoute;
  /** Of the text: what it costs must be there before look-ups are paid for. */
  readonly parts: number;
  readonly recipients: readonly string[];
  /** Refused when the directory gives no answer (`ported=1`); else the prefix decides. */
  readonly mustKnow: boolean;
  /** Nobody is asked: what is not saved goes by prefix, at the price of a first look-up. */
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

export type LookedUp = {
  readonly located: readonly Located[];
  /** What is to be paid for; undefined: nothing. */
  readonly lookups: Lookups | undefined;
};
