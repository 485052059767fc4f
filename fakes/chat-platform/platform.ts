/**
 * One simulated chat platform: what it knows, what it was asked, and what it is to do. The Graph
 * port and the management port both act on it.
 */

import { Accounts, type BusinessAccount } from './accounts.ts';
import { Announcer } from './announcer.ts';
import { seededChance } from '../kit/chance.ts';
import { VirtualClock } from './clock.ts';
import { Dispatch } from './dispatch.ts';
import { HeardLog } from './heard.ts';
import { Ids } from './ids.ts';
import { isRecord } from './json.ts';
import { Inbound } from './inbound.ts';
import { plainBehaviour, type Behaviour } from './knobs.ts';
import { MediaShelf } from './media.ts';
import { MessageLog } from './messages.ts';
import type { PlatformOptions, TemplateSeed } from './options.ts';
import { People } from './people.ts';
import { Rates } from './rates.ts';
import { sampleFor } from './samples.ts';
import type { Next, Target as NextTarget } from './stories.ts';
import { Shelf } from './templates/shelf.ts';
import { componentOf, headerFormatOf } from './templates/template.ts';
import { Courier, targetsOf, type Target } from './webhooks/courier.ts';
import type { World } from './world.ts';

/** Real time that is waited for webhooks when the clock is moved. */
const settleMs = 5_000;
const mostNext = 1_000;

export class ChatPlatform implements World {
  readonly options: PlatformOptions;
  readonly behaviour: Behaviour;
  readonly chance: () => number;
  readonly clock = new VirtualClock();
  readonly ids: Ids;
  readonly accounts = new Accounts();
  readonly people: People;
  readonly media: MediaShelf;
  readonly messages: MessageLog;
  readonly heard: HeardLog;
  readonly courier: Courier;
  readonly shelf: Shelf;
  readonly rates: Rates;
  readonly dispatch: Dispatch;
  readonly inbound: Inbound;
  readonly announcer: Announcer;
  readonly next: Next[] = [];
  /** Called after anything that people look at has changed. */
  readonly watchers = new Set<() => void>();

  constructor(options: PlatformOptions) {
    this.options = options;
    this.behaviour = { ...plainBehaviour(), ...options.behaviour };
    this.chance = seededChance(options.seed);
    this.ids = new Ids(this.chance);
    const { clock, ids, behaviour } = this;
    this.people = new People(options.keepPeople, behaviour);
    this.media = new MediaShelf({ clock, ids, behaviour, mostOctets: options.keepMediaOctets });
    this.messages = new MessageLog(options.keepMessages);
    this.heard = new HeardLog(options.keepHeard);
    this.courier = new Courier({
      clock,
      behaviour,
      keep: options.keepWebhooks,
      most: options.maxWebhooks,
    });
    this.rates = new Rates(behaviour);
    this.dispatch = new Dispatch(this);
    this.announcer = new Announcer(this);
    this.inbound = new Inbound(this, this.announcer);
    this.shelf = new Shelf({
      clock,
      ids,
      behaviour,
      onChange: (change) => this.announcer.templateChanged(change),
      onCategory: (template, previous) => this.announcer.categoryChanged(template, previous),
    });
    this.plant();
  }

  /** Where webhooks of a business account go. */
  targets(account: BusinessAccount): readonly Target[] {
    return targetsOf(account, this.accounts.apps);
  }

  /** Tells what looks on that something has changed. */
  changed(): void {
    for (const watch of this.watchers) watch();
  }

  /** Puts something before the next requests. */
  addNext(next: Next): void {
    this.next.push(next);
    if (this.next.length > mostNext) this.next.shift();
  }

  /** What the request meets, if it was told so; uses it up. */
  takeNext(on: NextTarget, to: readonly string[]): Next | undefined {
    const found = this.next.find(
      (it) => (it.on === on || it.on === 'any') && (it.to === '' || to.includes(it.to)),
    );
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.next.splice(this.next.indexOf(found), 1);
    return found;
  }

  /** Moves the clock; what falls due on the way is done, and its webhooks are waited for. */
  async moveTo(targetMs: number): Promise<void> {
    await this.clock.moveTo(targetMs, () => this.courier.settled(settleMs));
    await this.settled();
  }

  /** Sends what waits to be put together, and resolves when no webhook is under way. */
  settled(): Promise<void> {
    this.courier.flushAll();
    return this.courier.settled(settleMs);
  }

  /** Forgets everything but the seeds; the clock runs with real time again. */
  reset(): void {
    this.clock.clear();
    this.clock.setTo(Date.now());
    this.clock.resume();
    this.heard.clear();
    this.messages.clear();
    this.people.clear();
    this.media.clear();
    this.courier.clear();
    this.shelf.clear();
    this.rates.clear();
    this.dispatch.clear();
    this.next.length = 0;
    Object.assign(this.behaviour, plainBehaviour(), this.options.behaviour);
    this.accounts.clear();
    this.plant();
    this.changed();
  }

  close(): void {
    this.clock.close();
    this.courier.close();
    this.watchers.clear();
  }

  /** Puts a template there as it is; a media header without a sample is given one. */
  plantTemplate(account: BusinessAccount, seed: TemplateSeed): void {
    const given = seed.components.filter(isRecord);
    const header = componentOf(given, 'HEADER');
    const sample = header?.['example'] === undefined ? sampleFor(headerFormatOf(given)) : undefined;
    if (header === undefined || sample === undefined) {
      this.shelf.seed(account, seed);
      return;
    }
    const example = { header_handle: [this.media.keepSample(sample)] };
    const components = given.map((it) => (it === header ? { ...header, example } : it));
    this.shelf.seed(account, { ...seed, components });
  }

  private plant(): void {
    const { apps, accounts, tokens } = this.options;
    for (const app of apps) this.accounts.addApp(app);
    for (const seed of accounts) {
      const account = this.accounts.addAccount(seed);
      for (const template of seed.templates ?? []) this.plantTemplate(account, template);
    }
    for (const token of tokens) this.accounts.addToken(token);
  }
}
