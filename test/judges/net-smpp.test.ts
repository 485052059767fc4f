/** Net::SMPP, which we did not write, is the operator: what it reads is what was to be sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { findBreaches, type HeardCopies } from '../support/invariants.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker, untilOver } from '../support/verify.ts';
import { startNetSmpp, whyNoNetSmpp, type NetSmpp, type Told } from './net-smpp.ts';

const reason = whyNoNetSmpp();
if (reason !== undefined) console.warn(`judge skipped: ${reason}`);

let story: Story;
let judge: NetSmpp;

const urdu = 'محترم صارف، آپ کا آرڈر روانہ کر دیا گیا ہے۔ ';

const shortCode = { source_addr: '8584', source_addr_ton: 3, source_addr_npi: 0, priority_flag: 1 };
const brand = { source_addr: 'Chaman', source_addr_ton: 5, source_addr_npi: 0, priority_flag: 0 };

type Expected = {
  readonly text: string;
  readonly sender: '8584' | 'Chaman';
  readonly parts: number;
  readonly dataCoding: 0 | 8;
};

const texts: readonly (Expected & { readonly name: string })[] = [
  { name: 'a GSM text', text: 'Code @4821 £5 {€}', sender: '8584', parts: 1, dataCoding: 0 },
  { name: 'a long GSM text', text: 'aé[€]'.repeat(60), sender: '8584', parts: 4, dataCoding: 0 },
  { name: 'an Urdu text', text: urdu, sender: 'Chaman', parts: 1, dataCoding: 8 },
  {
    name: 'an Urdu text of 150 characters',
    text: urdu.repeat(4).slice(0, 149) + '۔',
    sender: 'Chaman',
    parts: 3,
    dataCoding: 8,
  },
];

describe.skipIf(reason !== undefined)('Net::SMPP as the operator of a link', () => {
  beforeAll(async () => {
    judge = await startNetSmpp();
    story = await beginStory();
    const config = { port: judge.port, enquireIntervalMs: 1_000 };
    must(await setLink(story.paigham.world.admin, { name: 'jazz', config }));
    await judge.until('bind_transceiver');
  });

  afterAll(() => judge?.stop());

  it('reads the bind, asks whether we are there, and is asked', async () => {
    const [bind] = await judge.until('bind_transceiver');
    const login = { system_id: 'paigham', password: 'demo', interface_version: 0x34 };
    expect(bind).toMatchObject(login);
    expect(await judge.until('enquire_link_resp')).toMatchObject([{ status: 0 }]);
    await judge.until('enquire_link');
  });

  it.each(texts)('reads $name of $sender, and its receipts end it', async (expected) => {
    const { text, sender, parts, dataCoding } = expected;
    const mobile = mobileOf(
      0,
      texts.findIndex((it) => it.text === text),
    );
    const type = dataCoding === 8 ? { type: 'unicode' as const } : {};
    const id = await story.send(text, mobile, { sender, ...type });
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]?.parts).toBe(String(parts));
    const heard = judge.told.filter((it) => it['destination_addr'] === mobile);
    expectParts(heard, expected);
    expect(heard.map((pdu) => pdu['text']).join('')).toBe(text);
  });

  it('has every receipt acknowledged', async () => {
    const submits = await judge.until('submit_sm');
    const acknowledged = await judge.until('deliver_sm_resp', submits.length);
    expect(new Set(acknowledged.map(({ status }) => status))).toEqual(new Set([0]));
  });

  it('says goodbye, and is bound to again', async () => {
    judge.unbind();
    await judge.until('unbind_resp');
    await judge.until('bind_transceiver', 2);
    const id = await story.send('Again', mobileOf(0, 50));
    await story.until(id, 'DELIVERED');
  });

  it('leaves the book in order', async () => {
    const { paigham, okIds } = story;
    await untilOver(paigham);
    const acknowledged = (await judge.until('deliver_sm_resp')).length;
    const copies = (await judge.until('submit_sm')).map(copyOf);
    const evidence = { ask: asker(paigham.db), okIds, copies, acknowledged, isOver: true };
    expect(await findBreaches(evidence)).toEqual([]);
  });

  it('is told goodbye when the service stops', async () => {
    await story.paigham.node.stop();
    await judge.until('unbind');
    expect(judge.told.filter(({ event }) => event === 'generic_nack')).toEqual([]);
  });
});

/** Every part as the operator must find it. */
function expectParts(heard: readonly Told[], { sender, parts, dataCoding }: Expected): void {
  expect(heard).toHaveLength(parts);
  for (const [index, pdu] of heard.entries()) {
    expect(pdu).toMatchObject({
      ...(sender === '8584' ? shortCode : brand),
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      esm_class: parts === 1 ? 0 : 0x40,
      registered_delivery: 1,
      data_coding: dataCoding,
      udh: parts === 1 ? '' : headerOf(heard, { parts, part: index + 1 }),
    });
    expect(Number(pdu['octets'])).toBeLessThanOrEqual(dataCoding === 0 ? 160 : 140);
  }
}

/** The concatenation header with the reference that the first part has (3GPP TS 23.040). */
function headerOf(heard: readonly Told[], of: { readonly parts: number; readonly part: number }) {
  const hex = (value: number): string => value.toString(16).padStart(2, '0');
  return `050003${String(heard[0]?.['udh']).slice(6, 8)}${hex(of.parts)}${hex(of.part)}`;
}

/** What was heard, for the invariants; every part of the story is another one. */
function copyOf(pdu: Told): HeardCopies {
  const [count, number] = Buffer.from(String(pdu['udh']), 'hex').subarray(4);
  const part = count === undefined ? '' : `${number}/${count}`;
  const [destination, text] = [String(pdu['destination_addr']), String(pdu['text'])];
  return { destination, part, text, heard: 1, taken: 1 };
}
