/**
 * The recipients of the load: a prefix and an eight-digit number below the span. Each must belong
 * to an operator, or it is refused and the run measures refusals: nobody has 338, so the span ends
 * before it.
 */
export const PREFIXES = ['9230', '9231', '9233', '9234'] as const;
export const NUMBERS_A_PREFIX = 80_000_000;
