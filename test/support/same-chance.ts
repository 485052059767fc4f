/**
 * Property tests use the same examples everywhere, so that a failure points to a change and not to
 * luck. SEED=<number> draws others.
 */
import fc from 'fast-check';

const given = Number(process.env['SEED'] ?? 1);

fc.configureGlobal({ seed: Number.isSafeInteger(given) ? given : 1 });
