import { expect, it } from 'vitest';
import { LEASE, LINKS, makeTransaction } from '../../test/support/fixtures.ts';
import type { CarrierOutcome, Inbound } from '../domain/carrier/carrier.ts';
import { limit } from '../domain/limits.ts';
import type { Carried, Usual } from '../domain/routing/link-trouble.ts';
import { stepClock } from '../../test/support/step-clock.ts';
import { quietLog } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { createCountTraffic } from './count-traffic.ts';

type Written = { readonly rows: readonly ({ readonly traffic: Carried } & Usual)[] };

function counting() {
  const clock = stepClock();
  const { transaction, asked } = makeTransaction();
  const db = { transact: (work: (tx: typeof transaction) => unknown) => work(transaction) };
  const lease = { current: () => LEASE };
  const traffic = createCountTraffic({
    ...{ clock, lease, log: quietLog },
    db: db as unknown as Pick<Database, 'transact'>,
  });
  traffic.start();
  const end = () => {
    clock.advance(limit('trafficPeriodMs'));
    return asked.map(({ given }) => (given as Written).rows[0]).at(-1);
  };
  const fail = (status: number): void => {
    const refused = {
      key: 1,
      kind: 'refused',
      reason: 'operator_queue_full',
      late: false,
    } as const;
    traffic.note(LINKS.jazz, { ...refused, status });
  };
  return { traffic, end, fail, asked };
}

const taken: CarrierOutcome = { key: 1, kind: 'taken', operatorKey: 'a', late: false };

it('writes what operators took, refused by code, and reported, and what is usual', () => {
  const { traffic, end, fail } = counting();
  traffic.note(LINKS.jazz, taken);
  for (const status of [0x14, 0x14, 0x58]) fail(status);
  traffic.note(LINKS.jazz, { key: 1, kind: 'ambiguous' });
  const receipt = { linkId: LINKS.jazz, kind: 'receipt', operatorKey: 'a' };
  for (const state of ['delivered', 'failed', undefined]) {
    traffic.noteInbound(LINKS.jazz, { ...receipt, state } as unknown as Inbound);
  }
  traffic.noteInbound(LINKS.jazz, { linkId: LINKS.jazz, kind: 'unreadable' } as unknown as Inbound);
  const counts = { taken: [1], failed: [4], reported: [2], delivered: [1], unreadable: [1] };
  const codes = { '0x14': [2], '0x58': [1], 'no answer': [1] };
  const first = end();
  expect(first?.traffic).toEqual({ ...counts, codes });
  expect(first).toMatchObject({ taken: 1, reported: 2, delivered: 1 });
  fail(0x14);
  const second = end();
  expect(second?.traffic).toMatchObject({
    taken: [1, 0],
    codes: { '0x14': [2, 1], '0x58': [1, 0] },
  });
  expect(second).toMatchObject({ taken: 0, reported: 0, delivered: 0 });
});

it('writes nothing when nothing was heard', () => {
  const { end, asked } = counting();
  end();
  expect(asked).toEqual([]);
});

it('keeps few codes, however many an operator answers', () => {
  const { end, fail } = counting();
  for (let status = 1; status <= 100; status += 1) fail(status);
  const codes = Object.keys(end()?.traffic.codes ?? {});
  expect(codes.length).toBeLessThan(12);
  expect(codes).toContain('other codes');
  for (let status = 101; status <= 200; status += 1) fail(status);
  expect(Object.keys(end()?.traffic.codes ?? {}).length).toBeLessThan(12);
});
