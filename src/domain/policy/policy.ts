import type { AccountId } from '../ids.ts';
import type { CapBook } from './caps.ts';
import { ALWAYS, DAYS, type Week } from './hours.ts';

/** What staff have set about hours and velocity, at one version of the settings. */
export type Policy = {
  /** By account; under undefined everybody's. */
  readonly hours: ReadonlyMap<AccountId | undefined, Week>;
  readonly caps: CapBook;
};

/** When nobody has set hours. */
const ALL_WEEK: Week = DAYS.map(() => ALWAYS);

/** The promotional hours of an account. */
export function weekOf(policy: Policy, accountId: AccountId): Week {
  return policy.hours.get(accountId) ?? policy.hours.get(undefined) ?? ALL_WEEK;
}
