/** tshark, which we did not write, decodes what the whole service says to operators. */
import { describe, expect, it } from 'vitest';
import { commandIds } from '@paigham/smpp';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { untilOver } from '../support/verify.ts';
import { askTshark, whyNoTshark, type SeenFrame } from './tshark.ts';

const reason = whyNoTshark();
if (reason !== undefined) console.warn(`judge skipped: ${reason}`);

const urdu = 'محترم صارف، آپ کا آرڈر روانہ کر دیا گیا ہے۔ شکریہ! 🎉 ';

/** Texts in every alphabet and length, under every kind of sender. */
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

const countOf = (frames: readonly SeenFrame[], commandId: number): number =>
  frames.flatMap(({ pdus }) => pdus).filter((pdu) => pdu.commandId === commandId).length;

describe.skipIf(reason !== undefined)('tshark', () => {
  it('decodes everything between the service and an operator without a complaint', async () => {
    const story = await beginStory({ operator: { captureOctets: 4_000_000 } });
    const { jazz } = story.paigham.operators;
    await eventually('the link', () => jazz.links.size === 1);
    const capture = [...jazz.links.values()][0]?.capture;
    await jazz.change({
      throttleEvery: 17,
      receiptJitterMs: 100,
      receiptTwicePercent: 20,
      receiptContradictoryPercent: 20,
    });
    const messages = await sendAll(story);
    await untilOver(story.paigham);
    await story.paigham.node.stop();
    const frames = askTshark(capture?.print() ?? '');
    expect(frames.flatMap(({ complaints }) => complaints)).toEqual([]);
    const { submits, acknowledged } = jazz.tally.counts;
    expect(submits).toBeGreaterThan(messages);
    expect(countOf(frames, commandIds.submit_sm)).toBe(submits);
    expect(countOf(frames, commandIds.deliver_sm_resp)).toBe(acknowledged);
    expect(countOf(frames, commandIds.bind_transceiver)).toBe(1);
    expect(countOf(frames, commandIds.unbind)).toBe(1);
  });
});
