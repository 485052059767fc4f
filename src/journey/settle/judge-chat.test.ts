import { describe, expect, it } from 'vitest';
import { makeAttempt, makeOutgoing, NOON_MS, rupees } from '../../../test/support/fixtures.ts';
import { JUDGING } from '../../../test/support/part-results.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import { judgeAttempt } from './judge-attempt.ts';

const message = makeOutgoing({ alphabet: 'chat', text: '{}', priceMicros: rupees(2) });
const judge = (result: PartResult) => judgeAttempt(makeAttempt(message, [result]), JUDGING);
const status = 131_000;

describe('an attempt at a chat message', () => {
  it.each<readonly [string, PartResult, object]>([
    [
      'taken: nothing is posted, a word will do that',
      { part: 1, kind: 'taken', operatorKey: 'wamid.1' },
      { state: 'sent', leaves: true, postMicros: 0n, releaseMicros: 0n },
    ],
    [
      'refused for good: it is released',
      { part: 1, kind: 'refused', reason: 'platform_refused', status },
      { state: 'rejected', leaves: true, postMicros: 0n, releaseMicros: rupees(2) },
    ],
    [
      'refused for now: it goes again',
      { part: 1, kind: 'refused', reason: 'platform_throttled', status },
      { state: 'waiting', leaves: false, dueAtMs: NOON_MS + 500, releaseMicros: 0n },
    ],
    [
      'never written: it goes again, at once',
      { part: 1, kind: 'unsent' },
      { state: 'waiting', leaves: false, dueAtMs: NOON_MS, releaseMicros: 0n },
    ],
    [
      'withdrawn: it is released',
      { part: 0, kind: 'withdrawn', state: 'rejected', reason: 'template_revoked' },
      { state: 'rejected', leaves: true, releaseMicros: rupees(2) },
    ],
    [
      'lost: it leaves the queue, reserved, whatever the link does with texts',
      { part: 1, kind: 'ambiguous' },
      {
        state: 'waiting',
        leaves: true,
        dueAtMs: undefined,
        lostUntilMs: NOON_MS + 600_000,
        reason: 'answer_lost',
        releaseMicros: 0n,
      },
    ],
  ])('%s', (_, result, expected) => {
    expect(judge(result)).toMatchObject({ isChat: true, ...expected });
  });
});
