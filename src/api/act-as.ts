import type { Account } from '../domain/account/account.ts';
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { HttpAnswer } from '../kit/http/answer.ts';
import { untilFresh } from '../kit/until-fresh.ts';
import type { KnownAccounts } from '../store/known-accounts.ts';
import { answerRefusal, type Voice } from './answer.ts';
import type { Caller } from './authenticate.ts';
import { refusalOf, type Pace } from './pace.ts';

/**
 * Does `act` for the account that `identify` finds, or answers why there is none.
 *
 * Accounts are snapshots in memory. When one turns out to be older than the store, everything is
 * done again from the start, authentication included: a key that was revoked a moment ago neither
 * sends nor reads, and a template that was approved a moment ago is refused to nobody.
 */
export type ActAs = (
  identify: () => Promise<Caller>,
  voice: Voice,
  act: (account: Account, voice: Voice) => Promise<Acted>,
) => Promise<HttpAnswer>;

export type Acted =
  | {
      readonly answer: HttpAnswer;
      /** Whether the store was asked, and the account was as its snapshot shows it. */
      readonly isProven: boolean;
    }
  /** The store was asked, and the snapshot is old. */
  | 'stale';

/** Whether the store still holds the account at this snapshot's version. */
export type IsCurrent = (account: Account) => Promise<boolean>;

export type ActAsDeps = {
  readonly accounts: Pick<KnownAccounts, 'forget'>;
  readonly isCurrent: IsCurrent;
  /** How often an account may; absent: as often as it likes. */
  readonly pace?: Pace;
};

export function createActAs({ accounts, isCurrent, pace }: ActAsDeps): ActAs {
  return async (identify, voice, act) => {
    const answer = await untilFresh(limit('accountReloads'), async (tries) => {
      const caller = await identify();
      const { account } = caller;
      const inVoice = account?.always200 === true ? { ...voice, always200: true } : voice;
      const isTooQuick =
        caller.kind === 'known' && tries === 0 && pace?.note(caller.account.id) === false;
      if (isTooQuick) return refuseQuick(pace, caller.account.id, inVoice);
      const acted =
        caller.kind === 'known'
          ? await act(caller.account, inVoice)
          : unproven(answerRefusal(caller.refusal, inVoice));
      if (acted !== 'stale') {
        const { answer: given, isProven } = acted;
        if (account === undefined || isProven || (await isCurrent(account))) return given;
      }
      if (account !== undefined) accounts.forget(account.id);
      return 'stale';
    });
    return answer ?? answerRefusal(refuse('store_unavailable'), voice);
  };
}

function refuseQuick(pace: Pace, accountId: number, voice: Voice): HttpAnswer {
  const answer = answerRefusal(refusalOf(pace), voice);
  const headers = { ...answer.headers, 'Retry-After': String(pace.left(accountId).seconds) };
  return { ...answer, headers };
}

/** An answer that rests on the snapshot alone. */
export function unproven(answer: HttpAnswer): Acted {
  return { answer, isProven: false };
}

/**
 * A refusal that rests on the snapshot alone; but what may have been done is neither done again nor
 * called undone, even when the store cannot be asked.
 */
export function refusedBySnapshot(refusal: Refusal, voice: Voice): Acted {
  const answer = answerRefusal(refusal, voice);
  return refusal.reason === 'outcome_unknown' ? proven(answer) : unproven(answer);
}

/** An answer for which the store was asked under the version of the snapshot. */
export function proven(answer: HttpAnswer): Acted {
  return { answer, isProven: true };
}
