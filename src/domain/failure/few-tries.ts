import type { FailureReason } from './failure.ts';

/**
 * Refusals that may be temporary and may be for good: an operator's fault and a code that has no
 * meaning here. They are tried again a few times only, whatever else happens in between.
 */
export const FEW_TRIES: readonly FailureReason[] = ['operator_fault', 'operator_unknown_word'];
