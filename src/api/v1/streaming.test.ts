/** How long an answer lasts: as long as its caller is who they were, and never for ever. */
import { describe, expect, it } from 'vitest';
import { makeAccount, makeKey } from '../../../test/support/fixtures.ts';
import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import type { FoundSession, Membership } from '../../features/sign-in/sessions.sql.ts';
import type { DoneInPieces, LastingKind } from './outcome.ts';
import { createLastingAnswers, type Holder } from './streaming.ts';

const ACCOUNT = makeAccount();

const OWNER: Membership = {
  ...{ id: ACCOUNT.id, name: 'Roshan', role: 'owner' },
  ...{ state: 'active', verified: true },
};

const SESSION: FoundSession = {
  ...{
    id: 1,
    userId: 7,
    state: 'open',
    createdAtMs: 0,
    seenAtMs: 0,
    expiresAtMs: Number.MAX_SAFE_INTEGER,
  },
  ...{
    confirmedUntilMs: undefined,
    host: undefined,
    email: 'ayesha@example.com',
    name: 'Ayesha',
    locale: 'en',
    replyMailMinutes: 0,
    phone: undefined,
  },
  ...{ staffRole: 'operations', secondFactor: true },
  accounts: [OWNER],
};

const session: Holder = { kind: 'session', tokenHash: 'a', session: SESSION };

function open() {
  const clock = stepClock();
  const now = {
    changed: [] as AccountId[],
    sessions: new Map([['a', SESSION]]),
    isAway: false,
    looks: 0,
  };
  const lasting = createLastingAnswers({
    clock,
    async changed() {
      now.looks += 1;
      if (now.isAway) throw new Error('the database is away');
      return now.changed;
    },
    lookAll: async () => now.sessions,
  });
  const begin = (holder: Holder, kind: LastingKind = 'events', owner = 1) => {
    async function* pieces(): AsyncGenerator<string> {}
    const outcome: DoneInPieces = { kind: 'pieces', contentType: 'text/plain', kept: kind, pieces };
    const answer = lasting.begin(outcome, owner, holder);
    return { ...answer, isEnded: () => answer.lasting?.ended.signal.aborted };
  };
  return { clock, now, begin };
}

const key = (again: () => Promise<Account | undefined>, untilMs?: number): Holder => {
  return {
    kind: 'key',
    account: ACCOUNT,
    principal: { ...makeKey(), expiresAtMs: untilMs },
    again,
  };
};
const unchanged = async (): Promise<Account> => ACCOUNT;
const SECONDS_5 = 5_000;

describe('an answer that lasts', () => {
  it('goes on while its caller is who they were', async () => {
    const { clock, now, begin } = open();
    const [byKey, bySession] = [begin(key(unchanged)), begin(session)];
    // The account has changed, and the key has not.
    now.changed = [ACCOUNT.id];
    await clock.advanceAsync(limit('lastingMs') - limit('lastingLookMs'));
    expect([byKey.isEnded(), bySession.isEnded()]).toEqual([false, false]);
  });

  it('ends after some minutes whoever reads it', async () => {
    const { clock, begin } = open();
    const answer = begin(session);
    await clock.advanceAsync(limit('lastingMs'));
    expect(answer.isEnded()).toBe(true);
  });

  it('ends within five seconds of a change that takes the key away', async () => {
    const { clock, now, begin } = open();
    const answer = begin(key(async () => undefined));
    await clock.advanceAsync(SECONDS_5);
    expect(answer.isEnded()).toBe(false);
    now.changed = [ACCOUNT.id];
    await clock.advanceAsync(SECONDS_5);
    expect(answer.isEnded()).toBe(true);
  });

  it('ends with the time of its key', async () => {
    const { clock, begin } = open();
    const answer = begin(key(unchanged, clock.nowMs() + 60_000));
    await clock.advanceAsync(60_000 - SECONDS_5);
    expect(answer.isEnded()).toBe(false);
    await clock.advanceAsync(2 * SECONDS_5);
    expect(answer.isEnded()).toBe(true);
  });

  it.each<[string, Partial<FoundSession> | undefined]>([
    ['is over', undefined],
    ['waits for a second factor', { state: 'second_factor' }],
    ['has another role on the staff', { staffRole: 'finance' }],
    ['is of no staff any more', { staffRole: undefined }],
    ['has lost its second factor', { secondFactor: false }],
    ['has lost an account', { accounts: [] }],
    ['has another role', { accounts: [{ ...OWNER, role: 'viewer' }] }],
    ['has an account that is disabled', { accounts: [{ ...OWNER, state: 'disabled' }] }],
  ])('ends within five seconds when the session %s', async (_, change) => {
    const { clock, now, begin } = open();
    const answer = begin(session);
    await clock.advanceAsync(SECONDS_5);
    expect(answer.isEnded()).toBe(false);
    now.sessions = new Map(change === undefined ? [] : [['a', { ...SESSION, ...change }]]);
    await clock.advanceAsync(SECONDS_5);
    expect(answer.isEnded()).toBe(true);
  });

  it('ends when nobody could look for a while, and not at the first look that fails', async () => {
    const { clock, now, begin } = open();
    const answer = begin(session);
    now.isAway = true;
    await clock.advanceAsync(SECONDS_5);
    expect(answer.isEnded()).toBe(false);
    await clock.advanceAsync(limit('lastingUnseenMs'));
    expect(answer.isEnded()).toBe(true);
  });

  it('costs one look, however many there are', async () => {
    const { clock, now, begin } = open();
    for (let at = 0; at < limit('eventStreams'); at += 1) begin(key(unchanged), 'events', at);
    await clock.advanceAsync(limit('lastingLookMs'));
    expect(now.looks).toBe(1);
  });
});

describe('places', () => {
  it.each<[LastingKind, number, number, string]>([
    ['result', limit('resultsOfAccount'), limit('resultsAtOnce'), 'results_busy'],
    ['events', limit('accountStreams'), limit('eventStreams'), 'streams_exceeded'],
    ['overview', limit('personStreams'), limit('staffStreams'), 'streams_exceeded'],
  ])('of %s: %i for each, %i for all, given back at the end', (kind, each, all, reason) => {
    const { clock, begin } = open();
    const refused = { body: expect.stringContaining(reason) as string };
    const begun = Array.from({ length: each }, () => begin(session, kind, 1));
    expect(begin(session, kind, 1)).toMatchObject(refused);
    // Others have places of their own, and so do other kinds.
    expect(begin(session, kind === 'events' ? 'result' : 'events', 1).status).toBe(200);
    for (let taken = each; taken < all; taken += 1) begun.push(begin(session, kind, 1 + taken));
    expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 200));
    expect(begin(session, kind, 0)).toMatchObject(refused);
    begun[0]?.lasting?.release();
    expect(begin(session, kind, 0).status).toBe(200);
    expect(clock.pendingTimers()).toBe(1);
  });

  it('leave nothing behind when all are given back, not even a timer', () => {
    const { clock, begin } = open();
    const begun = [begin(session), begin(session, 'result')];
    expect(clock.pendingTimers()).toBe(1);
    for (const { lasting } of begun) lasting?.release();
    expect(clock.pendingTimers()).toBe(0);
  });
});
