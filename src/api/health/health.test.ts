import { describe, expect, it } from 'vitest';
import { makeHttpRequest, type RequestParts } from '../../../test/support/http-request.ts';
import { createMetrics } from '../../kit/metrics.ts';
import { createHealth, type HealthDeps } from './health.ts';

async function ask(path: string, deps: Partial<HealthDeps> = {}, parts: RequestParts = {}) {
  const metrics = createMetrics();
  metrics.counter({ name: 'answers_total', help: 'Answers', labels: ['status'] })(['200'], 3);
  metrics.gauge({ name: 'waiting_messages', help: 'Waiting' }, () => 7);
  metrics.timer({ name: 'accept_seconds', help: 'Accepting' })(1_500);
  const isReady = () => Promise.resolve(true);
  metrics.gauges({ name: 'link_state', help: 'Links', labels: ['link', 'state'] }, () => [
    { labels: ['jazz', 'down'], value: 1 },
  ]);
  const { routes } = createHealth({
    metrics,
    metricsToken: undefined,
    production: false,
    isReady,
    describeLinks: () => ['link jazz: down since 2026-11-20T12:00:00Z: no answer'],
    ...deps,
  });
  const route = routes.find((it) => it.path === path);
  const headers = { host: 'localhost:8080', ...parts.headers };
  return route?.handle(makeHttpRequest({ ...parts, headers }));
}

describe('health', () => {
  it('is alive, whatever else is not', async () => {
    const isReady = () => Promise.reject(new Error('no database'));
    expect(await ask('/healthz', { isReady })).toMatchObject({ status: 200, body: 'alive\n' });
  });

  it.each([
    ['ready', () => Promise.resolve(true), 200],
    ['stopping', () => Promise.resolve(false), 503],
    ['without a database', () => Promise.reject(new Error('gone')), 503],
  ])('says whether to send traffic: %s', async (_, isReady, status) => {
    expect(await ask('/readyz', { isReady })).toMatchObject({ status });
  });

  it.each([
    ['127.0.0.1', 'ready\nlink jazz: down since 2026-11-20T12:00:00Z: no answer\n'],
    ['198.51.100.1', 'ready\n'],
  ])('shows the state of links to those who may read the metrics: %s', async (from, body) => {
    expect(await ask('/readyz', {}, { from })).toMatchObject({ status: 200, body });
  });
});

describe('metrics', () => {
  it('are for this machine by its own name, not for pages whose name leads here', async () => {
    const parts = { from: '127.0.0.1', headers: { host: 'rebound.example:8080' } };
    expect(await ask('/metrics', {}, parts)).toMatchObject({ status: 403 });
    expect(await ask('/readyz', {}, parts)).toMatchObject({ status: 200, body: 'ready\n' });
  });

  it('show counters, gauges, durations and process metrics', async () => {
    const answer = await ask('/metrics', {}, { from: '127.0.0.1' });
    expect(answer).toMatchObject({
      status: 200,
      contentType: expect.stringContaining('text/plain'),
    });
    for (const line of [
      'answers_total{status="200"} 3',
      'waiting_messages 7',
      'link_state{link="jazz",state="down"} 1',
      'accept_seconds_bucket{le="1"} 0',
      'accept_seconds_bucket{le="2.5"} 1',
      'accept_seconds_sum 1.5',
    ]) {
      expect(answer?.body).toContain(line);
    }
    expect(answer?.body).toContain('nodejs_heap_size_used_bytes');
  });

  it.each([
    ['127.0.0.1', undefined, '', 200],
    ['::1', undefined, '', 200],
    ['198.51.100.1', undefined, '', 403],
    ['198.51.100.1', 'a-long-enough-token', 'Bearer a-long-enough-token', 200],
    ['198.51.100.1', 'a-long-enough-token', 'Bearer another-long-token!', 403],
    ['198.51.100.1', 'a-long-enough-token', '', 403],
    ['127.0.0.1', 'a-long-enough-token', '', 403],
  ])('from %s, token %s, header %j: %s', async (from, metricsToken, authorization, status) => {
    const parts = { from, headers: { authorization } };
    expect(await ask('/metrics', { metricsToken }, parts)).toMatchObject({ status });
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
    'are not for clients behind a proxy on this machine: %s',
    async (name) => {
      const parts = { from: '127.0.0.1', headers: { [name]: '203.0.113.9' } };
      expect(await ask('/metrics', {}, parts)).toMatchObject({ status: 403 });
      expect(await ask('/readyz', {}, parts)).toMatchObject({ status: 200, body: 'ready\n' });
    },
  );

  it('need a token in production, whoever asks', async () => {
    const parts = { from: '127.0.0.1' };
    expect(await ask('/metrics', { production: true }, parts)).toMatchObject({
      status: 403,
      body: expect.stringContaining('METRICS_TOKEN'),
    });
    expect(await ask('/readyz', { production: true }, parts)).toMatchObject({ body: 'ready\n' });
    const token = { production: true, metricsToken: 'a-long-enough-token' };
    const bearer = { headers: { authorization: 'Bearer a-long-enough-token' } };
    expect(await ask('/metrics', token, bearer)).toMatchObject({ status: 200 });
  });
});
