import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { startNameServer } from '../../test/support/name-server.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createLookAtHost } from './look-at-host.ts';

const HOST = 'messages.roshan.example';
const ADDRESS = '203.0.113.7';
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function look(texts: readonly string[]) {
  const names = await startNameServer(
    () => [ADDRESS],
    (name) => (name === `_paigham.${HOST}` ? texts : []),
  );
  closing.push(() => names.close());
  /** The addresses and ports it would have connected to. */
  const wanted: string[] = [];
  const policy = {
    allows: () => true,
    allowsPort(address: string, port: number) {
      wanted.push(`${address} ${port}`);
      return false;
    },
  };
  const fetching = { folder: '/nowhere', policy, clock: wallClock, random: machineRandom };
  return { wanted, ...createLookAtHost(fetching, [names.address]) };
}

it('reads every TXT record of a name', async () => {
  const { texts } = await look(['paigham-verify=a', 'other']);
  expect(await texts(`_paigham.${HOST}`)).toEqual(['paigham-verify=a', 'other']);
  expect(await texts(HOST)).toEqual([]);
});

it('requests the file by https and http, at vetted addresses', async () => {
  const { files, wanted } = await look([]);
  expect(await files(HOST, '/x.txt')).toEqual([]);
  expect(wanted.toSorted()).toEqual([`${ADDRESS} 443`, `${ADDRESS} 80`]);
});

it('distinguishes a refusal by the name server from a name without records', async () => {
  const socket = createSocket('udp4');
  const refuse = 0x8185;
  socket.on('message', (packet, { port, address }) => {
    packet.writeUInt16BE(refuse, 2);
    socket.send(packet, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closing.push(() => socket.close());
  const fetching = {
    ...{ folder: '/nowhere', clock: wallClock, random: machineRandom },
    policy: { allows: () => false, allowsPort: () => false },
  };
  const { texts } = createLookAtHost(fetching, [`127.0.0.1:${socket.address().port}`]);
  expect(await texts(HOST)).toBeUndefined();
});
