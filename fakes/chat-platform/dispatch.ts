/** From an accepted message to its statuses. */

import type { SendingNumber } from './accounts.ts';
import { stateOf, type Sent } from './messages.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';
import { priceOf } from './prices.ts';
import type { Fate, Story } from './stories.ts';
import type { Shown } from './templates/fill.ts';
import type { Template } from './templates/template.ts';
import { planSteps, type Step } from './webhooks/fates.ts';

const dayMs = 86_400_000;
/** How long a message waits for its person, unless its template says otherwise. */
const usualLifeMs = 30 * dayMs;
const authenticationLifeMs = 600_000;
/** Real time that an answer waits for the statuses that have to come before it. */
const earlyLimitMs = 5_000;
const mostWaiting = 1_000;
const mostTries = 100_000;

/** A request that may be carried out. */
export type Send = {
  readonly number: SendingNumber;
  readonly person: Person;
  readonly type: string;
  readonly shown: Shown;
  readonly template: Template | undefined;
  readonly callbackData: string;
  readonly contextId: string;
  readonly addressed: 'to' | 'recipient';
  /** A fault of its media, which is only found later; 0 for none. */
  readonly mediaFault: () => Promise<number>;
  /** A user id was written where a number belongs: nobody gets it, and nobody says so. */
  readonly isLost: boolean;
};

export class Dispatch {
  private readonly platform: World;
  /** `number/person` of tries that were refused and may come again. */
  private readonly tried = new Set<string>();

  constructor(platform: World) {
    this.platform = platform;
  }

  /** True while people who wrote may be answered freely. */
  isWindowOpen(number: SendingNumber, person: Person): boolean {
    const wroteAtMs = person.wroteAtMs.get(number.id);
    return wroteAtMs !== undefined && this.platform.clock.now() < wroteAtMs + dayMs;
  }

  /** True the first time, false the second, and so on: for stories that refuse every other try. */
  isFirstTry(number: SendingNumber, person: Person): boolean {
    const key = `${number.id}/${person.number}`;
    if (this.tried.delete(key)) return false;
    if (this.tried.size >= mostTries) this.tried.clear();
    this.tried.add(key);
    return true;
  }

  /** Takes the message. Resolves at once, or when statuses that come first have been pushed. */
  async take(send: Send, story: Story): Promise<Sent> {
    const { clock, ids, messages } = this.platform;
    const nowMs = clock.now();
    const category = send.template?.category ?? 'service';
    const windowOpen = this.isWindowOpen(send.number, send.person);
    const message: Sent = {
      direction: 'out',
      wamid: ids.wamid(send.person.waId),
      number: send.number,
      person: send.person,
      atMs: nowMs,
      type: send.type,
      shown: send.shown,
      templateName: send.template?.name ?? '',
      callbackData: send.callbackData,
      contextId: send.contextId,
      story: send.isLost ? 'lost' : story.name,
      pricing: priceOf(send.number, category, { nowMs, windowOpen }),
      lifeMs: lifeOf(send.template),
      addressed: send.addressed,
      statuses: [],
    };
    messages.add(message);
    this.platform.changed();
    const fate = send.isLost ? ({ kind: 'silent' } as const) : this.fateOf(send, story);
    if (fate.kind === 'early') await this.pushEarly(message, fate);
    else void this.follow(message, send, fate);
    return message;
  }

  /** A status by hand: any word, at any time, of any message. */
  push(message: Sent, word: string, code = 0): Promise<void> {
    const stampMs = this.platform.clock.now() - message.atMs;
    return this.pushStep(message, {
      word,
      code,
      stampMs,
      pushMs: stampMs,
      needsPhone: false,
      isOrphan: false,
    });
  }

  /** The person has come back, and gets what has waited and not run out. */
  deliverWaiting(person: Person): void {
    const nowMs = this.platform.clock.now();
    for (const { untilMs, deliver } of person.waiting.splice(0)) {
      if (nowMs < untilMs) deliver();
    }
  }

  /** The person looks at the chat: what has arrived is read. */
  read(number: SendingNumber, person: Person): number {
    const unread = this.platform.messages
      .all()
      .filter((it): it is Sent => it.direction === 'out')
      .filter((it) => it.number === number && it.person === person)
      .filter((it) => stateOf(it) === 'delivered');
    for (const message of unread) void this.push(message, 'read');
    return unread.length;
  }

  clear(): void {
    this.tried.clear();
  }

  private fateOf({ template, number, person }: Send, story: Story): Fate {
    if (story.fate.kind !== 'plain') return story.fate;
    if (template === undefined) {
      const isClosed = !this.isWindowOpen(number, person);
      const isAsync = this.platform.behaviour.windowFault === 'async';
      return isClosed && isAsync ? { kind: 'fail', code: 131047 } : story.fate;
    }
    if (template.category !== 'MARKETING') return story.fate;
    if (person.stopped.has(number.id) || person.stopped.has('*')) {
      return { kind: 'fail', code: 131050 };
    }
    // Marketing is not delivered to the United States since April 2025.
    return person.number.startsWith('1') ? { kind: 'fail', code: 131049 } : story.fate;
  }

  private async follow(message: Sent, send: Send, fate: Fate): Promise<void> {
    const code = await send.mediaFault();
    const steps = code === 0 ? fate : ({ kind: 'fail', code } as const);
    const { behaviour, chance, clock } = this.platform;
    for (const step of planSteps(steps, behaviour, chance)) {
      clock.after(step.pushMs, () => this.arrive(message, step));
    }
  }

  private async pushEarly(message: Sent, fate: Fate): Promise<void> {
    const { behaviour, chance, courier } = this.platform;
    const steps = planSteps(fate, behaviour, chance);
    const pushed = steps.map((step) => this.pushStep(message, step));
    courier.flushAll();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, earlyLimitMs);
    });
    await Promise.race([Promise.all(pushed), limit]);
    clearTimeout(timer);
  }

  /** The moment of a status has come; what needs the phone may have to wait for it. */
  private arrive(message: Sent, step: Step): void {
    const { person } = message;
    if (!step.needsPhone || person.reachable) return void this.pushStep(message, step);
    if (person.waiting.length >= mostWaiting) person.waiting.shift();
    person.waiting.push({
      untilMs: message.atMs + message.lifeMs,
      deliver: () => void this.push(message, step.word, step.code),
    });
  }

  private pushStep(message: Sent, step: Step): Promise<void> {
    const { platform } = this;
    const { word, code } = step;
    const before = message.statuses.map((it) => it.word);
    const isPriced = word === 'sent' || word === 'delivered';
    const isFirstRead = word === 'read' && !before.includes('delivered');
    const event = {
      message,
      word,
      stampMs: message.atMs + step.stampMs,
      code,
      withPricing: isPriced || isFirstRead,
      otherId: step.isOrphan ? platform.ids.wamid(message.person.waId) : '',
      withUserIds: platform.behaviour.userIds,
    };
    if (!step.isOrphan) message.statuses.push({ word, atMs: event.stampMs, code });
    platform.changed();
    const targets = platform.targets(message.number.account);
    const pushed = targets.map((target) => platform.courier.status(target, event));
    return Promise.all(pushed).then(() => undefined);
  }
}

function lifeOf(template: Template | undefined): number {
  if (template?.ttlSeconds !== undefined) return template.ttlSeconds * 1_000;
  return template?.category === 'AUTHENTICATION' ? authenticationLifeMs : usualLifeMs;
}
