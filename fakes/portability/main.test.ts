import { spawn, type ChildProcess } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let program: ChildProcess;
const programs: ChildProcess[] = [];
let http = '';
let management = '';
let dns: Resolver;

async function start(args: readonly string[]): Promise<string> {
  const main = new URL('main.ts', import.meta.url).pathname;
  program = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  programs.push(program);
  for await (const chunk of program.stdout ?? []) return String(chunk);
  return '';
}

beforeEach(async () => {
  const ports = ['--http-port', '0', '--dns-port', '0', '--management-port', '0'];
  const line = await start([...ports, '--port', '923001234567=CMPAK']);
  const [, httpPort, dnsPort, url = ''] =
    /HTTP on (\d+), DNS on (\d+), .* (http\S+)/.exec(line) ?? [];
  http = `http://127.0.0.1:${httpPort}`;
  management = url;
  dns = new Resolver({ timeout: 2_000, tries: 1 });
  dns.setServers([`127.0.0.1:${dnsPort}`]);
});

afterEach(() => {
  for (const started of programs.splice(0)) started.kill('SIGKILL');
});

const json = async (url: string, body?: unknown): Promise<unknown> => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(url, init)).json();
};

describe('the program', () => {
  it('answers from one table on both ports, and ends cleanly on SIGTERM', async () => {
    const ported = { number: '923001234567', operator: 'CMPAK', ported: true };
    const stayed = { number: '923451234567', operator: 'TP', ported: false };
    expect(await json(`${http}/numbers/923001234567`)).toEqual(ported);
    expect(await json(`${http}/numbers`, { numbers: ['923451234567', '923001234567'] })).toEqual({
      numbers: [stayed, ported],
    });
    expect((await fetch(`${http}/numbers/923991234567`)).status).toBe(404);
    const [naptr] = await dns.resolveNaptr('7.6.5.4.3.2.1.0.0.3.2.9.e164.arpa');
    expect(naptr).toMatchObject({
      flags: 'u',
      service: 'E2U+pstn:tel',
      regexp: '!^.*$!tel:+923001234567;npdi;rn=+9202-7!',
    });
    await json(`${management}port`, { 923001234567: '' });
    expect(await json(`${http}/numbers/923001234567`)).toMatchObject({ operator: 'MOBILINK' });
    expect(await json(`${management}stats`)).toMatchObject({
      questions: { http: 4, dns: 1 },
      numbers: 6,
      mostPerSecond: 6,
    });
    program.kill('SIGTERM');
    expect(await once(program, 'exit')).toEqual([0, null]);
  });

  it('behaves as told, and names what it does not know', async () => {
    await json(`${management}behaviour`, { failNext: 1, ratePerSecond: 1, enforceRate: true });
    const status = async (): Promise<number> =>
      (await fetch(`${http}/numbers/923001234567`)).status;
    expect([await status(), await status()]).toEqual([500, 429]);
    expect(await json(`${management}behaviour`, { colour: 'red' })).toEqual({
      error: 'there is no behaviour "colour"',
    });
    expect(await json(`${management}behaviour`, { delayMs: 'long' })).toEqual({
      error: 'delayMs: wait before each answer',
    });
    await expect(dns.resolveNaptr('7.6.5.e164.arpa')).rejects.toMatchObject({ code: 'EREFUSED' });
  });

  it('refuses what it does not know', async () => {
    void start(['--colour', 'red']);
    expect(await once(program, 'exit')).toEqual([2, null]);
  });
});
