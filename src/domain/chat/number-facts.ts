/** What the platform says of a sending number, and what follows from it (facts, C9). */

/** In the platform's words, in lower case; undefined: it has not said. */
export type NumberFacts = {
  /** How people take what the number sends: `green`, `yellow`, `red`. */
  readonly quality: string | undefined;
  /** How many people its business may begin to write to in 24 hours: `tier_2k`. */
  readonly messagingLimit: string | undefined;
  /** How fast it may send: `standard`, `high`. */
  readonly throughput: string | undefined;
  readonly name: string | undefined;
  readonly nameStatus: string | undefined;
  readonly status: string | undefined;
  /** It is used in the app on a phone, too. */
  readonly isOnPhone: boolean | undefined;
};

const ON_PHONE_PER_SECOND = 20;

/** Messages a second by the platform's word; in both directions. */
const PER_SECOND: Readonly<Record<string, number>> = { standard: 80 };

/** The most that a number may send in a second; undefined: nothing is known. */
export function allowedPerSecond({
  throughput = '',
  isOnPhone,
}: Partial<Pick<NumberFacts, 'throughput' | 'isOnPhone'>>): number | undefined {
  if (isOnPhone === true) return ON_PHONE_PER_SECOND;
  return Object.hasOwn(PER_SECOND, throughput) ? PER_SECOND[throughput] : undefined;
}

/**
 * How many people a business may begin to write to in 24 hours; undefined: as many as it likes, or
 * the word is newer than this program.
 */
export function peopleADay(messagingLimit: string | undefined): number | undefined {
  const [, digits, thousands] = /^tier_(\d{1,6})(k?)$/.exec(messagingLimit ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits) * (thousands === 'k' ? 1_000 : 1);
}
