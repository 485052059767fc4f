/**
 * Every receipt in the corpus of packages/smpp, sent over the wire (case 7 of the faults): each is
 * acknowledged and kept as what it is, and the link goes on.
 */
import { deliverSm, tlvTags, type Message, type Tlv, type TlvName } from '@paigham/smpp';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

type Stored = {
  readonly name: string;
  readonly text?: string;
  readonly hex?: string;
  readonly dataCoding?: number;
  readonly tlvs?: Readonly<Partial<Record<TlvName, string>>>;
  readonly receipt?: { readonly state: string };
};

const folder = new URL('../../packages/smpp/test/vectors/', import.meta.url);
const readCorpus = (file: string): readonly Stored[] =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly Stored[];

function toMessage({ text = '', hex, dataCoding = 0, tlvs = {} }: Stored): Message {
  return deliverSm({
    source: mobileOf(0, 1),
    destination: '8584',
    esmClass: 0x04,
    dataCoding,
    shortMessage: hex === undefined ? Buffer.from(text, 'latin1') : Buffer.from(hex, 'hex'),
    tlvs: Object.entries(tlvs).map(([name, value]): Tlv => ({
      tag: tlvTags[name as TlvName],
      value: Buffer.from(value, 'hex'),
    })),
  });
}

let story: Story;

beforeAll(async () => {
  story = await beginStory();
});

/** Delivers receipts one after another; returns the kinds they were kept as, and the refusals. */
async function deliverAll(corpus: readonly Stored[]) {
  const { jazz } = story.paigham.operators;
  const { counts } = jazz.tally;
  for (const stored of corpus) {
    const before = counts.acknowledged;
    jazz.deliver('paigham', toMessage(stored));
    await eventually(`the answer to ${stored.name}`, () => counts.acknowledged === before + 1);
  }
  type Row = { readonly kind: string; readonly octets: number };
  const rows = await asker(story.paigham.db)<Row>(
    'select kind, length(raw) as octets from receipts order by id desc limit $1',
    [corpus.length],
  );
  expect(rows.every(({ octets }) => octets > 16)).toBe(true);
  return { kinds: rows.map(({ kind }) => kind).toReversed(), refused: counts.refused };
}

/** The kind a receipt is kept as if nobody knows its id. */
function kindOf({ receipt }: Stored): string {
  if (receipt === undefined || receipt.state === 'unrecognised') return 'unreadable';
  return receipt.state === 'enroute' || receipt.state === 'accepted' ? 'intermediate' : 'early';
}

describe('the zoo of receipts', () => {
  it.each(['receipts-valid.json', 'receipts-invalid.json'])(
    '%s is acknowledged to the last, and kept as what it is',
    async (file) => {
      const corpus = readCorpus(file);
      const { kinds, refused } = await deliverAll(corpus);
      const named = corpus.map(({ name }, index) => `${name}: ${kinds[index]}`);
      expect(named).toEqual(corpus.map((stored) => `${stored.name}: ${kindOf(stored)}`));
      expect(refused).toBe(0);
    },
  );

  it('leaves a link on which messages are sent and reported on', async () => {
    const id = await story.send('After the zoo', mobileOf(0, 1));
    await story.until(id, 'DELIVERED');
    expect(story.paigham.operators.jazz.tally.counts.binds).toBe(1);
    expect(await story.breaches()).toEqual([]);
  });
});
