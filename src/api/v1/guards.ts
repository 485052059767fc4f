/** What endpoints ask before their own work. */
import type { AccountId } from '../../domain/ids.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { refuse, type FailureReason, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { createThrottle } from '../../kit/throttle.ts';
import { mayDo } from '../../operations/staff-rights.ts';
import type { Guard } from './endpoint.ts';
import { refused, type Refused } from './outcome.ts';
import type { SignedIn } from './sessions.ts';

/** Refuses for one reason whoever fails the test. */
export function guard<In>(
  reason: FailureReason,
  passes: (asked: In) => boolean | Promise<boolean>,
): Guard<In> {
  return {
    refuses: [reason],
    check: async (asked) => ((await passes(asked)) ? undefined : refused(reason)),
  };
}

type ByPerson = { readonly person: SignedIn };

/** Refuses what an agent may not ask of an endpoint that is open to agents. */
export function refuseAgent(pointer: string, rule: string): Refused {
  const refusal = refuse('role_too_low');
  return { kind: 'refused', refusal, faults: [{ pointer, rule }] };
}

/** The caller's role may do one of these operations. */
export const staffMay = (...operations: readonly string[]): Guard<ByPerson> =>
  guard('staff_role_too_low', ({ person: { staffRole } }) => {
    return staffRole !== undefined && operations.some((it) => mayDo(staffRole, it));
  });

/** The caller has shown again, in the last minutes, who they are. */
export const CONFIRMED_AGAIN: Guard<ByPerson> = guard(
  'confirmation_needed',
  ({ person }) => person.isConfirmedAgain,
);

/** One change too many by an account within an hour, on this node. */
export function limitPerHour(
  clock: Clock,
  most: number,
  refusal: Refusal,
): Guard<{ readonly account: { readonly id: AccountId } }> {
  const throttle = createThrottle({ clock, most, windowMs: HOUR_MS, keys: limit('pacedAccounts') });
  return {
    refuses: [refusal.reason],
    check({ account }) {
      const key = String(account.id);
      throttle.note(key);
      if (!throttle.isOver(key)) return undefined;
      const retryAfterSeconds = Math.ceil(throttle.left(key).windowMs / 1_000);
      return { kind: 'refused', refusal, retryAfterSeconds };
    },
  };
}
