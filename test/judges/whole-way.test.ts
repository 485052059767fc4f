/** tshark, which we did not write, decodes what the whole service says to operators. */
import { afterEach, describe, expect, it } from 'vitest';
import { commandIds, type Command } from '@paigham/smpp';
import type { Behaviour } from '../../fakes/smsc/knobs.ts';
import type { Operator } from '../../fakes/smsc/operator.ts';
import type { ServerLink } from '../../fakes/smsc/server-link.ts';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import type { GivenLinkConfig } from '../../src/domain/routing/smpp-link-config.ts';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { untilOver } from '../support/verify.ts';
import { askTshark, whyNoTshark, type SeenFrame } from './tshark.ts';

const reason = whyNoTshark();
if (reason !== undefined) console.warn(`judge skipped: ${reason}`);

/** One way in which a link may be set up and its operator may behave. */
type Way = {
  readonly name: string;
  readonly link?: GivenLinkConfig;
  readonly behaviour?: Partial<Behaviour>;
  /** The commands by which the connections of the link are bound. */
  readonly binds?: readonly Command[];
  /** Whether the operator is asked what became of messages. */
  readonly asks?: boolean;
};

/** A link that can speak in a new way gets a line here. */
const ways: readonly Way[] = [
  { name: 'long texts with headers, receipts with TLVs' },
  {
    name: 'receipts without TLVs, ids in hex',
    behaviour: { receiptTlvs: false, answerIdForm: 'hex', receiptIdForm: 'hex' },
  },
  { name: 'receipts in TLVs alone', behaviour: { receiptText: false } },
  { name: 'long texts with sar TLVs', link: { longTexts: 'sar' } },
  { name: 'long texts as payload', link: { longTexts: 'payload', receiptsPer: 'message' } },
  {
    name: 'Latin-1, SMPP 5.0 and the validity of messages',
    link: { defaultAlphabet: 'latin1_as_3', interfaceVersion: '5.0', validity: 'absolute' },
    behaviour: { congestionState: 50 },
  },
  {
    name: 'two transceivers',
    link: { binds: 2 },
    binds: ['bind_transceiver', 'bind_transceiver'],
  },
  {
    name: 'a transmitter and a receiver',
    link: { bind: 'pair' },
    binds: ['bind_receiver', 'bind_transmitter'],
  },
  {
    name: 'lost answers that are asked for',
    link: {
      answerTimeoutMs: 500,
      ambiguous: 'reconcile',
      reconcileWithinMs: 1_000,
      querySm: 'by_reference',
    },
    behaviour: { ignoreNext: 3, queryAnswer: 'by_reference', receiptDelayMs: 4_000 },
    asks: true,
  },
];

const urdu = 'محترم صارف، آپ کا آرڈر روانہ کر دیا گیا ہے۔ شکریہ! 🎉 ';

/** Texts in every alphabet and length, under every kind of sender; some are refused. */
async function sendAll(story: Story): Promise<number> {
  let sent = 0;
  const texts = ['Your code is 4821.', 'Rs. [€ 12] {~}', 'a'.repeat(460), urdu, urdu.repeat(5)];
  for (const sender of ['8584', 'Chaman', 'InfoSMS']) {
    for (const text of texts) {
      sent += 1;
      await story.send(text, mobileOf(0, sent), { sender, type: 'unicode' });
    }
  }
  const batch = Array.from({ length: 50 }, (_, index) => mobileOf(0, 1_000 + index)).join(',');
  const { paigham, shop } = story;
  story.okIds.push((await send(paigham.baseUrl, shop.write('To fifty', batch))).id ?? 0);
  return sent + 50;
}

/** What a subscriber writes: a short text, and one of several parts. */
function reply(operator: Operator): void {
  const address = { source: '923001234567', destination: '8584' };
  for (const text of ['STOP', urdu.repeat(3)]) {
    const inbound = composeInbound({ ...address, text });
    if (inbound.ok) for (const message of inbound.parts) operator.deliver('paigham', message);
  }
}

/** All that was said on the connections that are up now, until the service has stopped. */
async function recordAll(story: Story, way: Way): Promise<readonly SeenFrame[]> {
  const { jazz } = story.paigham.operators;
  const { binds = ['bind_transceiver'] } = way;
  const bound = await eventually('the binds', () => {
    const links = [...jazz.links.values()].filter(({ systemId }) => systemId !== '');
    return links.length === binds.length && links;
  });
  const messages = await sendAll(story);
  reply(jazz);
  await untilOver(story.paigham);
  await eventually('the replies', () => jazz.waiting() === 0);
  await eventually('enquire_link', () => bound.some(hasEnquired));
  await story.paigham.node.stop();
  expect(jazz.tally.counts.submits).toBeGreaterThan(messages);
  return bound.flatMap(({ capture }) => askTshark(capture?.print() ?? ''));
}

function hasEnquired({ capture }: ServerLink): boolean {
  const head = `00 00 00 10 00 00 00 ${commandIds.enquire_link.toString(16)}`;
  return capture?.print().includes(head) === true;
}

const countOf = (frames: readonly SeenFrame[], command: Command): number =>
  frames.flatMap(({ pdus }) => pdus).filter(({ commandId }) => commandId === commandIds[command])
    .length;

describe.skipIf(reason !== undefined)('tshark', () => {
  let story: Story;
  afterEach(() => story.paigham.stop());

  it.each(ways)(
    'decodes everything between the service and an operator without a complaint: $name',
    async (way) => {
      story = await beginStory({
        operator: { captureOctets: 4_000_000 },
        link: { enquireIntervalMs: 1_000, ...way.link },
        behaviour: {
          throttleEvery: 17,
          refuseNumbers: [{ pattern: '003$', status: 0x0b }],
          receiptJitterMs: 100,
          receiptTwicePercent: 20,
          receiptContradictoryPercent: 20,
          ...way.behaviour,
        },
      });
      const frames = await recordAll(story, way);
      expect(frames.flatMap(({ complaints }) => complaints)).toEqual([]);
      const { submits, acknowledged } = story.paigham.operators.jazz.tally.counts;
      expect(countOf(frames, 'submit_sm')).toBe(submits);
      expect(countOf(frames, 'deliver_sm_resp')).toBe(acknowledged);
      expect(countOf(frames, 'query_sm') > 0).toBe(way.asks === true);
      const binds = way.binds ?? ['bind_transceiver'];
      for (const bind of binds) {
        expect(countOf(frames, bind)).toBe(binds.filter((it) => it === bind).length);
      }
      expect(countOf(frames, 'unbind')).toBe(binds.length);
      expect(countOf(frames, 'enquire_link_resp')).toBeGreaterThan(0);
    },
  );
});
