/** An API key, wherever it is shown. */
import { KEY_MODES, SCOPES } from '../../domain/account/account.ts';
import { Type } from '../../kit/shape.ts';
import { derived, id, nullable, nullableTime, resource, time } from '../../operations/resource.ts';
import { actor } from '../audit/actor.ts';
import type { KeyRecord } from './keys.sql.ts';

export const KEY = resource(
  'Key',
  {
    id: id('Of the key; not the key itself.'),
    name: Type.String(),
    last_characters: nullable('The last four of the key; null for older keys.'),
    scopes: Type.Array(Type.Enum([...SCOPES]), { description: 'What it may do.' }),
    mode: Type.Enum([...KEY_MODES], {
      description: 'test: what it sends is neither charged nor carried to anybody.',
    }),
    state: derived(
      Type.Enum(['active', 'ended']),
      ({ expiresAtMs = Infinity }: KeyRecord, nowMs: number) =>
        nowMs < expiresAtMs ? 'active' : 'ended',
    ),
    created_by: actor('key:17, a user, or staff; null for keys from before this was kept.'),
    created_at: time(),
    expires_at: nullableTime('When it ends, or ended; null: when it is revoked.'),
    last_used_at: nullableTime('To the minute.'),
  },
  'An API key, without what it opens with.',
);
