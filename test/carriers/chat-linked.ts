/** A sending number and the simulated chat platform at its other end. */
import type { Behaviour } from '../../fakes/chat-platform/knobs.ts';
import { startChatPlatform, type RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { TemplateSeed } from '../../fakes/chat-platform/options.ts';
import { readNext } from '../../fakes/chat-platform/stories.ts';
import { createSharedBackoff, type SharedBackoff } from '../../src/carriers/whatsapp/backoff.ts';
import type { MediaShelf, Upload } from '../../src/carriers/whatsapp/uploads.ts';
import { createWhatsAppLink, type NumberConfig } from '../../src/carriers/whatsapp/whatsapp.ts';
import type {
  CarrierLink,
  CarrierOutcome,
  CarrierPart,
  CarrierState,
} from '../../src/domain/carrier/carrier.ts';
import type { ChatContent, TemplateContent } from '../../src/domain/chat/content.ts';
import type { ChatBusinessId, ChatMediaId, LinkId, MessageId } from '../../src/domain/ids.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { quietLog } from '../../src/kit/log.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { eventually } from '../support/eventually.ts';

export const NUMBER_ID = '300000000000001';
export const BUSINESS_ID = '200000000000001';
const APP_ID = '100000000000001';
export const CREDENTIAL = 'simulated-token';

const TEMPLATES: readonly TemplateSeed[] = [
  {
    name: 'order_ready',
    language: 'en',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Dear {{1}}, order {{2}} is ready for you.' }],
  },
  {
    name: 'catalogue',
    language: 'en',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'What is new this week.' },
    ],
  },
];

export type ChatHeard = {
  readonly link: CarrierLink;
  readonly running: RunningPlatform;
  readonly outcomes: CarrierOutcome[];
  readonly states: CarrierState[];
  rooms: number;
  /** Codes without a meaning, as they were counted. */
  readonly unknown: number[];
  /** When attempts were written, by the link's own clock. */
  readonly writtenAtMs: number[];
  readonly shelf: MediaShelf & { readonly uploads: Map<ChatMediaId, Upload> };
};

const closers: (() => Promise<void>)[] = [];

/** Ends what the tests opened. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}

export type ChatWorld = {
  readonly behaviour?: Partial<Behaviour>;
  readonly config?: Partial<NumberConfig>;
  readonly credential?: string;
  readonly clock?: Clock;
  readonly backoff?: SharedBackoff;
  /** One that runs already, and ends with its own world. */
  readonly running?: RunningPlatform;
  /** Where the platform is not. */
  readonly origin?: string;
  /** Not waited for. */
  readonly unbound?: boolean;
  readonly files?: ReadonlyMap<ChatMediaId, Uint8Array>;
};

/** A platform and a link to it, open unless asked otherwise. */
export async function openChat(world: ChatWorld = {}): Promise<ChatHeard> {
  const running = world.running ?? (await startPlatform(world.behaviour));
  const clock = world.clock ?? wallClock;
  const heard = {
    running,
    outcomes: new Array<CarrierOutcome>(),
    states: new Array<CarrierState>(),
    rooms: 0,
    unknown: new Array<number>(),
    writtenAtMs: new Array<number>(),
    shelf: shelfOf(world.files ?? new Map()),
  };
  const link = createWhatsAppLink(
    {
      linkId: 1 as LinkId,
      businessId: 1 as ChatBusinessId,
      config: {
        phoneNumberId: NUMBER_ID,
        ratePerSecond: 1_000,
        pairMs: 0,
        windowSubmits: 100,
        answerTimeoutMs: 10_000,
        messagingAccount: '',
        ...world.config,
      },
      credential: world.credential ?? CREDENTIAL,
    },
    {
      outcome: (outcome) => void heard.outcomes.push(outcome),
      inbound: () => {
        throw new Error('nothing comes in on this link');
      },
      room: () => void (heard.rooms += 1),
      state: (state) => void heard.states.push(state),
    },
    {
      clock,
      random: seededRandom('numbers'),
      log: quietLog,
      platform: { origin: world.origin ?? running.url, version: 'v25.0' },
      shelf: heard.shelf,
      backoff: world.backoff ?? createSharedBackoff(),
      nameOf({ messageId, attempt }) {
        heard.writtenAtMs.push(clock.monotonicMs());
        return `${messageId}.${attempt}`;
      },
      tally: { unknownCode: (code) => void heard.unknown.push(code) },
    },
  );
  closers.push(() => link.stop());
  link.start();
  if (world.unbound !== true) await untilState(heard, 'bound');
  return Object.assign(heard, { link });
}

/** A platform of the test's own; it ends after the links to it. */
export async function startPlatform(behaviour: Partial<Behaviour> = {}): Promise<RunningPlatform> {
  const running = await startChatPlatform({
    port: 0,
    managementPort: 0,
    accounts: [
      {
        id: BUSINESS_ID,
        numbers: [{ id: NUMBER_ID, displayNumber: '+92 300 0000001', throughput: 10_000 }],
        templates: TEMPLATES,
      },
    ],
    apps: [{ id: APP_ID, secret: 'simulated-app-secret' }],
    tokens: [{ token: CREDENTIAL, appId: APP_ID }],
    behaviour: { windowFaults: false, pairEveryMs: 0, ...behaviour },
  });
  closers.push(() => running.close());
  return running;
}

/** Files in memory, and uploads as they are kept between messages. */
function shelfOf(files: ReadonlyMap<ChatMediaId, Uint8Array>): ChatHeard['shelf'] {
  const uploads = new Map<ChatMediaId, Upload>();
  return {
    uploads,
    findUpload: (mediaId) => Promise.resolve(uploads.get(mediaId)),
    keepUpload: (mediaId, upload) => Promise.resolve(void uploads.set(mediaId, upload)),
    forgetUpload(mediaId, uploadId) {
      if (uploads.get(mediaId)?.uploadId === uploadId) uploads.delete(mediaId);
      return Promise.resolve();
    },
    open(mediaId) {
      const content = files.get(mediaId);
      if (content === undefined) return Promise.resolve(undefined);
      const read = async function* (): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(content.subarray(0, 10));
        yield content.subarray(10);
      };
      const file = { mime: 'image/png', fileName: 'file.png', bytes: content.length, read };
      return Promise.resolve(file);
    },
  };
}

export const until = (condition: () => boolean, what = 'it'): Promise<boolean> =>
  eventually(what, condition);

export const untilState = (
  { states }: Pick<ChatHeard, 'states'>,
  kind: CarrierState['kind'],
): Promise<boolean> => until(() => states.at(-1)?.kind === kind, `the link to be ${kind}`);

export const order: TemplateContent = {
  kind: 'template',
  name: 'order_ready',
  language: 'en',
  header: undefined,
  body: [{ text: 'Ali' }, { text: '991' }],
  buttons: [],
};

export type ChatPartFields = Partial<CarrierPart> & { readonly content?: ChatContent };

/** Parts to as many users, whose numbers have no magic. */
export function chatParts(count: number, fields: ChatPartFields = {}): readonly CarrierPart[] {
  const { content = order, ...other } = fields;
  return Array.from({ length: count }, (_, index) => ({
    key: index + 1,
    messageId: (1_000 + index) as MessageId,
    attempt: 1,
    source: NUMBER_ID,
    sourceKind: 'short_code' as const,
    destination: `92300${String(1_000_000 + index)}`,
    alphabet: 'chat' as const,
    body: Buffer.from(JSON.stringify(content)),
    segment: undefined,
    priority: 0 as const,
    expiresAtMs: 4_000_000_000_000,
    reference: index + 1,
    ...other,
  }));
}

/** Tells the platform what the next requests meet. */
export function meet({ running }: Pick<ChatHeard, 'running'>, told: object): void {
  const read = readNext(told);
  if (!read.ok) throw new Error(read.words);
  running.platform.addNext(read.next);
}

/** Posts of messages that the platform heard. */
export function heardMessages({ running }: Pick<ChatHeard, 'running'>): readonly unknown[] {
  return heardOn(running, '/messages');
}

/** Bodies of requests to paths that end so. */
export function heardOn({ platform }: RunningPlatform, end: string): readonly unknown[] {
  const heard = platform.heard.last(1_000);
  return heard.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
}

/** How often the platform took a message under each name of an attempt. */
export function takenNames({ running }: Pick<ChatHeard, 'running'>): readonly string[] {
  return running.platform.messages
    .all()
    .flatMap((message) => (message.direction === 'out' ? [message.callbackData] : []));
}
