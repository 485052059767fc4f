/** When the platform lets a template be edited (facts of the platform, section 6). */
import { limit } from '../limits.ts';
import type { RuleFault } from './rule.ts';
import type { ChatCategory } from './template.ts';

const EDITABLE: readonly string[] = ['approved', 'rejected', 'paused'];
const DAY_MS = 86_400_000;

/** What is looked at of a template. */
export type EditedTemplate = {
  readonly state: string;
  readonly category: string;
  readonly source: string | undefined;
  readonly platformId: string | undefined;
  readonly editsMs: readonly number[];
};

const WHOSE = 'a rule of the chat platform';

/** Why it may not be edited now; undefined: it may. */
export function faultOfEdit(
  template: EditedTemplate,
  category: ChatCategory,
  nowMs: number,
): RuleFault | undefined {
  const { state, editsMs } = template;
  const own = faultOfOwn(template);
  if (own !== undefined) return own;
  if (!EDITABLE.includes(state)) {
    const rule = `is ${state}; only approved, rejected and paused ones are edited: ${WHOSE}`;
    return { pointer: '', rule };
  }
  if (state !== 'approved') return undefined;
  if (category !== template.category) {
    return { pointer: '/category', rule: `must stay while it is approved: ${WHOSE}` };
  }
  const since = (days: number): number =>
    editsMs.filter((atMs) => atMs > nowMs - days * DAY_MS).length;
  if (since(1) >= limit('chatEditsPerDay')) {
    return { pointer: '', rule: `was edited in the last 24 hours already: ${WHOSE}` };
  }
  if (since(30) >= limit('chatEditsPerMonth')) {
    const rule = `was edited ${limit('chatEditsPerMonth')} times in 30 days: ${WHOSE}`;
    return { pointer: '', rule };
  }
  return undefined;
}

/** Why nobody but the platform may change a template, whatever its state. */
export function faultOfOwn({
  source,
  platformId,
}: Pick<EditedTemplate, 'source' | 'platformId'>): RuleFault | undefined {
  if (source === 'auto_generated') {
    return { pointer: '', rule: `was made by the platform and is its own: ${WHOSE}` };
  }
  if (platformId !== undefined) return undefined;
  return { pointer: '', rule: 'is not known to the chat platform yet: sync first' };
}
