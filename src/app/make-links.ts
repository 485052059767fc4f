/**
 * Makes links for each carrier, with their secrets decrypted; counts and times their traffic for
 * monitoring.
 */
import { carrierState, createSmppLink } from '../carriers/smpp/smpp.ts';
import { createSharedBackoff, type SharedBackoff } from '../carriers/whatsapp/backoff.ts';
import type { MediaShelf } from '../carriers/whatsapp/uploads.ts';
import { createWhatsAppLink } from '../carriers/whatsapp/whatsapp.ts';
import type { CarrierEvents, CarrierLink, CarrierOutcome } from '../domain/carrier/carrier.ts';
import { writeOpaqueId } from '../domain/chat/progress.ts';
import type { AccountId, LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config } from '../kit/config.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { type Seal, SEAL_PURPOSES } from '../kit/seal.ts';
import { uuidOf } from '../kit/uuid-ids.ts';
import type { MakeLink } from '../links/hold-links.ts';
import type {
  KnownChatLink,
  KnownLink,
  KnownSmppLink,
} from '../store/snapshots/routing-snapshots.ts';
import { tallyLinks } from './tallies.ts';

type LinkDeps = {
  readonly config: Pick<Config, 'graphAddress' | 'graphVersion'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly seal: Seal;
  /** Files for the link of one number. */
  readonly shelfOf: (accountId: AccountId, linkId: LinkId) => MediaShelf;
};

type LinkMaking = LinkDeps & {
  readonly tallyOf: ReturnType<typeof tallyLinks>;
  readonly backoff: SharedBackoff;
};

export function linkMaker(deps: LinkDeps, metrics: Metrics): MakeLink {
  const making = { ...deps, tallyOf: tallyLinks(metrics), backoff: createSharedBackoff() };
  const measured = measureLinks(metrics, deps.clock);
  return (known, events) => measured(known, (told) => makeLink(making, known, told), events);
}

function makeLink(
  making: LinkMaking,
  known: KnownLink,
  events: CarrierEvents,
): CarrierLink | undefined {
  switch (known.carrier) {
    case 'smpp':
      return makeSmppLink(making, known, events);
    case 'whatsapp':
      return makeWhatsAppLink(making, known, events);
  }
}

function makeSmppLink(
  { clock, log, seal, tallyOf }: LinkMaking,
  known: KnownSmppLink,
  events: CarrierEvents,
): CarrierLink | undefined {
  const password = seal.open(known.secretSealed, SEAL_PURPOSES.linkPassword(known.name));
  if (password === undefined) {
    log.error({ link: known.name }, 'cannot decrypt the password of a link with this master key');
    return undefined;
  }
  const named = log.child({ link: known.name });
  const machinery = { clock, random: machineRandom, log: named, tally: tallyOf.smpp(known.name) };
  return createSmppLink(
    { linkId: known.id, config: known.config, password },
    { ...events, state: (state) => events.state(carrierState(state)) },
    machinery,
  );
}

function makeWhatsAppLink(
  { config, clock, log, seal, shelfOf, tallyOf, backoff }: LinkMaking,
  known: KnownChatLink,
  events: CarrierEvents,
): CarrierLink | undefined {
  const { id: linkId, name, accountId, business } = known;
  const credential = seal.open(known.secretSealed, SEAL_PURPOSES.chatToken(business.platformId));
  if (credential === undefined) {
    log.error({ link: name }, 'cannot decrypt the credential of a number with this master key');
    return undefined;
  }
  const settings = { linkId, businessId: business.id, config: known.config, credential };
  return createWhatsAppLink(settings, events, {
    clock,
    random: machineRandom,
    log: log.child({ link: name }),
    platform: { origin: config.graphAddress, version: config.graphVersion },
    shelf: shelfOf(accountId, linkId),
    backoff,
    nameOf: ({ messageId, attempt }) => writeOpaqueId(uuidOf(messageId), attempt),
    tally: tallyOf.whatsapp(name),
  });
}

/** Receipts come after seconds, or after days if a phone was off. */
const RECEIPT_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400];

/** What is measured on a link: its name, and whether its receipts come in on the link itself. */
type Measured = { readonly name: string; readonly carrier: 'smpp' | 'whatsapp' };

type Making = (events: CarrierEvents) => CarrierLink | undefined;

/**
 * Makes a link whose submits and receipts are counted under its name. A receipt is timed from the
 * answer to its submit, while this process remembers it; the chat platform's come by webhook and
 * are not seen here.
 */
function measureLinks(
  metrics: Metrics,
  clock: Clock,
): (known: Measured, make: Making, events: CarrierEvents) => CarrierLink | undefined {
  const submits = metrics.counter({
    name: 'paigham_submits_total',
    help: 'Parts by what became of their submit: taken, refused, ambiguous, unsent',
    labels: ['link', 'outcome'],
  });
  const receipts = metrics.counter({
    name: 'paigham_receipts_total',
    help: 'Final receipts of operators, by the state they tell',
    labels: ['link', 'state'],
  });
  const submitTime = metrics.timer({
    name: 'paigham_submit_seconds',
    help: 'From handing a part to its link until the answer, its wait for window and rate included',
    labels: ['link'],
  });
  const receiptTime = metrics.timer(
    {
      name: 'paigham_receipt_seconds',
      help: 'From the answer to a submit until its final receipt',
      labels: ['link'],
    },
    RECEIPT_SECONDS,
  );

  return ({ name, carrier }, make, events) => {
    const handed = new Map<number, number>();
    const taken = new Map<string, number>();
    const link = make({
      ...events,
      outcome(outcome) {
        const nowMs = clock.monotonicMs();
        const handedMs = handed.get(outcome.key);
        if (handed.delete(outcome.key)) submits([name, outcome.kind]);
        const isAnswer = outcome.kind === 'taken' || outcome.kind === 'refused';
        if (handedMs !== undefined && isAnswer) submitTime(nowMs - handedMs, [name]);
        // The chat platform's receipts come by webhook, not here.
        if (carrier === 'smpp') remember(taken, outcome, nowMs);
        events.outcome(outcome);
      },
      inbound(inbound) {
        if (inbound.kind === 'receipt' && inbound.state !== undefined) {
          receipts([name, inbound.state]);
          const takenMs = taken.get(inbound.operatorKey);
          if (takenMs !== undefined) receiptTime(clock.monotonicMs() - takenMs, [name]);
          taken.delete(inbound.operatorKey);
        }
        events.inbound(inbound);
      },
    });
    if (link === undefined) return undefined;
    return {
      linkId: link.linkId,
      takesWhole: link.takesWhole,
      room: (priority) => link.room(priority),
      submit(parts) {
        const nowMs = clock.monotonicMs();
        for (const { key } of parts) handed.set(key, nowMs);
        link.submit(parts);
      },
      query: (question) => link.query(question),
      start: () => link.start(),
      stop: () => link.stop(),
    };
  };
}

function remember(taken: Map<string, number>, outcome: CarrierOutcome, nowMs: number): void {
  // No receipt can match an attempt without an id.
  if (outcome.kind !== 'taken' || outcome.operatorKey === '') return;
  taken.set(outcome.operatorKey, nowMs);
  if (taken.size <= limit('knownAttempts')) return;
  const oldest = taken.keys().next();
  if (oldest.done !== true) taken.delete(oldest.value);
}
