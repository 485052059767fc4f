/** Messages that are being handed over: one request each. */
import type { Pace } from '../../domain/carrier/pace.ts';
import type { PlatformOutcome } from '../../domain/chat/platform.ts';
import { composeMessage } from './compose-message.ts';
import type { Graph } from './graph.ts';
import type { ReadyPart } from './line-up.ts';
import type { Machinery } from './link-shape.ts';
import type { PairGate } from './pair-gate.ts';
import { sendMessage, type Sender } from './send-message.ts';

export type SendsParts = Pick<Machinery, 'clock' | 'nameOf'> & {
  readonly graph: Graph;
  readonly sender: Sender;
  readonly pace: Pace;
  readonly gate: PairGate;
  /** A message has left: others to its user have a time now. */
  readonly onLeave: () => void;
  /** With the platform's id of the message; '' where it took it and gave none. */
  readonly onOutcome: (ready: ReadyPart, outcome: PlatformOutcome<string>) => void;
};

export class Sends {
  readonly #parts: SendsParts;
  readonly #underWay = new Set<Promise<void>>();
  #out = 0;
  #unleft = 0;

  constructor(parts: SendsParts) {
    this.#parts = parts;
  }

  /** Messages without an outcome. */
  get underWay(): number {
    return this.#out;
  }

  /**
   * How many more the pace lets leave at this moment: those that wait for a connection have not
   * left, and will.
   */
  free(nowMs: number): number {
    return this.#parts.pace.free(nowMs) - this.#unleft;
  }

  write(ready: ReadyPart): void {
    this.#out += 1;
    this.#unleft += 1;
    const sent = this.#send(ready).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  /** Resolves when all that is under way now has its outcome. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #send(ready: ReadyPart): Promise<void> {
    const { clock, nameOf, graph, sender, pace, gate } = this.#parts;
    const { part, content, uploadId } = ready;
    const { destination } = part;
    const opaqueId = nameOf(part);
    const payload = composeMessage(content, { destination, opaqueId, uploadId });
    let hasLeft = false;
    const onLeave = (): void => {
      hasLeft = true;
      this.#unleft -= 1;
      const nowMs = clock.monotonicMs();
      pace.note(nowMs);
      gate.left(destination, nowMs);
      this.#parts.onLeave();
    };
    const outcome = await sendMessage(graph, sender, { payload, onLeave });
    this.#out -= 1;
    if (!hasLeft) {
      this.#unleft -= 1;
      gate.unused(destination, clock.monotonicMs());
    }
    this.#parts.onOutcome(ready, outcome);
  }
}
