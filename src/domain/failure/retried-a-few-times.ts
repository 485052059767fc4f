import type { FailureReason } from './failure.ts';

/**
 * Refusals that may be temporary or permanent: a fault on the other side, or a code that has no
 * meaning here. They are retried only a few times, whatever else happens in between.
 */
export const FEW_TRIES: readonly FailureReason[] = [
  'operator_fault',
  'operator_unknown_word',
  'platform_fault',
  'platform_media_unready',
  'platform_unknown_word',
];
