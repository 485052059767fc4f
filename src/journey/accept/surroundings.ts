import type { AccountId } from '../../domain/ids.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Velocity } from '../../domain/policy/velocity.ts';
import type { Roads } from '../../domain/routing/routing.ts';
import type { Forbidden } from '../../store/policy/find-forbidden.ts';

/** What accept looks at besides the request. */
export type Surroundings = {
  readonly roads: Roads;
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
  readonly velocity: Velocity;
  readonly now: {
    /** Milliseconds since 1970. */
    readonly wallMs: number;
    /** Of the clock that never goes back. */
    readonly monotonicMs: number;
  };
};
