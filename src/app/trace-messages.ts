/**
 * Where a traced message spends its time: accepting it, each submit of a part, and what came back.
 * What lies between two spans it has waited.
 */
import type { CarrierOutcome } from '../domain/carrier/carrier.ts';
import type { ChatTakenIn } from '../domain/chat/request.ts';
import type { MessageId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { TakenIn } from '../domain/message/draft.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config } from '../kit/config.ts';
import { openTraces, type Span, type Traces } from '../kit/traces.ts';
import type { MakeLink } from '../links/hold-links.ts';
import type { RunningJourney } from './open-journey.ts';

type Began = {
  readonly messageId: MessageId;
  readonly attempt: number;
  readonly atMs: number;
};

/** What is traced; without a collector, journey and links are as they were. */
type Tracing = {
  accepts(journey: RunningJourney): RunningJourney;
  links(makeLink: MakeLink): MakeLink;
  stop(): Promise<void>;
};

export async function openTracing(
  { tracesUrl: url, tracesPercent: percent }: Pick<Config, 'tracesUrl' | 'tracesPercent'>,
  clock: Clock,
): Promise<Tracing> {
  if (url === undefined) {
    return { accepts: (it) => it, links: (it) => it, stop: async () => undefined };
  }
  const traces = await openTraces({ url, percent });
  return {
    accepts: (journey) => traceAccepts(traces, clock, journey),
    links: (makeLink) => traceLinks(traces, clock, makeLink),
    stop: () => traces.stop(),
  };
}

/** The same journey; the span of accepting a message is the root of its trace. */
function traceAccepts(traces: Traces, clock: Clock, journey: RunningJourney): RunningJourney {
  const traced =
    <Request, Taken>(
      service: string,
      takeIn: (request: Request) => Promise<Taken>,
      idsOf: (taken: Taken) => readonly (MessageId | undefined)[],
    ) =>
    async (request: Request): Promise<Taken> => {
      const fromMs = clock.nowMs();
      const taken = await takeIn(request);
      const attributes = { 'messaging.system': service };
      const span: Span = {
        name: 'accept',
        kind: 'server',
        fromMs,
        untilMs: clock.nowMs(),
        attributes,
      };
      for (const id of idsOf(taken)) {
        if (id !== undefined && traces.has(id)) traces.add(id, span, 'root');
      }
      return taken;
    };
  return {
    ...journey,
    takeIn: traced('sms', journey.takeIn, idsOfTexts),
    takeInChat: traced('chat', journey.takeInChat, idsOfChats),
  };
}

function idsOfTexts(taken: TakenIn): readonly (MessageId | undefined)[] {
  if (taken.kind !== 'accepted' || taken.replayed) return [];
  return taken.acceptance.listed.map(({ id }) => id);
}

function idsOfChats(taken: ChatTakenIn): readonly (MessageId | undefined)[] {
  if (taken.kind !== 'accepted' || taken.replayed) return [];
  return taken.acceptance.results.map((it) => (it.ok ? it.id : undefined));
}

/** Links whose submits and receipts are spans; receipts while this process remembers the submit. */
function traceLinks(traces: Traces, clock: Clock, makeLink: MakeLink): MakeLink {
  return (known, events) => {
    const handed = new Map<number, Began>();
    const taken = new Map<string, Began>();
    const add = (name: Span['name'], began: Began, more: Partial<Span>): void => {
      const { messageId, attempt, atMs: fromMs } = began;
      const attributes = {
        'messaging.system': known.carrier,
        'messaging.destination.name': known.name,
        'paigham.attempt': attempt,
        ...more.attributes,
      };
      const span = { name, kind: 'client', fromMs, untilMs: clock.nowMs() } as const;
      traces.add(messageId, { ...span, ...more, attributes });
    };
    const link = makeLink(known, {
      ...events,
      outcome(outcome) {
        const began = handed.get(outcome.key);
        if (began !== undefined) {
          handed.delete(outcome.key);
          add('submit', began, {
            attributes: { 'paigham.outcome': outcome.kind },
            error: outcome.kind === 'taken' ? undefined : errorOf(outcome),
          });
          if (outcome.kind === 'taken') remember(taken, outcome, { ...began, atMs: clock.nowMs() });
        }
        events.outcome(outcome);
      },
      inbound(inbound) {
        const began = inbound.kind === 'receipt' ? taken.get(inbound.operatorKey) : undefined;
        if (inbound.kind === 'receipt' && inbound.state !== undefined && began !== undefined) {
          taken.delete(inbound.operatorKey);
          const { state } = inbound;
          add('receipt', began, { kind: 'consumer', attributes: { 'paigham.state': state } });
        }
        events.inbound(inbound);
      },
    });
    return (
      link && {
        linkId: link.linkId,
        takesWhole: link.takesWhole,
        room: (priority) => link.room(priority),
        submit(parts) {
          for (const { key, messageId, attempt } of parts) {
            if (traces.has(messageId)) handed.set(key, { messageId, attempt, atMs: clock.nowMs() });
          }
          link.submit(parts);
        },
        query: (question) => link.query(question),
        start: () => link.start(),
        stop: () => link.stop(),
      }
    );
  };
}

function errorOf(outcome: CarrierOutcome): string {
  return outcome.kind === 'refused' ? outcome.reason : outcome.kind;
}

/** The oldest is given up: its receipt may never come. */
function remember(
  taken: Map<string, Began>,
  { operatorKey }: Extract<CarrierOutcome, { readonly kind: 'taken' }>,
  began: Began,
): void {
  if (operatorKey === '') return;
  taken.set(operatorKey, began);
  const oldest = taken.keys().next();
  if (taken.size > limit('knownAttempts') && oldest.done !== true) taken.delete(oldest.value);
}
