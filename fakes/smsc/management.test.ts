import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connect,
  Session,
  submitSm,
  type BindCommand,
  type InboundRequest,
  type Outcome,
} from '@paigham/smpp';
import { encodeGsm7 } from '@paigham/sms-text';
import { listenOperator } from './management.ts';
import { Operator } from './operator.ts';
import { plainOptions } from './options.ts';

let operator: Operator;
let management: Server;
let smppPort: number;
let url: string;

beforeEach(async () => {
  const login = { systemId: 'paigham', password: 'secret' };
  const options = { ...plainOptions, ...login, port: 0, captureOctets: 100_000 };
  operator = new Operator({ ...options, behaviour: { receiptDelayMs: 0 } });
  smppPort = await operator.listen();
  const listening = await listenOperator(operator, 0);
  management = listening.server;
  url = `http://127.0.0.1:${listening.port}`;
});

afterEach(async () => {
  await operator.close();
  management.close();
  management.closeAllConnections();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(condition: () => boolean): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > endMs) throw new Error('it never came');
    await turn();
  }
}

async function get(path: string): Promise<unknown> {
  return (await fetch(url + path)).json();
}

async function post(path: string, body: unknown): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, json: await answer.json() };
}

type Client = {
  readonly session: Session<string>;
  readonly outcomes: Map<string, Outcome>;
  readonly requests: InboundRequest[];
  acknowledging: boolean;
};

async function bind(command: BindCommand = 'bind_transceiver', password = 'secret') {
  const connected = await connect({ host: '127.0.0.1', port: smppPort, timeoutMs: 5_000 });
  if (!connected.ok) throw new Error(connected.words);
  const client: Client = {
    outcomes: new Map(),
    requests: [],
    acknowledging: true,
    session: new Session<string>(
      connected.socket,
      {},
      {
        onOutcome: (name, outcome) => void client.outcomes.set(name, outcome),
        onRequest(request) {
          client.requests.push(request);
          if (!client.acknowledging) return;
          const answer = { command: 'deliver_sm_resp', messageId: '', tlvs: [] } as const;
          client.session.respond(request, answer);
        },
        onClose: () => undefined,
      },
    ),
  };
  const names = { systemId: 'paigham', password, systemType: '', addressRange: '' };
  const numbers = { interfaceVersion: 0x34, addressTon: 0, addressNpi: 0 };
  client.session.request({ command, ...names, ...numbers }, 'bind');
  await until(() => client.outcomes.has('bind'));
  return client;
}

const submit = (text: string) =>
  submitSm({
    source: '8584',
    destination: '923001234567',
    registeredDelivery: 1,
    shortMessage: encodeGsm7(text),
  });

const statusOf = (outcome: Outcome | undefined): number | undefined =>
  outcome?.kind === 'answered' ? outcome.pdu.status : undefined;

describe('what the operator received', () => {
  it('is shown with text, id, answer, receipt and bytes', async () => {
    const client = await bind();
    client.session.request(submit('Code 4821'), 'a');
    await until(() => operator.tally.counts.acknowledged === 1);
    const shown = await get('/messages?last=1');
    const pdu = { text: 'Code 4821', status: 'ESME_ROK (0x00)', receipts: 'DELIVRD' };
    expect(shown).toMatchObject({ pdus: [pdu], messages: [pdu] });
    const answered = client.outcomes.get('a');
    const body = answered?.kind === 'answered' ? answered.pdu.body : undefined;
    const messageId = body?.command === 'submit_sm_resp' ? body.messageId : '';
    expect(shown).toMatchObject({
      pdus: [{ messageId, hex: expect.stringMatching(/^[0-9a-f]+$/) }],
    });
    expect(await get('/stats')).toMatchObject({ submits: 1, taken: 1, sent: 1, acknowledged: 1 });
  });

  it('is found when it came more than once', async () => {
    const client = await bind();
    for (const text of ['once', 'twice', 'twice']) client.session.request(submit(text), text);
    await until(() => operator.tally.counts.submits === 3);
    const copies = await (await fetch(`${url}/copies?taken=2`)).text();
    expect(
      copies
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ destination: '923001234567', part: '', text: 'twice', heard: 2, taken: 2 }]);
  });
});

describe('instructions', () => {
  it.each([
    [{ throttleNext: 1 }, [0x58, 0, 0, 0]],
    [{ throttleEvery: 2 }, [0, 0x58, 0, 0x58]],
    [{ refuseNext: 2, refuseStatus: 0x14 }, [0x14, 0x14, 0, 0]],
    [{ refuseNumbers: [{ pattern: '4567$', status: 0x0b }] }, [0x0b, 0x0b, 0x0b, 0x0b]],
  ])('set the answers: %j', async (behaviour, expected) => {
    const client = await bind();
    expect((await post('/behaviour', behaviour)).status).toBe(200);
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) client.session.request(submit(name), name);
    await until(() => client.outcomes.size === 5);
    expect(names.map((name) => statusOf(client.outcomes.get(name)))).toEqual(expected);
  });

  it('are refused with a sentence when invalid', async () => {
    const refused = await post('/behaviour', { throttleNext: 'many' });
    expect(refused).toMatchObject({ status: 400 });
    expect((await fetch(`${url}/behaviour`, { method: 'POST', body: '{' })).status).toBe(400);
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });

  it('stop and resume accepting on the same port', async () => {
    await post('/behaviour', { accepting: false });
    const refused = await connect({ host: '127.0.0.1', port: smppPort, timeoutMs: 5_000 });
    expect(refused.ok).toBe(false);
    await post('/behaviour', { accepting: true });
    const client = await bind();
    expect(statusOf(client.outcomes.get('bind'))).toBe(0);
  });

  it('deliver what a subscriber writes, long texts in parts', async () => {
    const client = await bind();
    const message = { source: '923001234567', destination: '8584', text: 'پیغام '.repeat(20) };
    const sent = await post('/deliver', message);
    expect(sent.json).toEqual({ systemId: 'paigham', parts: 2 });
    await until(() => client.requests.length === 2);
    const { body } = client.requests[0]?.pdu ?? {};
    const expected = {
      command: 'deliver_sm',
      source: '923001234567',
      dataCoding: 8,
      esmClass: 0x40,
    };
    expect(body).toMatchObject(expected);
    expect((await post('/deliver', { text: 'x' })).status).toBe(400);
  });

  it('show a link’s traffic for text2pcap', async () => {
    await bind();
    const capture = await (await fetch(`${url}/capture?link=1`)).text();
    expect(capture).toMatch(/^I\n000000( [0-9a-f]{2}){16}\n/);
    expect(capture).toMatch(/\nO\n000000 /);
  });
});

describe('binds', () => {
  it('are refused with a wrong password, and nothing is accepted before it', async () => {
    const client = await bind('bind_transceiver', 'wrong');
    expect(statusOf(client.outcomes.get('bind'))).toBe(0x0e);
    client.session.request(submit('a'), 'a');
    await until(() => client.outcomes.has('a'));
    expect(statusOf(client.outcomes.get('a'))).toBe(0x04);
    expect(operator.tally.counts.submits).toBe(0);
  });

  it('divide the work between transmitter and receiver', async () => {
    const transmitter = await bind('bind_transmitter');
    const receiver = await bind('bind_receiver');
    transmitter.session.request(submit('a'), 'a');
    await until(() => receiver.requests.length === 1);
    expect(transmitter.requests).toHaveLength(0);
    receiver.session.request(submit('b'), 'b');
    await until(() => receiver.outcomes.has('b'));
    expect(statusOf(receiver.outcomes.get('b'))).toBe(0x04);
  });

  it('that come back get what was not acknowledged', async () => {
    const first = await bind();
    first.acknowledging = false;
    first.session.request(submit('a'), 'a');
    await until(() => first.requests.length === 1);
    first.session.destroy('test');
    await until(() => operator.links.size === 0);
    expect(operator.waiting()).toBe(1);
    const second = await bind();
    await until(() => second.requests.length === 1);
    await until(() => operator.tally.counts.acknowledged === 1);
    expect(operator.waiting()).toBe(0);
  });

  it('send receipts on another bind when told to', async () => {
    await post('/behaviour', { receiptOnOtherBind: true });
    const [one, other] = [await bind(), await bind()];
    one.session.request(submit('a'), 'a');
    await until(() => other.requests.length === 1);
    expect(one.requests).toHaveLength(0);
  });
});
