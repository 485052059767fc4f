import type { AccountId } from '../../domain/ids.ts';
import type { Roads } from '../../domain/routing/routing.ts';

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
};
