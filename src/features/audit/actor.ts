/** Who acted, as accounts are told. */
import { Type } from '../../kit/shape.ts';
import { orNull, shownBy } from '../../operations/resource.ts';

/** Who acted, as shown to the account: its keys and users by name, others by what they are. */
export function showActor(actor: string): string {
  const [, by] = /^sync by (.+)$/.exec(actor) ?? [];
  if (by !== undefined) return `sync by ${showActor(by)}`;
  // From before keys were told apart.
  if (/^key of account \d+$/.test(actor)) return 'key';
  if (/^(key:\d+|user:.+|owner|platform|reply|service|caller from .+)$/.test(actor)) return actor;
  return /^(staff:.+|line:.+|seed)$/.test(actor) ? 'staff' : 'unknown';
}

/** Who did something, as its account is told; staff see who exactly. */
export const actor = (description: string) =>
  orNull(shownBy(Type.String(), showActor, { line: (who) => who }), description);
