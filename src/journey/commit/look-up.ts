/**
 * Which operator each number belongs to: what the account has saved, else what the number directory
 * says. Asks before anything is charged; the commit decides what each one costs
 * (charge/charge-lookups.ts).
 */
import { HOUR_MS } from '../../domain/durations.ts';
import type { OperatorId } from '../../domain/ids.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import {
  type DirectoryAnswer,
  type Lookup,
  lookupsSinceMs,
} from '../../domain/portability/directory.ts';
import { operatorByName, operatorByPrefix } from '../../domain/routing/routing.ts';
import { keptKey } from '../../domain/testing/test-mode.ts';
import { findAnswer } from '../../store/messages/idempotency-keys.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { findLookups } from '../../store/ledger/lookups.ts';
import type { RoutingSnapshot } from '../../store/snapshots/routing-snapshots.ts';
import type { Located } from '../accept/find-operators.ts';
import type { LookUp, LookUpQuestion, LookedUp } from '../accept/accept-context.ts';
import { cheapestMicros } from '../charge/price.ts';
import { refusalOfFunds } from '../charge/reserve.ts';
import type { JourneyDeps } from '../deps.ts';

/** An answer this close to expiry might be forgotten before it is replayed. */
const NEARLY_FORGOTTEN_MS = 60_000;

/** Makes the look-up that accept asks. */
export function createLookUp(deps: JourneyDeps): LookUp {
  return async (question) => {
    const routing = deps.routing.current();
    const atMs = deps.clock.nowMs();
    const saved = await readSaved(deps, question, atMs);
    const strange = question.recipients.filter((recipient) => !saved.has(recipient));
    const asked = await askDirectory(strange, { deps, routing, question, atMs });
    if (asked !== undefined && 'reason' in asked) return asked;
    deps.countLookups('saved', saved.size);
    return locate(question, routing, { atMs, saved, asked });
  };
}

async function readSaved(
  deps: JourneyDeps,
  { account, recipients }: LookUpQuestion,
  atMs: number,
): Promise<ReadonlyMap<string, OperatorId>> {
  const ask = { accountId: account.id, recipients, sinceMs: lookupsSinceMs(atMs) };
  const found = await findLookups(deps.db, ask);
  return new Map(found.map(({ recipient, operatorId }) => [recipient, operatorId]));
}

type Asking = {
  readonly deps: JourneyDeps;
  readonly routing: RoutingSnapshot;
  readonly question: LookUpQuestion;
  readonly atMs: number;
};

type Answers = ReadonlyMap<string, DirectoryAnswer>;

/**
 * What the directory says about numbers that are not saved. undefined when it is not asked: there
 * is nothing to ask, it is a dry run, or the request is a repeat that will be replayed.
 */
async function askDirectory(
  numbers: readonly string[],
  asking: Asking,
): Promise<Answers | Refusal | undefined> {
  const { deps, question, atMs } = asking;
  const { directory } = deps;
  if (numbers.length === 0 || question.dryRun) return undefined;
  if (!question.mayAsk) return question.mustKnow ? refuse('portability_directory') : undefined;
  if (await isAnswered(deps, question, atMs)) return undefined;
  if (!directory.isDown()) {
    const short = await findShort(asking);
    if (short !== undefined) return short;
  }
  const answers = await directory.lookUp(numbers);
  const count = (kind: DirectoryAnswer['kind']): number =>
    numbers.filter((number) => answers.get(number)?.kind === kind).length;
  const failed = numbers.length - count('operator') - count('not_ported') - count('unknown');
  deps.countLookups('failed', failed);
  deps.countLookups('unknown', count('unknown'));
  deps.countLookups('answered', count('operator') + count('not_ported'));
  if (failed > 0 && question.mustKnow) return refuse('portability_directory');
  return answers;
}

/** Whether the request repeats an accepted one: that answer is replayed, and costs nothing. */
async function isAnswered(
  { db }: JourneyDeps,
  { account, idempotency }: LookUpQuestion,
  atMs: number,
): Promise<boolean> {
  if (idempotency === undefined) return false;
  const sinceMs = atMs - limit('idempotencyHours') * HOUR_MS + NEARLY_FORGOTTEN_MS;
  return findAnswer(db, { accountId: account.id, key: keptKey(account, idempotency.key), sinceMs });
}

/** The refusal when the account could not pay even the least the request can cost. */
async function findShort({ deps, routing, question, atMs }: Asking): Promise<Refusal | undefined> {
  const balance = await readBalance(deps.db, question.account.id, atMs);
  if (balance === undefined) return undefined;
  const least = cheapestMicros(question, routing, atMs);
  return refusalOfFunds(least, balance);
}

type Known = {
  readonly atMs: number;
  readonly saved: ReadonlyMap<string, OperatorId>;
  readonly asked: Answers | undefined;
};

function locate(question: LookUpQuestion, routing: RoutingSnapshot, known: Known): LookedUp {
  const located: Located[] = [];
  const numbers: Lookup[] = [];
  for (const recipient of question.recipients) {
    const saved = known.saved.get(recipient);
    const answer = known.asked?.get(recipient);
    const operatorId = saved ?? operatorOf(routing, recipient, answer);
    located.push({ recipient, operatorId });
    if (operatorId === undefined) continue;
    const isFresh = saved === undefined;
    const isPaid = !isFresh || question.dryRun || isKnowledge(answer);
    if (isPaid) numbers.push({ recipient, operatorId, isFresh });
  }
  return { located, lookups: numbers.length === 0 ? undefined : { atMs: known.atMs, numbers } };
}

/** An operator that is not one of ours has no route; without an answer the prefix decides. */
function operatorOf(
  routing: RoutingSnapshot,
  recipient: string,
  answer: DirectoryAnswer | undefined,
): OperatorId | undefined {
  if (answer?.kind === 'operator') return operatorByName(routing, answer.name);
  return operatorByPrefix(routing, recipient);
}

function isKnowledge(answer: DirectoryAnswer | undefined): boolean {
  return answer?.kind === 'operator' || answer?.kind === 'not_ported';
}
