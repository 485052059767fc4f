/** Messages being handed over, one request each. */
import type { RateLimit } from '../../domain/carrier/rate-limit.ts';
import type { PlatformOutcome } from '../../domain/chat/platform.ts';
import type { PlatformHold } from '../../domain/message/message.ts';
import { composeMessage, type MessagePayload } from './compose-message.ts';
import { mapDone, type Graph, ofNumber } from './graph.ts';
import { fieldsOf, keyOf, listOf, textOf } from './json-fields.ts';
import type { PairLimit } from './pair-limit.ts';
import type { ReadyPart } from './send-queue.ts';
import type { LinkDeps } from './whatsapp.ts';

export type Sender = {
  readonly credential: string;
  readonly phoneNumberId: string;
  /** '': the number has no other. */
  readonly messagingAccount: string;
};

type InFlightDeps = Pick<LinkDeps, 'clock' | 'nameOf'> & {
  readonly graph: Graph;
  readonly sender: Sender;
  readonly pace: RateLimit;
  readonly pairs: PairLimit;
  /** A message has left: the pause for its user starts. */
  readonly onLeave: () => void;
  /**
   * With what the platform said of the message, and when it left.
   */
  readonly onOutcome: (
    ready: ReadyPart,
    outcome: PlatformOutcome<Accepted>,
    leftAtMs: number | undefined,
  ) => void;
};

export class InFlight {
  readonly #deps: InFlightDeps;
  readonly #underWay = new Set<Promise<void>>();
  #out = 0;
  #unleft = 0;

  constructor(deps: InFlightDeps) {
    this.#deps = deps;
  }

  /** Messages without an outcome. */
  get underWay(): number {
    return this.#out;
  }

  /**
   * How many more the rate limit lets leave now; those waiting for a connection have not left, but
   * will.
   */
  free(nowMs: number): number {
    return this.#deps.pace.free(nowMs) - this.#unleft;
  }

  write(ready: ReadyPart): void {
    this.#out += 1;
    this.#unleft += 1;
    const sent = this.#send(ready).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  /** Resolves when everything now under way has its outcome. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #send(ready: ReadyPart): Promise<void> {
    const { clock, nameOf, graph, sender, pace, pairs } = this.#deps;
    const { part, content, uploads } = ready;
    const { destination } = part;
    const opaqueId = nameOf(part);
    const account = sender.messagingAccount;
    const payload = composeMessage(content, { destination, opaqueId, uploads, account });
    let leftAtMs: number | undefined;
    const onLeave = (): void => {
      leftAtMs = clock.nowMs();
      this.#unleft -= 1;
      const nowMs = clock.monotonicMs();
      pace.note(nowMs);
      pairs.left(destination, nowMs);
      this.#deps.onLeave();
    };
    const outcome = await sendMessage(graph, sender, { payload, onLeave });
    this.#out -= 1;
    if (leftAtMs === undefined) {
      this.#unleft -= 1;
      pairs.unused(destination, clock.monotonicMs());
    }
    this.#deps.onOutcome(ready, outcome, leftAtMs);
  }
}

/** What the platform says of a message that it takes. */
export type Accepted = {
  /** Its id there; '' if it gave no usable one. */
  readonly operatorKey: string;
  /** It does not send it yet, and may never. */
  readonly hold: PlatformHold | undefined;
};

/** By `message_status`; `accepted`, none, and words newer than this program: it is on its way. */
const HOLDS: ReadonlyMap<string, PlatformHold> = new Map([
  ['held_for_quality_assessment', 'platform_holds'],
  ['paused', 'platform_holds_paused'],
]);

/** Hands one message over. Done means accepted: whether it arrives is reported later. */
export async function sendMessage(
  graph: Graph,
  { credential, phoneNumberId }: Sender,
  { payload, onLeave }: { readonly payload: MessagePayload; readonly onLeave: () => void },
): Promise<PlatformOutcome<Accepted>> {
  const path = ofNumber(phoneNumberId, 'messages');
  const answer = await graph.call({ credential, method: 'POST', path, json: payload, onLeave });
  return mapDone(answer, (fields) => {
    const [given] = listOf(fields['messages']);
    const first = fieldsOf(given);
    const word = textOf(first?.['message_status'])?.toLowerCase() ?? '';
    return { operatorKey: keyOf(first?.['id']) ?? '', hold: HOLDS.get(word) };
  });
}
