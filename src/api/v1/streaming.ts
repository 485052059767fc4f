/**
 * Answers that last: streams of events, and whole lists as files. Each counts against the places of
 * its kind, from its beginning until it is over, however it ends. While it lasts its caller is
 * looked at again and again: their key and account, or their session, its person's role and
 * accounts. It ends within seconds of a change, and after some minutes in any case.
 *
 * All of them are looked at together, by two statements, whatever their number.
 */
import type { Account, Principal } from '../../domain/account/account.ts';
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { FoundSession } from '../../features/sign-in/sessions.sql.ts';
import { answerInPieces, answerProblem } from './answer.ts';
import type { DoneInPieces, LastingKind } from './outcome.ts';

/** A caller as they were when their answer began. */
export type Holder =
  | {
      readonly kind: 'key';
      readonly account: Account;
      readonly principal: Principal;
      /** The account has changed: as it is now, if the caller may still have the answer. */
      again(): Promise<Account | undefined>;
    }
  | {
      readonly kind: 'session';
      readonly tokenHash: string;
      readonly session: FoundSession;
    };

export type LastingAnswers = {
  /** Begins an answer; refuses it when all places, or those of `owner`, are taken. */
  begin(outcome: DoneInPieces, owner: number, holder: Holder): HttpAnswer;
};

export type LastingDeps = {
  readonly clock: Clock;
  /** Which of the accounts, known at these versions, have changed. */
  readonly changed: (
    known: readonly Pick<Account, 'id' | 'version'>[],
  ) => Promise<readonly AccountId[]>;
  /** The sessions that are not over. */
  readonly lookAll: (tokenHashes: readonly string[]) => Promise<ReadonlyMap<string, FoundSession>>;
};

type Places = { readonly all: number; readonly each: number; readonly full: FailureReason };

const PLACES: Readonly<Record<LastingKind, Places>> = {
  events: {
    all: limit('eventStreams'),
    each: limit('accountStreams'),
    full: 'streams_exceeded',
  },
  overview: {
    all: limit('staffStreams'),
    each: limit('personStreams'),
    full: 'streams_exceeded',
  },
  result: {
    all: limit('resultsAtOnce'),
    each: limit('resultsOfAccount'),
    full: 'results_busy',
  },
};

type Open = {
  readonly kind: LastingKind;
  readonly owner: number;
  readonly ended: AbortController;
  readonly sinceMs: number;
  holder: Holder;
  /** When the caller was last seen to be as before. */
  seenAtMs: number;
};

/** Looks at nobody while nothing lasts. */
export function createLastingAnswers(deps: LastingDeps): LastingAnswers {
  const { clock } = deps;
  const open = new Set<Open>();
  let timer: Timer | undefined;
  let isLooking = false;

  const look = async (): Promise<void> => {
    const looked = [...open];
    const atMs = clock.monotonicMs();
    const seen = await seeAll(
      deps,
      looked.map(({ holder }) => holder),
    );
    const each = looked.map(async (it) => {
      if (await isStill(it, seen, clock.nowMs())) it.seenAtMs = atMs;
      else it.ended.abort();
    });
    await Promise.allSettled(each);
  };
  const tick = async (): Promise<void> => {
    const nowMs = clock.monotonicMs();
    for (const { ended, sinceMs, seenAtMs } of open) {
      // A database that is away changes no rights. But it may be away for this node alone.
      const isUnseen = nowMs - seenAtMs >= limit('lastingUnseenMs');
      if (isUnseen || nowMs - sinceMs >= limit('lastingMs')) ended.abort();
    }
    if (isLooking) return;
    isLooking = true;
    await look().finally(() => (isLooking = false));
  };
  const release = (it: Open): void => {
    open.delete(it);
    if (open.size > 0) return;
    timer?.cancel();
    timer = undefined;
  };
  const hasRoom = (kind: LastingKind, owner: number): boolean => {
    const alike = [...open].filter((it) => it.kind === kind);
    const { all, each } = PLACES[kind];
    return alike.length < all && alike.filter((it) => it.owner === owner).length < each;
  };
  return {
    begin(outcome, owner, holder) {
      const { kept: kind, fileName } = outcome;
      if (!hasRoom(kind, owner)) return answerProblem(refuse(PLACES[kind].full));
      const nowMs = clock.monotonicMs();
      const ended = new AbortController();
      const it: Open = { kind, owner, ended, holder, sinceMs: nowMs, seenAtMs: nowMs };
      open.add(it);
      // A look that fails is repeated.
      timer ??= clock.every(limit('lastingLookMs'), () => void tick().catch(() => undefined));
      return answerInPieces(outcome, {
        ended,
        isWhole: fileName !== undefined,
        stallMs: limit('lastingStallMs'),
        release: () => release(it),
      });
    },
  };
}

type Seen = {
  readonly changed: ReadonlySet<AccountId>;
  readonly sessions: ReadonlyMap<string, FoundSession>;
};

/** All that decides what a session may see. */
function rightsOf({ id, userId, state, staffRole, secondFactor, accounts }: FoundSession): string {
  const roles = accounts.map((it) => [it.id, it.role, it.state]);
  return JSON.stringify([id, userId, state, staffRole, secondFactor, roles]);
}

async function seeAll(
  { changed, lookAll }: LastingDeps,
  holders: readonly Holder[],
): Promise<Seen> {
  const accounts = holders.flatMap((it) => (it.kind === 'key' ? [it.account] : []));
  const tokens = holders.flatMap((it) => (it.kind === 'session' ? [it.tokenHash] : []));
  const [ids, sessions] = await Promise.all([
    changed(accounts.map(({ id, version }) => ({ id, version }))),
    lookAll([...new Set(tokens)]),
  ]);
  return { changed: new Set(ids), sessions };
}

/** Whether the holder is who they were; remembers their account as it is now. */
async function isStill(it: Open, seen: Seen, nowMs: number): Promise<boolean> {
  const { holder } = it;
  if (holder.kind === 'session') {
    const now = seen.sessions.get(holder.tokenHash);
    return now !== undefined && rightsOf(now) === rightsOf(holder.session);
  }
  const { account, principal } = holder;
  if (nowMs >= (principal.expiresAtMs ?? Infinity)) return false;
  if (!seen.changed.has(account.id)) return true;
  const now = await holder.again();
  if (now !== undefined) it.holder = { ...holder, account: now };
  return now !== undefined;
}
