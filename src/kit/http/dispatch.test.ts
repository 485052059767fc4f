import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, it } from 'vitest';
import { createAddressList } from './address-list.ts';
import { limitConnections } from './dispatch.ts';

/** Connections that come from an address, and whether each was let in. */
function openServer() {
  const server = new EventEmitter();
  const proxies = createAddressList(['10.0.0.0/8']);
  limitConnections(server as unknown as Server, { all: 100, perAddress: 2, proxies });
  return (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      isOpen: true,
      destroy() {
        socket.isOpen = false;
        socket.emit('close');
      },
    });
    server.emit('connection', socket);
    return socket;
  };
}

it.each([
  ['an IPv4 address', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
  ['the /64 of an IPv6 one', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'],
])('connections of %s are counted together', (_, first, same, other) => {
  const connect = openServer();
  const opened = [connect(first), connect(same), connect(same)];
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([true, true, false]);
  expect(connect(other).isOpen).toBe(true);
  opened[0]?.destroy();
  expect(connect(first).isOpen).toBe(true);
});

it('proxies bring the callers of many', () => {
  const connect = openServer();
  const all = [1, 2, 3, 4].map(() => connect('10.0.0.1').isOpen);
  expect(all).toEqual([true, true, true, true]);
});
