/**
 * What follows when a request is durable or refused, texts and chat messages alike: the account is
 * told of a cap that refused it, a test without credit hears what there is, and metrics and traces
 * learn how long it took.
 */
import type { ChatTakenIn } from '../domain/chat/request.ts';
import type { Refusal } from '../domain/failure/failure.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import { ZERO } from '../domain/pricing/money.ts';
import { nameCredit } from '../journey/charge/reserve.ts';
import type { CapWatch } from '../journey/charge/watch-spending.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { readBalance } from '../store/ledger/balances.ts';

type AnyTaken = TakenIn | ChatTakenIn;
type Request = Pick<SendRequest, 'account' | 'dryRun'>;

/** Follows a request of a service: called as it begins, and what it returns as it ends. */
export type FollowAccept = (service: 'sms' | 'chat') => (taken: AnyTaken) => void;

type AnswerDeps = Pick<JourneyDeps, 'db' | 'clock'> & {
  readonly caps: CapWatch;
  readonly followAccepts: readonly FollowAccept[];
};

/** Passes on what `take` makes of a request, after all that follows from it. */
export function createAnswer(deps: AnswerDeps) {
  return async <Taken extends AnyTaken>(
    service: 'sms' | 'chat',
    request: Request,
    take: () => Promise<Taken>,
  ): Promise<Taken> => {
    const ends = deps.followAccepts.map((begin) => begin(service));
    const taken = deps.caps.note(request, await take());
    const isShort = request.account.isTest && refusalsOf(taken).some(isOfCredit);
    const answer = isShort ? await withCredit(deps, request, taken) : taken;
    for (const end of ends) end(answer);
    return answer;
  };
}

const isOfCredit = ({ reason }: Refusal): boolean => reason === 'credit_insufficient';

function refusalsOf(taken: AnyTaken): readonly Refusal[] {
  if (taken.kind === 'refused') return [taken.refusal];
  if (taken.kind !== 'accepted' || !('results' in taken.acceptance)) return [];
  return taken.acceptance.results.flatMap((it) => (it.ok ? [] : [it.refusal]));
}

/** The refusals of a test that plays an account without credit, with what there really is. */
async function withCredit<Taken extends AnyTaken>(
  { db, clock }: Pick<JourneyDeps, 'db' | 'clock'>,
  { account }: Request,
  taken: Taken,
): Promise<Taken> {
  const balance = await readBalance(db, account.id, clock.nowMs());
  const name = (refusal: Refusal): Refusal => nameCredit(refusal, balance?.availableMicros ?? ZERO);
  if (taken.kind === 'refused') return { ...taken, refusal: name(taken.refusal) };
  if (taken.kind !== 'accepted' || !('results' in taken.acceptance)) return taken;
  const results = taken.acceptance.results.map((it) =>
    it.ok ? it : { ...it, refusal: name(it.refusal) },
  );
  return { ...taken, acceptance: { ...taken.acceptance, results } };
}
