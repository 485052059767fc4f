/** One idempotency key, many requests at once, on two nodes: one message. */
import { beforeAll, describe, expect, it } from 'vitest';
import { send, type SmsAnswer } from '../support/caller.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let shop: Shop;
let nodes: readonly Node[];
const okIds = new Set<number>();

beforeAll(async () => {
  paigham = await startPaigham();
  await watch(paigham);
  shop = await openShop(paigham.world, { rupees: '10000' });
  nodes = [paigham.node, await paigham.startNode()];
});

/** The same request `times` times at once, to the nodes in turn. */
async function repeat(times: number, key: string, text = `For ${key}`) {
  const parameters = shop.write(text, mobileOf(0, 1), { idempotency_key: key });
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) =>
      send(nodes[index % nodes.length]?.baseUrl ?? '', parameters),
    ),
  );
  for (const { id } of answers) if (id !== undefined) okIds.add(id);
  return answers;
}

const idsOf = (answers: readonly SmsAnswer[]): ReadonlySet<number> =>
  new Set(answers.flatMap(({ id }) => id ?? []));

describe('the same idempotency key', () => {
  it('makes one message of twenty requests at once on two nodes', async () => {
    for (let round = 0; round < 25; round += 1) {
      const answers = await repeat(20, `key-${round}`);
      expect(idsOf(answers).size).toBe(1);
      const others = answers.filter(({ id }) => id === undefined);
      expect(others.filter(({ httpStatus }) => httpStatus !== 409)).toEqual([]);
      expect(answers.filter(({ id, replayed }) => id !== undefined && !replayed)).toHaveLength(1);
    }
    await untilOver(paigham);
    expect(await breachesOf(paigham, [...okIds])).toEqual([]);
  });

  it('is answered with the first answer, by either node', async () => {
    const [first] = await repeat(1, 'again');
    const later = [...(await repeat(2, 'again')), ...(await repeat(2, 'again'))];
    expect(later.map(({ id, replayed }) => [id, replayed])).toEqual(
      later.map(() => [first?.id, true]),
    );
  });

  it('with a different text is refused, whoever comes first', async () => {
    const [one, other] = await Promise.all([
      repeat(1, 'contested', 'One text'),
      repeat(2, 'contested', 'Another text'),
    ]);
    const answers = [...one, ...other];
    const ids = idsOf(answers);
    expect(ids.size).toBe(1);
    expect(answers.filter(({ id, httpStatus }) => id === undefined && httpStatus !== 409)).toEqual(
      [],
    );
    const [late] = await repeat(1, 'contested', 'A third text');
    expect(late).toMatchObject({ httpStatus: 409, code: '12' });
  });

  it('of two accounts is two keys', async () => {
    const other = await openShop(paigham.world, { rupees: '100' });
    const [mine] = await repeat(1, 'shared word');
    const parameters = other.write('Mine', mobileOf(1, 1), { idempotency_key: 'shared word' });
    const theirs = await send(paigham.baseUrl, parameters);
    expect(theirs.id).toBeGreaterThan(0);
    expect(theirs.id).not.toBe(mine?.id);
    expect(theirs.replayed).toBe(false);
  });

  it('that fills a cap by being repeated is never told that too much was sent', async () => {
    const capped = await openShop(paigham.world, { rupees: '1000', capped: true });
    for (let round = 0; round < 10; round += 1) {
      const to = mobileOf(0, 100 + round);
      const parameters = capped.write('Once', to, { idempotency_key: `capped-${round}` });
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => send(paigham.baseUrl, parameters)),
      );
      expect(idsOf(answers).size).toBe(1);
      const others = answers.filter(({ id }) => id === undefined);
      expect(others.filter(({ httpStatus }) => httpStatus !== 409)).toEqual([]);
    }
  });

  it('is free again after a refusal', async () => {
    const poor = await openShop(paigham.world, { rupees: '1' });
    const parameters = poor.write('Too dear', mobileOf(0, 2), { idempotency_key: 'refused' });
    expect(await send(paigham.baseUrl, parameters)).toMatchObject({ code: '8' });
    const shorter = poor.write('Cheaper', mobileOf(0, 2), { idempotency_key: 'refused' });
    expect(await send(paigham.baseUrl, shorter)).toMatchObject({ code: '8' });
  });
});
