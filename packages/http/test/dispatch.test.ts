import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { stepClock } from '../../../test/support/step-clock.ts';
import { createAddressList } from '../src/address-list.ts';
import { limitConnections } from '../src/dispatch.ts';

/** Connections that come from an address, whether each is open and whether it is let in. */
function openServer() {
  const server = new EventEmitter();
  const proxies = createAddressList(['10.0.0.0/8']);
  const clock = stepClock();
  const limits = { all: 100, perAddress: 2, proxies, clock };
  const excessOf = limitConnections(server as unknown as Server, limits);
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      isOpen: true,
      isIn: () => socket.isOpen && excessOf(socket as unknown as Socket) === undefined,
      destroy() {
        socket.isOpen = false;
        socket.emit('close');
      },
    });
    server.emit('connection', socket);
    return socket;
  };
  return { connect, clock, excessOf };
}

it.each([
  ['an IPv4 address', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
  ['the /64 of an IPv6 one', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'],
])('connections of %s are counted together', (_, first, same, other) => {
  const { connect } = openServer();
  const opened = [connect(first), connect(same), connect(same)];
  expect(opened.map((it) => it.isIn())).toEqual([true, true, false]);
  expect(connect(other).isIn()).toBe(true);
  for (const it of opened.slice(1)) it.destroy();
  expect(connect(first).isIn()).toBe(true);
});

it('proxies bring the callers of many', () => {
  const { connect } = openServer();
  const all = [1, 2, 3, 4].map(() => connect('10.0.0.1').isOpen);
  expect(all).toEqual([true, true, true, true]);
});

it('a few beyond the bound are told how many they may be, if they ask soon', async () => {
  const { connect, clock, excessOf } = openServer();
  const opened = Array.from({ length: 60 }, () => connect('192.0.2.1'));
  expect(opened.filter(({ isOpen }) => isOpen)).toHaveLength(52);
  const third = opened[2] as unknown as Socket;
  expect(excessOf(third)).toEqual({ kind: 'too_many_connections', most: 2 });
  clock.advance(2_000);
  expect(opened.filter(({ isOpen }) => isOpen)).toHaveLength(2);
});

it('all together are bounded, wherever they come from', () => {
  const { connect } = openServer();
  const opened = Array.from({ length: 101 }, () => connect('10.0.0.1'));
  expect(opened.map(({ isOpen }) => isOpen).lastIndexOf(false)).toBe(100);
  opened[0]?.destroy();
  expect(connect('10.0.0.1').isOpen).toBe(true);
});
