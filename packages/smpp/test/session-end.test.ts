import { afterEach, describe, expect, it } from 'vitest';
import {
  answerAll,
  closeAll,
  HandClock,
  hold,
  openPair,
  openSockets,
  submit,
  turn,
  until,
} from './session-pair.ts';

afterEach(closeAll);

describe('time', () => {
  it('times out no sooner than asked, and delivers the late answer afterwards', async () => {
    const clock = new HandClock();
    const { client, server } = await openPair({ clock, responseTimeoutMs: 1_000 });
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    await clock.advance(999);
    expect(client.outcomes.size).toBe(0);
    await clock.advance(200);
    expect(client.outcomes.get('a')).toEqual({ kind: 'timeout' });
    expect(client.session.room()).toBe(100);
    answerAll(server);
    await until(() => client.late.length === 1);
    expect(client.late[0]).toMatchObject({ context: 'a', pdu: { body: { messageId: 'm0' } } });
  });

  it('remembers late requests up to its limit, dropping the oldest first', async () => {
    const clock = new HandClock();
    const options = { clock, responseTimeoutMs: 100, rememberLate: 2, enquireLinkMs: 0 };
    const { client, server } = await openPair(options);
    for (const name of ['a', 'b', 'c']) client.session.request(submit, name);
    await until(() => server.requests.length === 3);
    await clock.advance(500);
    answerAll(server);
    await until(() => client.late.length + client.oddities.length === 3);
    expect(client.late.map(({ context }) => context)).toEqual(['b', 'c']);
  });

  it('probes a silent peer, and goes on if it answers', async () => {
    const clock = new HandClock();
    const { client } = await openPair({ clock, enquireLinkMs: 1_000, responseTimeoutMs: 1_000 });
    for (let second = 0; second < 10; second += 1) {
      await clock.advance(1_000);
      await turn();
    }
    expect(client.closes).toEqual([]);
  });

  it('closes when the peer does not answer enquire_link', async () => {
    const clock = new HandClock();
    const { client: socket } = await openSockets();
    const client = hold(socket, { clock, enquireLinkMs: 1_000, responseTimeoutMs: 1_000 });
    await clock.advance(3_000);
    expect(client.closes).toEqual([{ kind: 'enquire_link_unanswered' }]);
  });
});

describe('the end', () => {
  it('distinguishes what was never written from what may have arrived', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'written');
    await until(() => server.requests.length === 1);
    client.session.request(submit, 'waiting');
    client.session.destroy('test');
    expect(client.outcomes.get('written')).toMatchObject({ kind: 'closed', written: true });
    expect(client.outcomes.get('waiting')).toMatchObject({ kind: 'closed', written: false });
    expect(client.closes).toEqual([{ kind: 'closed_by_us', words: 'test' }]);
    expect(client.session.request(submit, 'after')).toEqual({ reason: 'closed' });
    await until(() => server.closes.length === 1);
    expect(server.closes).toEqual([{ kind: 'peer_ended' }]);
  });

  it('unbinds once the answers have come', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    client.session.unbind(60_000);
    expect(client.session.request(submit, 'b')).toEqual({ reason: 'closed' });
    answerAll(server);
    await until(() => client.closes.length === 1 && server.closes.length === 1);
    expect(client.outcomes.get('a')?.kind).toBe('answered');
    expect(client.closes).toEqual([{ kind: 'unbound_by_us' }]);
    expect(server.closes).toEqual([{ kind: 'unbound_by_peer' }]);
  });

  it('unbinds without the answers if they do not come in time', async () => {
    const clock = new HandClock();
    const { client, server } = await openPair({ clock });
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    client.session.unbind(2_000);
    await clock.advance(3_500);
    await until(() => client.closes.length === 1);
    expect(client.outcomes.get('a')).toMatchObject({ kind: 'closed', written: true });
    expect(client.closes).toEqual([{ kind: 'unbound_by_us' }]);
  });
});
