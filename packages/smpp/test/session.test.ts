import { afterEach, describe, expect, it } from 'vitest';
import {
  commandStatus,
  encodePdu,
  submitSm,
  type Bind,
  type Body,
  type InboundRequest,
} from '../src/index.ts';
import { answerAll, closeAll, openPair, submit, taken, turn, until } from './session-pair.ts';

afterEach(closeAll);

describe('requests and answers', () => {
  it('binds like any other request', async () => {
    const { client, server } = await openPair();
    const bind: Bind = {
      command: 'bind_transceiver',
      systemId: 'paigham',
      password: 'secret',
      systemType: '',
      interfaceVersion: 0x34,
      addressTon: 0,
      addressNpi: 0,
      addressRange: '',
    };
    client.session.request(bind, 'bind');
    await until(() => server.requests.length === 1);
    const [request] = server.requests;
    expect(request?.pdu).toMatchObject({ sequence: 1, status: 0, body: bind });
    if (request === undefined) return;
    const answer = { command: 'bind_transceiver_resp', systemId: 'smsc', tlvs: [] } as const;
    server.session.respond(request, answer);
    await until(() => client.outcomes.size === 1);
    expect(client.outcomes.get('bind')).toEqual({
      kind: 'answered',
      pdu: { sequence: 1, status: 0, body: answer },
    });
  });

  it('matches answers to requests in whatever order they come', async () => {
    const { client, server } = await openPair();
    for (let index = 0; index < 50; index += 1) client.session.request(submit, `s${index}`);
    await until(() => server.requests.length === 50);
    for (const request of server.requests.toReversed()) {
      server.session.respond(request, taken(`id${request.pdu.sequence}`));
    }
    await until(() => client.outcomes.size === 50);
    for (let index = 0; index < 50; index += 1) {
      const messageId = `id${index + 1}`;
      expect(client.outcomes.get(`s${index}`)).toMatchObject({ pdu: { body: { messageId } } });
    }
  });

  it('accepts exactly the window, and refuses one more', async () => {
    const { client, server } = await openPair({ windowPdus: 3 });
    for (const name of ['a', 'b', 'c']) {
      expect(client.session.request(submit, name)).toBeUndefined();
    }
    expect(client.session.room()).toBe(0);
    expect(client.session.request(submit, 'd')).toEqual({ reason: 'window_full' });
    await until(() => server.requests.length === 3);
    answerAll(server);
    await until(() => client.outcomes.size === 3);
    expect(client.session.room()).toBe(3);
  });

  it('refuses what cannot be encoded, and what is not a request', async () => {
    const { client } = await openPair();
    const long = submitSm({ source: 'A'.repeat(21) });
    expect(client.session.request(long, 'a')).toEqual({
      reason: 'unencodable',
      fault: { reason: 'string_too_long', field: 'address' },
    });
    expect(client.session.request(taken('1'), 'b')).toEqual({ reason: 'not_a_request' });
    expect(client.session.waiting()).toBe(0);
  });

  it('accepts a generic_nack as the answer', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    server.session.respond(server.requests[0] as InboundRequest, { command: 'generic_nack' }, 3);
    await until(() => client.outcomes.size === 1);
    expect(client.outcomes.get('a')).toMatchObject({ kind: 'answered', pdu: { status: 3 } });
  });

  it('does not accept the answer to another command', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    const request = server.requests[0] as InboundRequest;
    server.session.respond(request, { command: 'data_sm_resp', messageId: 'x', tlvs: [] });
    await until(() => client.oddities.length === 1);
    expect(client.oddities[0]?.kind).toBe('unexpected_answer');
    expect(client.outcomes.size).toBe(0);
  });

  it('answers a request once', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    const request = server.requests[0] as InboundRequest;
    expect(server.session.respond(request, taken('1'))).toBe(true);
    expect(server.session.respond(request, taken('2'))).toBe(false);
  });
});

describe('a peer that misbehaves', () => {
  const encode = (body: Body, sequence: number): Buffer => {
    const result = encodePdu(body, sequence);
    if (!result.ok) throw new Error(result.fault.reason);
    return result.bytes;
  };

  it('stops reading at the limit of unanswered requests, and resumes', async () => {
    const { client, server } = await openPair({ windowPdus: 500 }, { maxUnanswered: 10 });
    for (let index = 0; index < 200; index += 1) client.session.request(submit, `s${index}`);
    await until(() => server.requests.length >= 10);
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(server.requests.length).toBe(10);
    let answered = 0;
    await until(() => {
      const from = answered;
      answered = server.requests.length;
      answerAll(server, from);
      expect(server.requests.length - answered).toBeLessThanOrEqual(10);
      return client.outcomes.size === 200;
    });
  });

  it('refuses an unknown command and goes on', async () => {
    const { client, server } = await openPair();
    const strange = encode({ command: 'enquire_link' }, 77);
    strange.writeUInt32BE(0x0fff, 4);
    client.session.notify(strange);
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1 && client.oddities.length === 1);
    const status = commandStatus.ESME_RINVCMDID;
    const nack = { sequence: 77, status, body: { command: 'generic_nack' } };
    expect(client.oddities[0]).toMatchObject({ kind: 'unexpected_answer', pdu: nack });
  });

  it('answers a truncated body with its command’s response', async () => {
    const { client, server } = await openPair();
    const cut = encode(submit, 5).subarray(0, 30);
    cut.writeUInt32BE(30, 0);
    client.session.notify(cut);
    await until(() => client.oddities.length === 1);
    const status = commandStatus.ESME_RINVCMDLEN;
    const refusal = { sequence: 5, status, body: { command: 'submit_sm_resp' } };
    expect(client.oddities[0]).toMatchObject({ pdu: refusal });
    expect(server.closes).toEqual([]);
  });

  it('drops the link at an impossible length', async () => {
    const { client, server } = await openPair();
    client.session.notify(Buffer.from('0000000400000004', 'hex'));
    await until(() => server.closes.length === 1 && client.closes.length === 1);
    expect(server.closes[0]).toMatchObject({
      kind: 'unreadable',
      fault: { reason: 'length_too_small' },
    });
  });

  it('takes an answer with octets too many, and says so', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    const garbled = Buffer.concat([encode(taken('12'), 1), Buffer.from([9, 9])]);
    garbled.writeUInt32BE(garbled.length, 0);
    server.session.notify(garbled);
    await until(() => client.outcomes.size === 1);
    const body = { messageId: '12' };
    expect(client.outcomes.get('a')).toMatchObject({ kind: 'answered', pdu: { status: 0, body } });
    expect(client.oddities).toMatchObject([{ kind: 'damaged', fault: { reason: 'tlv_cut' } }]);
  });

  it('returns an unreadable answer as the outcome', async () => {
    const { client, server } = await openPair();
    const query = { messageId: '7', sourceTon: 0, sourceNpi: 0, source: '8584', tlvs: [] };
    client.session.request({ command: 'query_sm', ...query }, 'a');
    await until(() => server.requests.length === 1);
    server.session.notify(Buffer.from('000000128000000300000000000000013700', 'hex'));
    await until(() => client.outcomes.size === 1);
    expect(client.outcomes.get('a')).toMatchObject({
      kind: 'unreadable',
      fault: { reason: 'body_cut', status: 0 },
    });
  });

  it('takes requests with small faults, and answers them under their own number', async () => {
    const { client, server } = await openPair();
    const odd = Buffer.concat([encode(submit, 5), Buffer.from([0])]);
    odd.writeUInt32BE(odd.length, 0);
    odd.writeUInt32BE(0x8000_0007, 12);
    client.session.notify(odd);
    await until(() => server.requests.length === 1);
    expect(server.oddities).toMatchObject([
      { kind: 'damaged', fault: { reason: 'octets_left_over' } },
    ]);
    answerAll(server);
    await until(() => client.oddities.length === 2);
    expect(client.oddities[1]).toMatchObject({ pdu: { sequence: 0x8000_0007, status: 0 } });
  });

  it('refuses requests with small faults where it is strict', async () => {
    const { client, server } = await openPair({}, { strict: true });
    const odd = Buffer.concat([encode(submit, 5), Buffer.from([0])]);
    odd.writeUInt32BE(odd.length, 0);
    client.session.notify(odd);
    await until(() => client.oddities.length === 1);
    const status = commandStatus.ESME_RINVCMDLEN;
    expect(client.oddities[0]).toMatchObject({ pdu: { sequence: 5, status } });
    expect(server.requests).toEqual([]);
  });
});
