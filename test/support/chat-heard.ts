/** What people heard of a simulated chat platform, in the order in which the platform took it. */
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
