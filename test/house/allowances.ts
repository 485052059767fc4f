/** What is larger than the guides, for now. Entries get smaller or go; none is added. */
import type { Allowance } from './sizes.ts';

export const allowances: readonly Allowance[] = [];
