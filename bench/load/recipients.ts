/**
 * Recipients of the load: a prefix and a number of eight digits below the span. Each must be some
 * operator's, or it is refused and the run measures refusals: 338 is nobody's, so the span ends
 * before it.
 */
export const PREFIXES = ['9230', '9231', '9233', '9234'] as const;
export const NUMBERS_A_PREFIX = 80_000_000;
