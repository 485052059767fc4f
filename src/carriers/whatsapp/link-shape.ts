/** What a link to the chat platform is made of. */
import type { CarrierOutcome, CarrierPart } from '../../domain/carrier/carrier.ts';
import type { ChatBusinessId, LinkId } from '../../domain/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { Pauses } from './pauses.ts';
import type { MediaShelf } from './uploads.ts';

/** What staff say of a sending number, as far as the link asks. */
export type NumberConfig = {
  /** The platform's id of the number. */
  readonly phoneNumberId: string;
  readonly ratePerSecond: number;
  /** Between two messages to one user. */
  readonly pairMs: number;
  /** Requests that may be unanswered at once. */
  readonly windowSubmits: number;
  readonly answerTimeoutMs: number;
};

export type WhatsAppLinkSettings = {
  readonly linkId: LinkId;
  readonly businessId: ChatBusinessId;
  readonly config: NumberConfig;
  readonly credential: string;
};

export type Machinery = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Where the platform is, `https://graph.example`, and the version of its interface. */
  readonly platform: { readonly origin: string; readonly version: string };
  readonly shelf: MediaShelf;
  /** Shared by the links of the node. */
  readonly pauses: Pauses;
  /** The name under which the platform repeats an attempt in statuses. */
  readonly nameOf: (part: CarrierPart) => string;
  readonly tally?: LinkTally;
};

/** What a link counts that nobody expected. */
export type LinkTally = {
  /** A refusal with a code that has no meaning here. */
  unknownCode(code: number): void;
};

type Without<One, Name extends PropertyKey> = One extends unknown ? Omit<One, Name> : never;

/** What became of a part, for whoever knows which part it is. */
export type Fate = Without<CarrierOutcome, 'key'>;
