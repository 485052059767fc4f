import { describe, expect, it } from 'vitest';
import {
  commandIds,
  connect,
  encodePdu,
  Session,
  submitSm,
  type Body,
  type Outcome,
} from '@paigham/smpp';
import { concatenationHeader, splitText } from '@paigham/sms-text';
import { Capture } from '../../fakes/smsc/capture.ts';
import { Operator } from '../../fakes/smsc/operator.ts';
import { plainOptions } from '../../fakes/smsc/options.ts';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import { readValidPdus } from '../../packages/smpp/test/vector-pdus.ts';
import { eventually } from '../support/eventually.ts';
import { askTshark, whyNoTshark } from './tshark.ts';

const reason = whyNoTshark();
if (reason !== undefined) console.warn(`judge skipped: ${reason}`);

describe.skipIf(reason !== undefined)('tshark', () => {
  it('decodes every kind of PDU we write, and reads the same in it', () => {
    const vectors = readValidPdus();
    const capture = new Capture(1_000_000);
    for (const { body, sequence, status } of vectors) {
      const encoded = encodePdu(body, sequence, status);
      if (encoded.ok) capture.tap('in', encoded.bytes);
    }
    const frames = askTshark(capture.print());
    expect(frames).toHaveLength(vectors.length);
    for (const [index, { name, body, sequence, status }] of vectors.entries()) {
      const frame = frames[index];
      const commandId = commandIds[body.command];
      // tshark shows the status of responses only.
      const shownStatus = commandId >= 0x8000_0000 ? status : undefined;
      const pdus = [{ commandId, status: shownStatus, sequence }];
      expect({ name, ...frame }).toMatchObject({ name, complaints: [], pdus });
      compareFields(body, frame?.fields ?? {});
    }
  });

  it('decodes the traffic of a link, both directions, without a complaint', async () => {
    const capture = await recordTraffic();
    const frames = askTshark(capture);
    expect(frames.flatMap(({ complaints }) => complaints)).toEqual([]);
    const count = (id: number): number =>
      frames.flatMap(({ pdus }) => pdus).filter(({ commandId }) => commandId === id).length;
    expect(count(commandIds.submit_sm)).toBe(45);
    expect(count(commandIds.submit_sm_resp)).toBe(45);
    // One submit was throttled; a subscriber wrote two parts.
    expect(count(commandIds.deliver_sm)).toBe(46);
    expect(count(commandIds.deliver_sm_resp)).toBe(46);
    expect(count(commandIds.unbind)).toBe(1);
    expect(count(commandIds.unbind_resp)).toBe(1);
  });
});

function compareFields(body: Body, fields: Readonly<Record<string, readonly string[]>>): void {
  if (body.command !== 'submit_sm' && body.command !== 'deliver_sm') return;
  expect(fields['smpp.source_addr']?.[0] ?? '').toBe(body.source);
  expect(fields['smpp.destination_addr']?.[0]).toBe(body.destination);
  expect(Number(fields['smpp.data_coding']?.[0])).toBe(body.dataCoding);
}

/** Binds, sends 45 parts, takes receipts and a long message of a subscriber, unbinds. */
async function recordTraffic(): Promise<string> {
  const operator = new Operator({ ...plainOptions, port: 0, captureOctets: 1_000_000 });
  const port = await operator.listen();
  await operator.change({ throttleNext: 1, receiptDelayMs: 0 });
  const connected = await connect({ host: '127.0.0.1', port, timeoutMs: 5_000 });
  if (!connected.ok) throw new Error(connected.words);
  const outcomes: Outcome[] = [];
  let inbound = 0;
  let closed = false;
  const session = new Session<undefined>(
    connected.socket,
    {},
    {
      onOutcome: (_context, outcome) => void outcomes.push(outcome),
      onRequest(request) {
        inbound += 1;
        session.respond(request, { command: 'deliver_sm_resp', messageId: '', tlvs: [] });
      },
      onClose: () => void (closed = true),
    },
  );
  const bind = { systemId: 'paigham', password: 'secret', systemType: '', addressRange: '' };
  const numbers = { interfaceVersion: 0x34, addressTon: 0, addressNpi: 0 };
  session.request({ command: 'bind_transceiver', ...bind, ...numbers }, undefined);
  await eventually('the PDUs', () => outcomes.length === 1);
  const capture = operator.links.get(1)?.capture;
  for (const body of submits()) session.request(body, undefined);
  await eventually('the PDUs', () => outcomes.length === 46 && inbound === 44);
  const words = composeInbound({
    source: '923001234567',
    destination: '8584',
    text: 'a'.repeat(200),
  });
  if (words.ok) for (const message of words.parts) operator.deliver('paigham', message);
  await eventually('the PDUs', () => inbound === 46);
  session.unbind();
  await eventually('the PDUs', () => closed && operator.links.size === 0);
  await operator.close();
  return capture?.print() ?? '';
}

function submits(): readonly Body[] {
  const to = { sourceTon: 5, source: 'PAIGHAM', destinationTon: 1, destinationNpi: 1 };
  const texts = [
    ['gsm7', 'Your code is 4821 {€}'],
    ['ucs2', 'آپ کا کوڈ 4821 ہے'],
    ['gsm7', 'a'.repeat(400)],
    ['ucs2', 'پیغام '.repeat(26)],
  ] as const;
  return Array.from({ length: 23 }, (_, index) => index).flatMap((index) => {
    const [alphabet, text] = texts[index % 4] ?? texts[0];
    const bodies = splitText(text, alphabet, 8);
    const dataCoding = alphabet === 'gsm7' ? 0 : 8;
    const fields = { ...to, destination: `92300123450${index % 10}`, dataCoding };
    return bodies.map((octets, at) => {
      const part = { referenceBits: 8, reference: index, partCount: bodies.length } as const;
      if (bodies.length === 1) {
        return submitSm({ ...fields, registeredDelivery: 1, shortMessage: octets });
      }
      const header = concatenationHeader({ ...part, partNumber: at + 1 });
      const shortMessage = Buffer.concat([header, octets]);
      return submitSm({ ...fields, esmClass: 0x40, registeredDelivery: 1, shortMessage });
    });
  });
}
