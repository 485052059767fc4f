/** How the operator responds to each submit; rules with a count get used up. */

import { commandStatus, type Message } from '@paigham/smpp';
import type { Behaviour, DropPoint } from './knobs.ts';

export type Verdict = {
  /** command_status of the answer. */
  readonly status: number;
  /** Accepted, but never answered. */
  readonly ignore: boolean;
  readonly drop: DropPoint;
};

const take: Verdict = { status: 0, ignore: false, drop: 'none' };
const throttle: Verdict = { ...take, status: commandStatus.ESME_RTHROTTLED };

export class Verdicts {
  /** Submits since the drop was requested. */
  submitsUntilDrop = 0;
  private readonly behaviour: Behaviour;
  private submits = 0;

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
  }

  judge(message: Message): Verdict {
    this.submits += 1;
    // A broken link does not change what the operator does with the message.
    return { ...this.judgeMessage(message), drop: this.judgeDrop() };
  }

  private judgeMessage(message: Message): Verdict {
    const { behaviour } = this;
    if (behaviour.throttleNext > 0) {
      behaviour.throttleNext -= 1;
      return throttle;
    }
    if (behaviour.throttleEvery > 0 && this.submits % behaviour.throttleEvery === 0) {
      return throttle;
    }
    if (behaviour.refuseNext > 0) {
      behaviour.refuseNext -= 1;
      return { ...take, status: behaviour.refuseStatus };
    }
    for (const { pattern, status } of behaviour.refuseNumbers) {
      if (new RegExp(pattern).test(message.destination)) return { ...take, status };
    }
    if (behaviour.ignoreNext > 0) {
      behaviour.ignoreNext -= 1;
      return { ...take, ignore: true };
    }
    return take;
  }

  private judgeDrop(): DropPoint {
    const { behaviour } = this;
    const { dropPoint } = behaviour;
    if (dropPoint === 'none') return dropPoint;
    this.submitsUntilDrop += 1;
    if (this.submitsUntilDrop < behaviour.dropAfterSubmits) return 'none';
    this.submitsUntilDrop = 0;
    behaviour.dropPoint = 'none';
    return dropPoint;
  }
}
