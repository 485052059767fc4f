/** From an accepted message to its statuses. */

import type { SendingNumber } from './accounts.ts';
import { stateOf, type Pricing, type Sent } from './messages.ts';
import type { Person } from './people.ts';
import type { ChatPlatform } from './platform.ts';
import type { Fate, Story } from './stories.ts';
import type { Shown } from './templates/fill.ts';
import type { Template } from './templates/template.ts';
import { planSteps, type Step } from './webhooks/fates.ts';

export const windowMs = 86_400_000;

/** A valid send request. */
export type Send = {
  readonly number: SendingNumber;
  readonly person: Person;
  readonly type: string;
  readonly shown: Shown;
  readonly template: Template | undefined;
  readonly callbackData: string;
  readonly contextId: string;
  /** The error code of its file, which the platform only notices later; 0 for none. */
  readonly mediaFault: number;
};

export class Dispatch {
  private readonly platform: ChatPlatform;

  constructor(platform: ChatPlatform) {
    this.platform = platform;
  }

  /** Whether the person may be written to in free form, having written recently. */
  isWindowOpen(number: SendingNumber, person: Person): boolean {
    const wroteAtMs = person.wroteAtMs.get(number.id);
    return wroteAtMs !== undefined && Date.now() < wroteAtMs + windowMs;
  }

  /**
   * Accepts the message, or holds it. Resolves at once, or after the statuses that go first were
   * pushed.
   */
  async take(
    send: Send,
    story: Story,
  ): Promise<{ readonly wamid: string; readonly isHeld: boolean }> {
    const { ids, messages, pacing } = this.platform;
    const { number, person, type, shown, template, callbackData, contextId } = send;
    const message: Sent = {
      ...{ number, person, type, shown, callbackData, contextId },
      direction: 'out',
      wamid: ids.wamid(person.waId),
      atMs: Date.now(),
      templateName: template?.name ?? '',
      pricing: priceOf(template),
      statuses: [],
    };
    messages.add(message);
    const fate = this.fateOf(send, story);
    const isHeld = pacing.holds(template);
    if (isHeld && template !== undefined) {
      pacing.hold(template, {
        send: () => this.follow(message, fate),
        fail: (code) => void this.push(message, 'failed', code),
      });
    } else if (fate.kind === 'early') await this.pushEarly(message, fate);
    else this.follow(message, fate);
    return { wamid: message.wamid, isHeld };
  }

  /** A status by hand: any word, at any time, for any message. */
  push(message: Sent, word: string, code = 0): Promise<void> {
    const stampMs = Date.now() - message.atMs;
    const step = { word, code, stampMs, pushMs: stampMs, isOrphan: false };
    return this.pushStep(message, step);
  }

  /** The person opens the chat: everything that has arrived is read. */
  read(number: SendingNumber, person: Person): void {
    for (const message of this.platform.messages.all()) {
      if (message.direction === 'in' || message.number !== number) continue;
      if (message.person === person && stateOf(message) === 'delivered') {
        void this.push(message, 'read');
      }
    }
  }

  private fateOf({ template, number, person, mediaFault }: Send, story: Story): Fate {
    if (mediaFault !== 0) return { kind: 'fail', code: mediaFault };
    if (story.fate.kind !== 'plain') return story.fate;
    if (template === undefined) {
      const isLate = this.platform.behaviour.windowFaults && !this.isWindowOpen(number, person);
      return isLate ? { kind: 'fail', code: 131047 } : story.fate;
    }
    const isStopped = person.stopped.has(number.id) || person.stopped.has('*');
    if (template.category !== 'MARKETING' || !isStopped) return story.fate;
    return { kind: 'fail', code: 131050 };
  }

  /** Its steps count from now: it may have been held. */
  private follow(message: Sent, fate: Fate): void {
    const { behaviour, chance, timers } = this.platform;
    const heldMs = Date.now() - message.atMs;
    for (const step of planSteps(fate, behaviour, chance)) {
      const later = { ...step, stampMs: heldMs + step.stampMs };
      timers.after(step.pushMs, () => void this.pushStep(message, later));
    }
  }

  private async pushEarly(message: Sent, fate: Fate): Promise<void> {
    const { behaviour, chance, courier } = this.platform;
    const steps = planSteps(fate, behaviour, chance);
    const pushed = steps.map((step) => this.pushStep(message, step));
    courier.flushAll();
    await Promise.all(pushed);
  }

  private async pushStep(message: Sent, step: Step): Promise<void> {
    const { accounts, courier, ids } = this.platform;
    const { word, code, isOrphan } = step;
    const isDelivered = message.statuses.some((it) => it.word === 'delivered');
    const stampMs = message.atMs + step.stampMs;
    const event = {
      ...{ message, word, stampMs, code },
      withPricing: word === 'sent' || word === 'delivered' || (word === 'read' && !isDelivered),
      otherId: isOrphan ? ids.wamid(message.person.waId) : '',
    };
    if (!isOrphan) message.statuses.push({ word, atMs: stampMs, code });
    const targets = accounts.targetsOf(message.number.account);
    await Promise.all(targets.map((target) => courier.status(target, event)));
  }
}

/** The price of a message, in the platform's terms: free form is a free answer. */
function priceOf(template: Template | undefined): Pricing {
  if (template === undefined) {
    return { billable: false, type: 'free_customer_service', category: 'service' };
  }
  return { billable: true, type: 'regular', category: template.category.toLowerCase() };
}
