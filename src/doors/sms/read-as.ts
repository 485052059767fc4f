import type { Account } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import { answerRefusal, type Voice } from './answer.ts';
import type { Caller } from './authenticate.ts';

/**
 * Runs `read` for the account that `identify` finds, or answers why there is none. A send finds out at its commit when
 * the picture of the account was old; a reading has no commit, so the picture is held against the store meanwhile and
 * everything is done again when it was old: a revoked key reads nothing.
 */
export type ReadAs = (
  identify: () => Promise<Caller>,
  voice: Voice,
  read: (account: Account, voice: Voice) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;

/** @param isCurrent whether the store still holds the account at this picture's version; when not, it is forgotten. */
export function createReadAs(isCurrent: (account: Account) => Promise<boolean>): ReadAs {
  return async (identify, voice, read) => {
    for (let look = 0; look < limit('accountReloads'); look += 1) {
      const caller = await identify();
      const inVoice = voiceFor(caller, voice);
      if (caller.kind === 'refused') return answerRefusal(caller.refusal, inVoice);
      const { account } = caller;
      const [answer, current] = await Promise.all([read(account, inVoice), isCurrent(account)]);
      if (current) return answer;
    }
    return answerRefusal(refuse('store_unavailable'), voice);
  };
}

/** The account's own switch counts as soon as the account is known. */
export function voiceFor(caller: Caller, voice: Voice): Voice {
  return caller.account?.always200 === true ? { ...voice, always200: true } : voice;
}
