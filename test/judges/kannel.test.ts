import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Operator } from '../../fakes/smsc/operator.ts';
import { plainOptions } from '../../fakes/smsc/options.ts';
import { showMessages, showPdu } from '../../fakes/smsc/show.ts';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import { eventually } from '../support/eventually.ts';
import { startKannel, whyNoKannel, type BindMode, type Kannel } from './kannel.ts';

const reason = whyNoKannel();
if (reason !== undefined) console.warn(`judge skipped: ${reason}`);

const until = (condition: () => boolean, what: string): Promise<boolean> =>
  eventually(what, condition);

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function open(mode: BindMode): Promise<{ kannel: Kannel; operator: Operator }> {
  const login = { systemId: 'kannel', password: 'judge' };
  const operator = new Operator({ ...plainOptions, ...login, port: 0 });
  closers.push(() => operator.close());
  const kannel = await startKannel(await operator.listen(), mode);
  closers.push(() => kannel.stop());
  const binds = mode === 'transceiver' ? 1 : 2;
  await until(() => operator.tally.counts.binds === binds, 'the bind');
  return { kannel, operator };
}

/** 150 characters: parts of 67, 67 and 16. */
const urdu = 'پیغام '.repeat(25).replace(/ $/, '۔');

/** Where Kannel reports what became of its messages. */
async function openSink(): Promise<{ readonly url: string; readonly asked: readonly URL[] }> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://127.0.0.1'));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked };
}

describe.skipIf(reason !== undefined)('Kannel as a client of the simulated operator', () => {
  it.each(['transceiver', 'transmitter_and_receiver'] as const)(
    'bound as %s: texts arrive whole, receipts come back',
    async (mode) => {
      const { kannel, operator } = await open(mode);
      const sink = await openSink();
      const to = {
        from: 'PAIGHAM',
        to: '923001234567',
        'dlr-mask': '31',
        'dlr-url': `${sink.url}?id=%i&type=%d`,
      };
      const plain = { ...to, text: 'Code @4821 £5' };
      expect(await kannel.send({ ...plain, charset: 'UTF-8' })).toContain('Accepted');
      await kannel.send({ ...to, text: urdu, coding: '2', charset: 'UTF-8' });
      await until(() => operator.tally.counts.taken === 4, 'the parts');
      const heard = showMessages(operator.heard.last(10).map(showPdu));
      expect(heard.map(({ text }) => text)).toEqual(['Code @4821 £5', urdu]);
      expect(heard[1]).toMatchObject({ partCount: 3, complete: true });
      const parts = operator.heard.last(3).map(({ message }) => message);
      expect(parts.map(({ dataCoding, esmClass }) => [dataCoding, esmClass & 0x40])).toEqual([
        [8, 0x40],
        [8, 0x40],
        [8, 0x40],
      ]);
      const sizes = parts.map(({ shortMessage }) => shortMessage.length);
      expect(sizes).toEqual([67, 67, 16].map((characters) => 6 + 2 * characters));
      // Of a long message Kannel asks for one receipt.
      await until(() => operator.tally.counts.acknowledged === 2, 'the acknowledgements');
      expect(operator.tally.counts.sent).toBe(2);
      // It tells of each message that it was taken (8) and that it was delivered (1).
      await until(() => sink.asked.length === 4, 'the reports of kannel');
      const typed = (type: string): number =>
        sink.asked.filter(({ searchParams }) => searchParams.get('type') === type).length;
      expect([typed('8'), typed('1')]).toEqual([2, 2]);
      const words = composeInbound({ source: '923001234567', destination: '8584', text: 'STOP' });
      if (words.ok) for (const message of words.parts) operator.deliver('kannel', message);
      await until(() => operator.tally.counts.acknowledged === 3, 'the acknowledgement');
      const status = await kannel.status();
      expect(status).toContain('SMS: received 1 ');
      // Two acceptances and two receipts; each receipt found its message by the id.
      expect(status).toContain('DLR: received 4,');
      expect(status).toContain('DLR: 0 queued');
    },
  );

  it('takes a throttled message again, and comes back after a drop', async () => {
    const { kannel, operator } = await open('transceiver');
    await operator.change({ throttleNext: 1 });
    await kannel.send({ from: 'PAIGHAM', to: '923001234567', text: 'again' });
    await until(() => operator.tally.counts.taken === 1, 'the second try');
    expect(operator.tally.counts.submits).toBe(2);
    for (const link of operator.links.values()) link.drop('test');
    await until(() => operator.tally.counts.binds === 2, 'the second bind');
  });
});
