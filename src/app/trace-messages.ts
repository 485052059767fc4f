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
import type { FollowAccept } from './answer-taken.ts';

type Began = {
  readonly messageId: MessageId;
  readonly attempt: number;
  readonly atMs: number;
};

/** What is traced; without a collector, nothing, and links are as they were. */
type Tracing = {
  readonly accepts: readonly FollowAccept[];
  links(makeLink: MakeLink): MakeLink;
  stop(): Promise<void>;
};

export async function openTracing(
  { tracesUrl: url, tracesPercent: percent }: Pick<Config, 'tracesUrl' | 'tracesPercent'>,
  clock: Clock,
): Promise<Tracing> {
  if (url === undefined) {
    return { accepts: [], links: (it) => it, stop: async () => undefined };
  }
  const traces = await openTraces({ url, percent });
  return {
    accepts: [traceAccepts(traces, clock)],
    links: (makeLink) => traceLinks(traces, clock, makeLink),
    stop: () => traces.stop(),
  };
}

/** The span of accepting a message is the root of its trace. */
function traceAccepts(traces: Traces, clock: Clock): FollowAccept {
  return (service) => {
    const fromMs = clock.nowMs();
    return (taken) => {
      const attributes = { 'messaging.system': service };
      const untilMs = clock.nowMs();
      const span: Span = { name: 'accept', kind: 'server', fromMs, untilMs, attributes };
      for (const id of idsOf(taken)) {
        if (id !== undefined && traces.has(id)) traces.add(id, span, 'root');
      }
    };
  };
}

function idsOf(taken: TakenIn | ChatTakenIn): readonly (MessageId | undefined)[] {
  if (taken.kind !== 'accepted' || taken.replayed) return [];
  const { acceptance } = taken;
  if ('listed' in acceptance) return acceptance.listed.map(({ id }) => id);
  return acceptance.results.map((it) => (it.ok ? it.id : undefined));
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
