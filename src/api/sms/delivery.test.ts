import { describe, expect, it } from 'vitest';
import { NOON_MS } from '../../../test/support/fixtures.ts';
import { openInterface, shown } from '../../../test/support/sms-api.ts';
import { limit } from '../../domain/limits.ts';
import type { MessageState } from '../../domain/message/message.ts';
import type { MessageReport, Report } from '../../domain/message/report.ts';
import { micros } from '../../domain/pricing/money.ts';
import { describeReport } from './delivery.ts';

const DELIVERY = '/api/delivery.php';

describe('/api/delivery.php', () => {
  it.each([
    ['api_key=right&id=7001', '200 SENT'],
    ['api_key=right&id=+7001+&page=1', '200 SENT'],
    ['api_key=right&id=', '400 12 : Error: id is empty'],
    ['api_key=right', '400 12 : Error: id is empty'],
    ['api_key=right&id=x', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=-1', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=7.0', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=9007199254740993', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=7001&page=0', '400 12 : Invalid page: use a number from 1'],
    ['api_key=right&id=7001&page=x', '400 12 : Invalid page: use a number from 1'],
    ['api_key=right&id=7001&page=2', '400 12 : Invalid page: the last one is 1'],
    ['id=7001', '401 2 : Error: api_key is empty'],
  ])('%s: %s', async (query, expected) => {
    const { ask } = openInterface();
    expect(shown(await ask(DELIVERY, { query }))).toBe(expected);
    expect(shown(await ask(DELIVERY, { body: query }))).toBe(expected);
  });

  it('gives the same answer for anything unknown', async () => {
    const { ask } = openInterface({ readReport: () => undefined });
    expect(shown(await ask(DELIVERY, { query: 'api_key=right&id=1' }))).toBe(
      '404 12 : Invalid id: no such message',
    );
  });
});

function message(id: number, changes: Partial<MessageReport> = {}): MessageReport {
  return {
    id,
    recipient: String(923_001_000_000 + id),
    state: 'delivered',
    network: 'Jazz',
    parts: 2,
    priceMicros: micros(9_600_000n),
    level: 'handset',
    acceptedAtMs: NOON_MS,
    sentAtMs: NOON_MS + 1_250,
    doneAtMs: NOON_MS + 3_000,
    reason: undefined,
    isTest: false,
    ...changes,
  };
}

function reportOf(messages: readonly MessageReport[], changes: Partial<Report> = {}): Report {
  const counts = new Map<MessageState, number>();
  for (const { state } of messages) counts.set(state, (counts.get(state) ?? 0) + 1);
  return { id: 77, total: messages.length, counts, messages, page: 1, ...changes };
}

const waiting: Partial<MessageReport> = {
  state: 'waiting',
  level: undefined,
  sentAtMs: undefined,
  doneAtMs: undefined,
};

describe('a report of one message', () => {
  it('is the state alone', () => {
    expect(describeReport(reportOf([message(1)])).plain()).toBe('DELIVERED');
    expect(describeReport(reportOf([message(1, waiting)])).plain()).toBe('PENDING');
  });

  it('has the keys of contract section 7 in order, and strings only', () => {
    const reason = 'Failed: the message did not reach the handset';
    const report = reportOf([message(1, { state: 'failed', reason })]);
    expect(JSON.stringify(describeReport(report).tree())).toBe(
      '{"success":"true","status":"OK","id":"77","delivery":"FAILED","total":"1",' +
        '"counts":{"FAILED":"1"},"results":[{"status":"FAILED","id":"1","messageid":"1",' +
        '"gsm":"923001000001","network":"Jazz","parts":"2","price":"9.60","level":"handset",' +
        '"accepted_at":"2026-11-20T12:00:00.000Z","sent_at":"2026-11-20T12:00:01.250Z",' +
        `"done_at":"2026-11-20T12:00:03.000Z","reason":"${reason}"}]}`,
    );
  });

  it('leaves out what is not known yet', () => {
    const { results } = describeReport(reportOf([message(1, waiting)])).tree();
    expect(Object.keys((results as readonly object[])[0] ?? {})).toEqual(
      'status id messageid gsm network parts price accepted_at'.split(' '),
    );
  });

  it('never mentions delivery unless it happened', () => {
    for (const state of ['waiting', 'sent', 'unknown', 'failed', 'rejected', 'expired'] as const) {
      const written = JSON.stringify(describeReport(reportOf([message(1, { state })])).tree());
      expect(written.toLowerCase()).not.toContain('delivered');
    }
  });
});

describe('a report on many messages', () => {
  it('has a line for each, in order, state first: leading digits would mean a refusal', () => {
    const report = reportOf([message(1), message(2, { state: 'sent' })]);
    expect(describeReport(report).plain()).toBe('DELIVERED 923001000001\nSENT 923001000002');
    expect(describeReport(report).tree()).toMatchObject({
      delivery: 'SENT',
      counts: { DELIVERED: '1', SENT: '1' },
    });
    expect(describeReport(report).tree()).not.toHaveProperty('pages');
  });

  it('says how many more there are, page by page', () => {
    const total = 2 * limit('reportLines') + 5;
    const page = (number: number, count: number): Report =>
      reportOf(
        Array.from({ length: count }, (_, index) => message(index)),
        { total, page: number },
      );
    const last = (report: Report): string | undefined =>
      describeReport(report).plain().split('\n').at(-1);
    expect(last(page(1, 1_000))).toBe('MORE 1005');
    expect(last(page(2, 1_000))).toBe('MORE 5');
    expect(last(page(3, 5))).toBe('DELIVERED 923001000004');
    expect(describeReport(page(2, 1_000)).tree()).toMatchObject({ page: '2', pages: '3' });
  });
});
