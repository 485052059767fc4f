import { describe, expect, it } from 'vitest';
import { showActor } from './actor.ts';
import { showDetail } from './audit.http.ts';

describe('a line of the audit', () => {
  it('writes names, ids, moments and amounts as everything in /v1', () => {
    const detail = {
      ...{ keyId: 17, id: 5, webhook: 3, expiresAtMs: Date.UTC(2026, 10, 22), graceMs: 3_600_000 },
      ...{ costMicros: '4800000', amountMicros: 'x', oldKeys: 2, config: { sendPerSecond: 20 } },
      ...{ ipList: ['192.0.2.1'], sources: [{ userId: 9 }], reason: undefined, text: null },
    };
    expect(showDetail(detail)).toEqual({
      ...{ key_id: '17', id: '5', webhook: '3', expires_at: '2026-11-22T00:00:00.000Z' },
      ...{ grace_ms: 3_600_000, cost: '4.80', amount_micros: 'x', old_keys: 2 },
      ...{ config: { send_per_second: 20 }, ip_list: ['192.0.2.1'], sources: [{ user_id: '9' }] },
      ...{ reason: undefined, text: null },
    });
    expect(showDetail({ expiresAtMs: null })).toEqual({ expires_at: null });
  });

  it.each([
    ['key:17', 'key:17'],
    ['key of account 1001', 'key'],
    ['user:5', 'user:5'],
    ['staff:ayesha@example.com', 'staff'],
    ['line:root', 'staff'],
    ['sync by staff:ayesha@example.com', 'sync by staff'],
    ['somebody', 'unknown'],
  ])('by %s is by %s', (actor, shown) => {
    expect(showActor(actor)).toBe(shown);
  });
});
