/**
 * Every property is tried with the same examples by everybody, so that a failure speaks of a change
 * and not of luck. SEED=<number> draws others.
 */
import fc from 'fast-check';

const given = Number(process.env['SEED'] ?? 1);

fc.configureGlobal({ seed: Number.isSafeInteger(given) ? given : 1 });
