/** Routing rules, wherever they are shown. */
import { Type } from '../../kit/shape.ts';
import { category, senderRoute } from '../../operations/fields.ts';
import { from, money, nullableCount, orWord, resource } from '../../operations/resource.ts';

/** Every operator, sender type, category or account. */
export const ANY = 'any';

export const ROUTE = resource('Route', {
  operator: orWord(Type.String(), ANY),
  sender_route: orWord(senderRoute.schema, ANY),
  category: orWord(category.schema, ANY),
  account: from('accountId', orWord(Type.Integer(), ANY)),
  link: Type.String(),
  priority: Type.Integer(),
  cost: money(),
  weight: Type.Integer(),
  overflow: from('overflowSeconds', nullableCount('Seconds of traffic; null: never.')),
  enabled: Type.Boolean(),
  link_enabled: Type.Boolean(),
});
