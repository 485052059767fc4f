/** What can prevent a start, and what a failed start leaves behind. */
import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Demo } from '../../src/demo/seed-demo.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '@paigham/base/ports.ts';
import { start, type Started } from '../support/started.ts';

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

function newFolder(): string {
  const folder = makeTemporaryDir();
  cleaning.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function begin(folder: string, ...args: string[]): Started {
  const started = start(folder, args);
  cleaning.push(() => started.stop());
  return started;
}

/** Takes a port like another program. */
async function take(port: number): Promise<void> {
  const server: Server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  cleaning.push(() => void server.close());
}

async function takeUdp(port: number): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
  cleaning.push(() => void socket.close());
}

/** Processes whose arguments or files mention the folder. */
function left(folder: string): readonly string[] {
  const readable = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      // It has ended meanwhile.
      if (error instanceof Error && 'code' in error) return '';
      throw error;
    }
  };
  const noted = readdirSync(folder)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => readable(join(folder, name)).trim());
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, words: readable(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }))
    .filter(({ pid, words }) => words.includes(folder) || noted.includes(pid))
    .map(({ words }) => words);
}

type Port = { readonly name: string; readonly port: number };

/** All ports of the programs beside a service. */
function portsOf(folder: string): readonly Port[] {
  const read = (file: string): unknown =>
    existsSync(join(folder, file)) ? JSON.parse(readFileSync(join(folder, file), 'utf8')) : {};
  const found: Port[] = [];
  for (const [name, value] of Object.entries(read('portability.json') as object)) {
    found.push({ name, port: Number(value) });
  }
  for (const it of [...(read('simulators.json') as object[]), read('chat-platform.json')]) {
    const { port, managementPort } = it as { port: number; managementPort: number };
    found.push({ name: 'port', port }, { name: 'managementPort', port: managementPort });
  }
  return found;
}

async function sendOne(folder: string): Promise<string> {
  const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo;
  const send = new URLSearchParams({
    api_key: demo.apiKey,
    sender: demo.senders.shortCode,
    mobile: '923001234567',
    template_id: demo.templates[0]?.id ?? '',
    message: '{"code":"4821"}',
  });
  const answer = await fetch(`${demo.baseUrl}/api/sms.php`, { method: 'POST', body: send });
  const id = (await answer.text()).replace('OK ID:', '');
  return `${demo.baseUrl}/api/delivery.php?api_key=${demo.apiKey}&id=${id}`;
}

const isDelivered = (report: string) =>
  eventually('the message to be delivered', async () => {
    return (await (await fetch(report)).text()) === 'DELIVERED' || undefined;
  });

describe('a start', () => {
  it('on a port that is taken says so, and what to do, and leaves nothing', async () => {
    const folder = newFolder();
    const port = await freePort();
    await take(port);
    const started = begin(join(folder, 'data'), '--port', String(port));
    expect(await started.closed).toBe(1);
    expect(started.output()).toMatch(
      new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken .*--port`),
    );
    expect(started.output()).not.toContain('    at ');
    expect(left(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('next to another installation moves every port, even those it had before', async () => {
    const [first, second] = [newFolder(), newFolder()];
    const begun = begin(first, '--port', '0');
    await begun.ready();
    const before = begin(second, '--port', '0');
    await before.ready();
    const numbers = (folder: string) => portsOf(folder).map(({ port }) => port);
    const old = numbers(second);
    expect(old).toHaveLength(13);
    expect(old.filter((port) => numbers(first).includes(port))).toEqual([]);
    expect(await before.stop()).toBe(0);
    for (const { name, port } of portsOf(second)) {
      await (name === 'dnsPort' ? takeUdp(port) : take(port));
    }
    const again = begin(second, '--port', '0');
    await again.ready();
    expect(numbers(second).filter((port) => old.includes(port))).toEqual([]);
    await isDelivered(await sendOne(second));
    await isDelivered(await sendOne(first));
  });

  it('with a simulator that fails leaves none running, and closes its pipes', async () => {
    const folder = newFolder();
    const settings = { port: 1, managementPort: 2, apps: [{}], tokens: [{}] };
    const accounts = [{ id: 5, numbers: [{}] }];
    writeFileSync(join(folder, 'chat-platform.json'), JSON.stringify({ ...settings, accounts }));
    const started = begin(folder, '--port', '0');
    expect(await started.closed).toBe(1);
    expect(started.output()).toContain('The simulated chat platform did not start: ');
    expect(left(folder)).toEqual([]);
  });

  it('that is stopped as soon as it answers leaves nothing running', async () => {
    const [folder, port] = [newFolder(), await freePort()];
    const started = begin(folder, '--port', String(port));
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually('its first answer', answers);
    expect(await started.stop()).toBe(0);
    expect(left(folder)).toEqual([]);
  });

  it('on the folder of a running service says so, and leaves it alone', async () => {
    const folder = newFolder();
    const first = begin(folder, '--port', '0');
    await first.ready();
    const log = readFileSync(join(folder, 'paigham.log'), 'utf8');
    for (const line of [
      `A new master key was made in ${folder}/master.key: keep a copy elsewhere.`,
      'Setting up the database, or bringing it up to date …',
    ]) {
      expect(first.output().split(line)).toHaveLength(2);
      expect(log.split(line)).toHaveLength(2);
    }
    const second = begin(folder, '--port', '0');
    expect(await second.closed).toBe(1);
    expect(second.output()).toMatch(/^Paigham runs on .* already \(process \d+\): .*--data-dir/);
    await isDelivered(await sendOne(folder));
    expect(await first.stop()).toBe(0);
    expect(left(folder)).toEqual([]);
  });
});
