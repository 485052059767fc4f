/**
 * Look-ups without a send: asked, priced and charged by the code that does it for sends (decision
 * 18). Their request is committed in a group, without messages.
 */
import { refuse } from '../../domain/failure/failure.ts';
import type { AccountId, BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  lookupPricesFor,
  lookupsSinceMs,
  type LookupPrices,
} from '../../domain/portability/directory.ts';
import type {
  NumberFacts,
  NumberOutcome,
  NumberRequest,
  NumbersTaken,
  PlainNumber,
} from '../../domain/portability/number-lookup.ts';
import { micros, type Micros, ZERO } from '../../domain/pricing/money.ts';
import type { PhoneNumber } from '../../domain/recipient/recipient.ts';
import { operatorByPrefix, type Routing } from '../../domain/routing/routing.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { findLookups } from '../../store/ledger/lookups.ts';
import type { LookedUp } from '../accept/accept-context.ts';
import { priceAllLookups, WITHOUT_PRICE } from '../charge/price.ts';
import { refusalOfFunds } from '../charge/reserve.ts';
import type { JourneyDeps } from '../deps.ts';
import { attemptWhileStale, createCommit, refused } from './commit.ts';
import type { AnyDraft, Attempted, GroupWork } from './commit-group.ts';
import { createLookUp } from './look-up.ts';

type LookUpNumbers = {
  lookUpNumbers(request: NumberRequest): Promise<NumbersTaken>;
  /** Requests that wait for their commit. */
  pending(): number;
  drained(): Promise<void>;
};

type Draft = AnyDraft & {
  readonly prices: LookupPrices;
  readonly found: readonly Omit<NumberOutcome['numbers'][number], 'paid'>[];
};

type Numbered = {
  readonly draft: Draft;
  readonly reserveId: TransferId;
  readonly id: BatchId;
};

const NONE: ReadonlySet<MessageId> = new Set();

/** Nothing is queued: the request has no messages. */
const GROUP: GroupWork<Numbered, NumberOutcome> = {
  number: (draft, reserveId, newId) => ({ draft, reserveId, id: newId() as BatchId }),
  direct: () => ({ offer: () => NONE, handOver: () => undefined, withdraw: () => undefined }),
  enqueue: () => Promise.resolve(),
  answer: ({ draft }, remainingMicros) => outcomeOf(draft, remainingMicros),
  refuse: (_, { refusal }) => refused(refusal),
};

/** Takes in look-ups, again if the settings change meanwhile. */
export function createLookUpNumbers(deps: JourneyDeps): LookUpNumbers {
  const { commit, pending, drained } = createCommit(deps, GROUP, {
    requests: limit('acceptGroupRequests'),
    messages: limit('acceptGroupMessages'),
    commitLarge: () => Promise.reject(new Error('a request has at most lookupNumbers')),
  });
  const lookUp = createLookUp(deps);
  const attempt = async (request: NumberRequest): Promise<Attempted<NumberOutcome>> => {
    const { account, recipients, dryRun, idempotency } = request;
    if (!account.mnpCoverage) return refused(refuse('portability_unavailable'));
    const routing = deps.routing.current();
    const atMs = deps.clock.nowMs();
    const prices = lookupPricesFor(routing.lookupTariffs, { accountId: account.id, atMs });
    if (prices === undefined) return refused(refuse('no_price'));
    const looked = await lookUp({
      account,
      recipients,
      dryRun,
      idempotency,
      mustKnow: true,
      // No texts are sent, whatever one would cost.
      senderRoute: 'simple',
      parts: 0,
      mayAsk: deps.directory.mayTake(recipients.length),
    });
    if ('reason' in looked) return refused(looked);
    const by = { lookupTariffs: routing.lookupTariffs, atMs };
    const lookups = looked.lookups && priceAllLookups(account, looked.lookups, by);
    if (lookups === WITHOUT_PRICE) return refused(refuse('no_price'));
    const found = await describe(deps, request, { routing, looked });
    const draft: Draft = {
      account,
      idempotency,
      prices,
      found,
      // They count in a group like the messages they stand for.
      messages: recipients,
      priceMicros: ZERO,
      lookups: lookups && { ...lookups, alone: true },
      settingsVersion: routing.version,
    };
    const isFree = lookups === undefined && idempotency === undefined;
    return dryRun || isFree ? answerUncharged(deps, draft) : commit(draft);
  };
  return {
    lookUpNumbers: (request) => attemptWhileStale(deps, pending(), () => attempt(request)),
    pending,
    drained,
  };
}

/** Who has each number, as far as the request may know. */
async function describe(
  { db }: Pick<JourneyDeps, 'db'>,
  { account, recipients, dryRun }: NumberRequest,
  { routing, looked }: { readonly routing: Routing; readonly looked: LookedUp },
): Promise<Draft['found']> {
  const known = looked.lookups;
  const lookups = new Map(known?.numbers.map((it) => [it.recipient, it]));
  const again = [...lookups.values()].filter(({ isFresh }) => !isFresh);
  const savedAtMs =
    dryRun || known === undefined || again.length === 0
      ? new Map<string, number>()
      : await readSavedTimes(db, account.id, {
          recipients: again.map(({ recipient }) => recipient),
          atMs: known.atMs,
        });
  return recipients.map((recipient) => {
    const lookup = dryRun ? undefined : lookups.get(recipient);
    return {
      ...plainNumber(routing, recipient),
      network: lookup && routing.operatorNames.get(lookup.operatorId),
      lookedUpAtMs: lookup?.isFresh === true ? known?.atMs : savedAtMs.get(recipient),
    };
  });
}

async function readSavedTimes(
  db: JourneyDeps['db'],
  accountId: AccountId,
  { recipients, atMs }: { readonly recipients: readonly string[]; readonly atMs: number },
): Promise<ReadonlyMap<string, number>> {
  const ask = { accountId, recipients, sinceMs: lookupsSinceMs(atMs) };
  const saved = await findLookups(db, ask);
  return new Map(saved.map(({ recipient, lookedUpAtMs }) => [recipient, lookedUpAtMs]));
}

function plainNumber(routing: Routing, recipient: PhoneNumber): PlainNumber {
  const holder = operatorByPrefix(routing, recipient);
  return { recipient, prefixNetwork: holder && routing.operatorNames.get(holder) };
}

/** What was charged is what the commit decided. */
function outcomeOf({ found, lookups, prices }: Draft, remainingMicros: Micros): NumberOutcome {
  const { firstMicros, againMicros } = prices;
  const charge = lookups?.charge;
  const first = new Set(charge?.first.map(({ recipient }) => recipient));
  const paid = new Set(lookups?.numbers.map(({ recipient }) => recipient));
  const numbers = found.map((number) => {
    const { recipient } = number;
    const as = first.has(recipient) ? 'firstMicros' : 'againMicros';
    return { ...number, paid: paid.has(recipient) ? as : undefined } as const;
  });
  const priceMicros = charge?.amountMicros ?? ZERO;
  return { firstMicros, againMicros, priceMicros, remainingMicros, numbers };
}

/** A dry run, or free look-ups: judged by the balance, and nothing is written. */
async function answerUncharged(
  { db, clock }: Pick<JourneyDeps, 'db' | 'clock'>,
  draft: Draft,
): Promise<Attempted<NumberOutcome>> {
  const balance = await readBalance(db, draft.account.id, clock.nowMs());
  if (balance?.accountVersion !== draft.account.version) return { kind: 'stale' };
  const priceMicros = draft.lookups?.charge.amountMicros ?? ZERO;
  const short = priceMicros === 0n ? undefined : refusalOfFunds(priceMicros, balance);
  if (short !== undefined) return refused(short);
  const acceptance = outcomeOf(draft, micros(balance.availableMicros - priceMicros));
  return { kind: 'accepted', acceptance, replayed: false };
}

/** What is said about a number for free: nobody is asked, and no saved result is shown. */
export async function tellNumber(
  { db, routing, clock }: Pick<JourneyDeps, 'db' | 'routing' | 'clock'>,
  accountId: AccountId,
  recipient: PhoneNumber,
): Promise<NumberFacts> {
  const atMs = clock.nowMs();
  const current = routing.current();
  const saved = await readSavedTimes(db, accountId, { recipients: [recipient], atMs });
  const savedAtMs = saved.get(recipient);
  const prices = lookupPricesFor(current.lookupTariffs, { accountId, atMs });
  const priceMicros = savedAtMs === undefined ? prices?.firstMicros : prices?.againMicros;
  return { ...plainNumber(current, recipient), savedAtMs, priceMicros };
}
