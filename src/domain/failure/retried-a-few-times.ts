import type { FailureReason } from './failure.ts';

/**
 * Refusals that may be temporary and may be for good: a fault at the other side and a code that has
 * no meaning here. They are tried again a few times only, whatever else happens in between.
 */
export const FEW_TRIES: readonly FailureReason[] = [
  'operator_fault',
  'operator_unknown_word',
  'platform_fault',
  'platform_media_unready',
  'platform_unknown_word',
];
