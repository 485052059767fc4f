/** The PHP client by Debian's PHP, over curl and over streams. */
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatConfig, openChatShop, startShopPlatform } from '../support/chat-shop.ts';
import { startPaigham } from '../support/paigham.ts';

const RUN = join(import.meta.dirname, '../../packages/client-php/test/run.php');
const SECRET = Buffer.from('a secret of the receiver').toString('base64');
const NOW = 1_795_000_000;
const BODY =
  '{"type":"message.delivered","timestamp":"2026-11-20T09:00:00.000Z","data":{"id":"1"}}';

const isThere =
  spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']).status === 0;
if (!isThere) console.warn('the PHP client is not tested: PHP with curl is not installed');

/** Says once that it is busy, and answers then. */
const busy = createServer((request, response) => {
  request.resume();
  const isFirst = (asked += 1) % 2 === 1;
  response.writeHead(isFirst ? 503 : 200, isFirst ? { 'Retry-After': '2' } : {});
  response.end(
    isFirst
      ? '{"success":"false","results":[{"status":"12","error":"Error: too many"}]}'
      : '{"success":"true","balance":"7.00"}',
  );
});
let asked = 0;
afterAll(() => void busy.close());

type Sent = { readonly id: string };

type Told = {
  readonly runs: readonly Record<string, Record<string, unknown> & { readonly done: unknown }>[];
  readonly webhooks: Record<string, Record<string, unknown>>;
};

describe.skipIf(!isThere)('the PHP client', () => {
  let told: Told;
  beforeAll(async () => {
    const platform = await startShopPlatform();
    const paigham = await startPaigham({ config: chatConfig(platform) });
    const { roshan } = paigham.world;
    const chat = await openChatShop(paigham, platform, roshan);
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as AddressInfo;
    const hmac = createHmac('sha256', Buffer.from(SECRET, 'base64'));
    const signature = hmac.update(`msg_1.${NOW}.${BODY}`).digest('base64');
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW),
      'webhook-signature': `v1,AAAA v1,${signature}`,
    };
    const webhook = { body: BODY, headers, secret: `whsec_${SECRET}`, now: NOW };
    const { stdout } = await promisify(execFile)('php', [
      ...['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', RUN],
      ...[paigham.baseUrl, roshan.apiKey, chat.template('order_ready')],
      ...[`http://127.0.0.1:${port}`, JSON.stringify(webhook)],
    ]);
    told = JSON.parse(stdout) as Told;
  });

  it.each([
    [0, 'curl'],
    [1, 'streams'],
  ])('sends once for each key, and tells what was refused (%s: %s)', (place) => {
    const run = told.runs[place] ?? {};
    const ok = { status: 'OK', gsm: '923111234567' };
    expect(run['sent']?.done).toMatchObject({
      ...{ success: 'true', totalgsm: '2' },
      results: [{ status: 'OK', gsm: '923001234567' }, ok],
    });
    expect(run['again']?.done).toMatchObject({ id: (run['sent']?.done as Sent | undefined)?.id });
    expect(run['dry']?.done).toMatchObject({ status: 'DRY RUN' });
    const never = { mayPass: false };
    expect(run['refused']).toMatchObject({ code: '7', status: 400, ...never });
    expect(run['wrong']).toMatchObject({ code: '1', status: 401, ...never });
    expect(run['unknown']).toMatchObject({ reason: 'message_unknown', status: 404, ...never });
    expect(run['chat']?.done).toMatchObject({ results: [{ status: 'OK' }, { status: '7' }] });
    expect(run['many']?.done).toMatchObject({ recipients: 2, refused: [] });
    const many = [run['chats'], run['upload'], run['chat upload']];
    expect(many).toMatchObject([1, 2, 3].map((recipients) => ({ done: { recipients } })));
    expect(run['file']?.done).toMatch(/^\ufeffid,kind,batch_id,/);
    expect(run['away once']).toMatchObject({ status: 0 });
    expect(run['balance']?.done).toMatch(/^\d+\.\d\d$/);
    expect(run['batches']?.done).toHaveLength(3 * (place + 1));
  });

  it('waits as it is told, and says when nobody answers', () => {
    for (const { busy: later, away, pauses } of told.runs) {
      expect(later).toEqual({ done: '7.00' });
      expect(away).toMatchObject({ status: 0, mayPass: true });
      expect(away?.['failed']).toMatch(/^no answer: /);
      const waited = pauses as unknown as number[];
      expect(waited[0]).toBe(2_000);
      expect(waited).toHaveLength(4);
      expect(waited[3]).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('verifies webhooks', () => {
    const { right, server, ...wrong } = told.webhooks;
    expect(right?.['done']).toMatchObject({ id: 'msg_1', type: 'message.delivered' });
    expect(server).toEqual(right);
    for (const { failed } of Object.values(wrong)) expect(failed).toContain('webhook');
  });
});
