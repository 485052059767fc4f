import type { Refusal } from '../../../domain/failure/failure.ts';
import type { TakenIn } from '../../../domain/message/draft.ts';

/** What became of one draft of a group. With stale settings it is to be made again. */
export type Outcome = TakenIn | { readonly kind: 'stale_settings' };

/** An outcome that is a refusal. */
export function refused(refusal: Refusal): TakenIn {
  return { kind: 'refused', refusal };
}
