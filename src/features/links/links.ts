/** A link to an operator, wherever it is shown, and what state it is in. */
import type { LinkId } from '../../domain/ids.ts';
import { type LinkHealth, type LinkState, UNHEARD } from '../../domain/routing/routing.ts';
import { Type } from '../../kit/shape.ts';
import { derived, from, nullable, nullableTime, resource } from '../../operations/resource.ts';
import type { LinkRecord } from './links.sql.ts';

export const LINK = resource('Link', {
  id: Type.Integer(),
  name: Type.String(),
  enabled: Type.Boolean(),
  address: derived(Type.String(), ({ config: { host, port } }: LinkRecord) => `${host}:${port}`),
  login: derived(Type.String(), ({ config }: LinkRecord) => String(config['systemId'])),
  state: Type.Union([
    Type.Enum(['up', 'trying', 'down', 'needs_attention', 'draining']),
    Type.Null({ description: 'It is not enabled, and waits for no receipts.' }),
  ]),
  since: nullableTime('Since when it has been in this state.'),
  why: from('words', nullable('Why it is not up, or not with all of its binds.')),
});

export type LinkStanding = {
  /** undefined when it is not enabled, unless it waits for its last receipts. */
  readonly state: LinkState | 'draining' | undefined;
  /** undefined: it is not known, or it was never opened. */
  readonly sinceMs: number | undefined;
  readonly words: string | undefined;
};

export function standingOf(
  { id, enabled, drainingUntilMs = 0 }: LinkRecord,
  health: ReadonlyMap<LinkId, LinkHealth>,
  nowMs: number,
): LinkStanding {
  if (!enabled) {
    const state = drainingUntilMs > nowMs ? 'draining' : undefined;
    return { state, sinceMs: undefined, words: undefined };
  }
  const { state, sinceMs, words } = health.get(id) ?? UNHEARD;
  return { state, sinceMs: sinceMs === 0 ? undefined : sinceMs, words };
}
