/**
 * A simulated chat platform: what it knows, what it was asked, and how it should behave. The Graph
 * port and the management port both act on it.
 */

import { seededChance } from '../kit/chance.ts';
import { Accounts } from './accounts.ts';
import { Announcer } from './announcer.ts';
import { Dispatch } from './dispatch.ts';
import { HeardLog } from './heard.ts';
import { Ids } from './ids.ts';
import { Inbound } from './inbound.ts';
import { keep, takeBack } from './keep.ts';
import { plainBehaviour, type Behaviour } from './knobs.ts';
import { MediaShelf } from './media.ts';
import { MessageLog } from './messages.ts';
import type { PlatformOptions } from './options.ts';
import { PhoneApp } from './phone-app.ts';
import { Pacing } from './pacing.ts';
import { People } from './people.ts';
import { Rates } from './rates.ts';
import type { Next, NextTarget } from './stories.ts';
import { Grants } from './signup/grants.ts';
import { Shelf } from './templates/shelf.ts';
import { Timers } from './timers.ts';
import { Courier } from './webhooks/courier.ts';

/** How long to wait for webhooks under way. */
const settleMs = 5_000;
const mostNext = 1_000;

export class ChatPlatform {
  readonly options: PlatformOptions;
  readonly behaviour: Behaviour;
  readonly chance: () => number;
  readonly timers = new Timers();
  readonly ids: Ids;
  readonly accounts = new Accounts();
  readonly people: People;
  readonly media: MediaShelf;
  readonly messages: MessageLog;
  readonly heard: HeardLog;
  readonly courier: Courier;
  readonly shelf: Shelf;
  readonly rates: Rates;
  readonly pacing = new Pacing();
  readonly dispatch: Dispatch;
  readonly inbound: Inbound;
  readonly announcer: Announcer;
  readonly phoneApp: PhoneApp;
  readonly grants = new Grants();
  private readonly next: Next[] = [];

  constructor(options: PlatformOptions) {
    this.options = options;
    this.behaviour = { ...plainBehaviour(), ...options.behaviour };
    this.chance = seededChance(options.seed);
    this.ids = new Ids(this.chance);
    const { timers, ids, behaviour } = this;
    this.people = new People(options.keepPeople, behaviour);
    this.media = new MediaShelf(ids, options.keepMediaOctets);
    this.messages = new MessageLog(options.keepMessages);
    this.heard = new HeardLog(options.keepHeard);
    this.courier = new Courier({ timers, behaviour, most: options.maxWebhooks });
    this.rates = new Rates(behaviour);
    this.dispatch = new Dispatch(this);
    this.announcer = new Announcer(this);
    this.inbound = new Inbound(this);
    this.phoneApp = new PhoneApp(this);
    this.shelf = new Shelf({
      ...{ timers, ids, behaviour },
      onChange: (change) => {
        this.announcer.templateChanged(change);
        this.keep();
      },
    });
    for (const app of options.apps) this.accounts.addApp(app);
    const seeds = options.accounts.map((seed) => [seed, this.accounts.addAccount(seed)] as const);
    for (const token of options.tokens) this.accounts.addToken(token);
    if (options.keepIn !== '' && takeBack(this, options.keepIn)) return;
    for (const [{ templates = [] }, account] of seeds) {
      for (const template of templates) this.shelf.seed(account, template);
    }
  }

  /** Keeps what is to outlive a restart. */
  keep(): void {
    const { keepIn } = this.options;
    if (keepIn !== '') keep(this, keepIn);
  }

  /** Prepares the answer to the next requests. */
  addNext(next: Next): void {
    this.next.push(next);
    if (this.next.length > mostNext) this.next.shift();
  }

  /** The answer prepared for a request, if any; uses it up. */
  takeNext(on: NextTarget, to: readonly string[]): Next | undefined {
    const found = this.next.find((it) => it.on === on && (it.to === '' || to.includes(it.to)));
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.next.splice(this.next.indexOf(found), 1);
    return found;
  }

  /** Sends what was being collected, and resolves when no webhook is under way. */
  settled(): Promise<void> {
    this.courier.flushAll();
    return this.courier.settled(settleMs);
  }

  close(): void {
    this.keep();
    this.timers.close();
    this.courier.close();
  }
}
