/** A link and the simulated operator at its other end. */

import { encodeGsm7 } from '@paigham/sms-text';
import { Operator } from '../../fakes/smsc/operator.ts';
import { plainOptions, type OperatorOptions } from '../../fakes/smsc/options.ts';
import type { Behaviour } from '../../fakes/smsc/knobs.ts';
import {
  createSmppLink,
  type LinkState,
  type SmppLink,
  type SmppLinkSettings,
} from '../../src/carriers/smpp/smpp.ts';
import type {
  CarrierOutcome,
  CarrierPart,
  Inbound,
  LinkOddity,
} from '../../src/domain/carrier/carrier.ts';
import type { LinkId, MessageId } from '../../src/domain/ids.ts';
import {
  checkLinkConfig,
  type GivenLinkConfig,
} from '../../src/domain/routing/smpp-link-config.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { quietLog } from '../../src/kit/log.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { eventually } from '../support/eventually.ts';

/** Waits until it is so. */
export const until = (condition: () => boolean, what = 'it'): Promise<boolean> =>
  eventually(what, condition);

export type Heard = {
  readonly link: SmppLink;
  readonly operator: Operator;
  readonly outcomes: CarrierOutcome[];
  readonly inbound: Inbound[];
  readonly states: LinkState['kind'][];
  rooms: number;
  /** Codes without a meaning, as they were counted. */
  readonly unknown: number[];
  /** What the operator sent with a fault, as it was counted. */
  readonly odd: LinkOddity['what'][];
  outbinds: number;
  /** Whether receipts are acknowledged at once. */
  acknowledging: boolean;
};

const closers: (() => Promise<void>)[] = [];

/** Ends what the tests opened. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

export type World = {
  readonly behaviour?: Partial<Behaviour>;
  readonly config?: GivenLinkConfig;
  readonly settings?: Partial<SmppLinkSettings>;
  readonly unbound?: boolean;
  readonly clock?: Clock;
  /** The operator accepts no connections. */
  readonly deaf?: boolean;
  readonly operator?: Partial<OperatorOptions>;
};

/** An operator and a link to it, bound unless asked otherwise. */
export async function open(world: World = {}): Promise<Heard> {
  const operator = new Operator({
    ...plainOptions,
    port: 0,
    systemId: 'paigham',
    password: 'secret',
    deliverTimeoutMs: 500,
    ...world.operator,
    behaviour: { receiptDelayMs: 0, ...world.behaviour },
  });
  const port = await operator.listen();
  if (world.deaf === true) await operator.change({ accepting: false });
  const given = { host: '127.0.0.1', port, systemId: 'paigham', ratePerSecond: 10_000 };
  const checked = checkLinkConfig({ ...given, ...world.config });
  if (!checked.ok) throw new Error(`${checked.field} ${checked.rule}`);
  const settings = { linkId: 1 as LinkId, config: checked.config, password: 'secret' };
  const heard = {
    outcomes: new Array<CarrierOutcome>(),
    inbound: new Array<Inbound>(),
    states: new Array<LinkState['kind']>(),
    rooms: 0,
    unknown: new Array<number>(),
    odd: new Array<LinkOddity['what']>(),
    outbinds: 0,
    acknowledging: true,
    operator,
  };
  const link = createSmppLink(
    { ...settings, ...world.settings },
    {
      outcome: (outcome) => void heard.outcomes.push(outcome),
      inbound(inbound) {
        heard.inbound.push(inbound);
        if (heard.acknowledging) inbound.acknowledge();
      },
      odd: ({ what }) => void heard.odd.push(what),
      room: () => void (heard.rooms += 1),
      state: ({ kind }) => void heard.states.push(kind),
    },
    {
      clock: world.clock ?? wallClock,
      random: seededRandom('links'),
      log: quietLog,
      tally: {
        unknownStatus: (status) => void heard.unknown.push(status),
        outbind: () => void (heard.outbinds += 1),
      },
    },
  );
  closers.push(
    () => operator.close(),
    () => link.stop(),
  );
  link.start();
  if (world.unbound !== true) await until(() => link.state().kind === 'bound', 'the bind');
  return Object.assign(heard, { link });
}

export function parts(count: number, fields: Partial<CarrierPart> = {}): readonly CarrierPart[] {
  return Array.from({ length: count }, (_, index) => ({
    key: index + 1,
    messageId: 1 as MessageId,
    attempt: 1,
    source: '8584',
    sourceKind: 'short_code' as const,
    destination: `9230012345${String(index % 100).padStart(2, '0')}`,
    alphabet: 'gsm7' as const,
    body: encodeGsm7(`code ${index}`),
    segment: undefined,
    priority: 0 as const,
    expiresAtMs: 4_000_000_000_000,
    reference: index + 1,
    ...fields,
  }));
}

export const kinds = (outcomes: readonly CarrierOutcome[]): readonly string[] =>
  outcomes.map(({ kind }) => kind);

/** The same word so many times. */
export function times(count: number, word: string): readonly string[] {
  return Array.from({ length: count }, () => word);
}
