/** What the parts of the platform share: its clock, what it knows, and whom it tells. */

import type { Accounts, BusinessAccount } from './accounts.ts';
import type { VirtualClock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Behaviour } from './knobs.ts';
import type { MediaShelf } from './media.ts';
import type { MessageLog } from './messages.ts';
import type { People } from './people.ts';
import type { Rates } from './rates.ts';
import type { Courier, Target } from './webhooks/courier.ts';

export type World = {
  readonly behaviour: Behaviour;
  readonly chance: () => number;
  readonly clock: VirtualClock;
  readonly ids: Ids;
  readonly accounts: Accounts;
  readonly people: People;
  readonly media: MediaShelf;
  readonly messages: MessageLog;
  readonly courier: Courier;
  readonly rates: Rates;
  /** Where webhooks of a business account go. */
  targets(account: BusinessAccount): readonly Target[];
  /** Tells what looks on that something has changed. */
  changed(): void;
};
