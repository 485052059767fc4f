import type { Account } from '../../domain/account/account.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { counted } from '../../kit/shape.ts';
import type { JourneyDeps } from '../deps.ts';

/**
 * Why so many more tests are too many; undefined: they are not, and are counted. Credit bounds what
 * live keys send; nothing else would bound this.
 */
export function boundTests(
  { tests }: Pick<JourneyDeps, 'tests'>,
  { id, isTest }: Account,
  messages: number,
): Refusal | undefined {
  if (!isTest) return undefined;
  const key = String(id);
  if (tests.left(key).events >= messages) {
    tests.note(key, messages);
    return undefined;
  }
  const most = counted(limit('testsPerHour'), 'message');
  return refuse('rejected_too_many', { most, minutes: '60 minutes', what: 'of test keys' });
}
