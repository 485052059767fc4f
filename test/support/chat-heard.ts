/** What people received from a simulated chat platform, in the order the platform accepted it. */
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';

/** The texts that a person was sent. */
export function heardBy({ platform }: RunningPlatform, mobile: string): readonly string[] {
  return platform.messages
    .all()
    .filter(({ direction, person }) => direction === 'out' && person.number === mobile)
    .map(({ shown }) => shown.body);
}

/** The number behind `#` in a text. */
export function numberIn(text: string): number {
  return Number(/#(\d+)/.exec(text)?.[1]);
}

/**
 * A sentence for every message that was sent before the previous one to the same person was
 * answered.
 */
export function tooEarly({ platform }: RunningPlatform): readonly string[] {
  const endedAtMs = new Map<string, number>();
  return platform.heard.last(Number.MAX_SAFE_INTEGER).flatMap((asked) => {
    const { to } = (asked.body ?? {}) as { readonly to?: string };
    if (to === undefined) return [];
    const beganAtMs = Date.parse(asked.at);
    const before = endedAtMs.get(to) ?? 0;
    // Both times are whole milliseconds.
    endedAtMs.set(to, beganAtMs + asked.tookMs - 2);
    return beganAtMs < before ? [`to ${to}: ${before - beganAtMs} ms too early`] : [];
  });
}
