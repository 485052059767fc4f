/** Links that go down, fail or are throttled: what takes another link, and what comes back. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import {
  pointOperator,
  unpointOperator,
} from '../../src/features/operators/operators.operations.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { removeRoute } from '../../src/features/routes/routes.operations.ts';
import { setTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { parseRupees, ZERO } from '../../src/domain/pricing/money.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { Operator } from '../../fakes/smsc/operator.ts';
import { addRoute, goAway, standingOf, untilLinkIs } from '../support/health.ts';
import { messagesOf } from '../support/heard.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let sent = 0;

beforeAll(async () => {
  story = await beginStory({ link: { answerTimeoutMs: 1_000, ambiguousAfterMs: 300 } });
  await addRoute(story.paigham, 'Jazz', 'zong');
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
  await untilLinkIs(story.paigham, 'jazz', 'up');
});

type Sent = { readonly id: number; readonly mobile: string };

/** Sends to new numbers, Jazz by default. */
async function send(count: number, operator: 0 | 1 | 2 | 3 = 0): Promise<readonly Sent[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      sent += 1;
      const mobile = mobileOf(operator, sent);
      return { id: await story.send(`Message ${sent}`, mobile), mobile };
    }),
  );
}

const hasHeard = (operator: Operator, { mobile }: Sent): boolean =>
  messagesOf(operator).some(({ destination }) => destination === mobile);

async function untilDelivered(all: readonly Sent[]): Promise<void> {
  for (const { id } of all) await story.until(id, 'DELIVERED');
}

/** How many of these each of the two operators received. */
const shares = (all: readonly Sent[]): readonly [number, number] => {
  const { jazz, zong } = story.paigham.operators;
  const heardBy = (operator: Operator) => all.filter((it) => hasHeard(operator, it)).length;
  return [heardBy(jazz), heardBy(zong)];
};

/** The store knows that Jazz is up before the node does: until a message uses it. */
async function untilUsed(): Promise<void> {
  await untilLinkIs(story.paigham, 'jazz', 'up');
  await eventually('a message by Jazz', async () => {
    const one = await send(1);
    await untilDelivered(one);
    return shares(one)[0] === 1;
  });
}

describe('a link that goes down', () => {
  it('has waiting and new messages carried by the next one, until it is back', async () => {
    const { jazz } = story.paigham.operators;
    await goAway(jazz);
    const waiting = await send(20);
    const words = await untilLinkIs(story.paigham, 'jazz', 'down');
    expect(words).toContain('ECONNREFUSED');
    const fresh = await send(5);
    await untilDelivered([...waiting, ...fresh]);
    expect(shares([...waiting, ...fresh])).toEqual([0, 25]);
    await jazz.change({ accepting: true });
    await untilUsed();
    const back = await send(5);
    await untilDelivered(back);
    expect(shares(back)).toEqual([5, 0]);
  });

  it('may be one whose password this node cannot open, and its messages use the next', async () => {
    const change = (secret: string): Promise<unknown> =>
      withConnection(story.paigham.address, (client) =>
        client.query(
          `with raised as (update settings_version set version = version + 1)
           update links set secret_sealed = decode($1, 'hex') where name = 'jazz'`,
          [secret],
        ),
      );
    const [kept] = await asker(story.paigham.db)<{ readonly secret: string }>(
      `select encode(secret_sealed, 'hex') as secret from links where name = 'jazz'`,
    );
    await change('00');
    const words = await untilLinkIs(story.paigham, 'jazz', 'needs_attention');
    expect(words).toContain('master key');
    const others = await send(3);
    await untilDelivered(others);
    expect(shares(others)).toEqual([0, 3]);
    await change(kept?.secret ?? '');
    await untilLinkIs(story.paigham, 'jazz', 'up');
  });

  it('keeps what must be explained before it may be sent again', async () => {
    const { jazz } = story.paigham.operators;
    const { admin } = story.paigham.world;
    const reconciling = { ambiguous: 'reconcile', reconcileWithinMs: 60_000 };
    must(await setLink(admin, { name: 'jazz', config: reconciling }));
    await untilUsed();
    await jazz.change({ ignoreNext: 2, receiptDelayMs: 1_000 });
    const lost = await send(2);
    await eventually('the submits', () => lost.every((it) => hasHeard(jazz, it)));
    await goAway(jazz);
    const waiting = await send(3);
    await untilLinkIs(story.paigham, 'jazz', 'down');
    await untilDelivered(waiting);
    expect(shares(waiting)).toEqual([0, 3]);
    type Row = { readonly name: string; readonly lost: boolean };
    const rows = await asker(story.paigham.db)<Row>(
      `select l.name, q.lost_until is not null as lost
       from queue q join links l on l.id = q.link_id where q.message_id = any ($1::bigint[])`,
      [lost.map(({ id }) => id)],
    );
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ name: 'jazz', lost: true })));
    await jazz.change({ accepting: true });
    await untilLinkIs(story.paigham, 'jazz', 'up');
    await untilDelivered(lost);
    expect(shares(lost)).toEqual([2, 0]);
    must(await setLink(admin, { name: 'jazz', config: { ambiguous: 'resubmit' } }));
  });

  it('keeps what has no other route, and sends it when it is back', async () => {
    const { ufone } = story.paigham.operators;
    await goAway(ufone);
    const early = await send(3, 2);
    await untilLinkIs(story.paigham, 'ufone', 'down');
    const waiting = [...early, ...(await send(3, 2))];
    expect((await story.report(waiting.at(-1)?.id ?? 0)).delivery).toBe('PENDING');
    await ufone.change({ accepting: true });
    await untilDelivered(waiting);
    expect(waiting.every((it) => hasHeard(ufone, it))).toBe(true);
  });

  it('lets messages with another route pass, and keeps the others in its queue', async () => {
    const { jazz } = story.paigham.operators;
    await addRoute(story.paigham, 'Ufone', 'jazz');
    await addRoute(story.paigham, 'Ufone', 'ufone', { priority: 100, enabled: false });
    await goAway(jazz);
    const stay = await send(3, 2);
    const pass = await send(3);
    await untilDelivered(pass);
    expect(shares(pass)).toEqual([0, 3]);
    for (const { id } of stay) expect((await story.report(id)).delivery).toBe('PENDING');
    await jazz.change({ accepting: true });
    await untilDelivered(stay);
    expect(shares(stay)).toEqual([3, 0]);
    const { admin } = story.paigham.world;
    await addRoute(story.paigham, 'Ufone', 'ufone', { priority: 100 });
    must(await removeRoute(admin, { operator: 'Ufone', senderRoute: undefined, link: 'jazz' }));
  });

  it('needs attention when its login is refused, and the next one carries', async () => {
    const { admin } = story.paigham.world;
    must(await setLink(admin, { name: 'jazz', password: 'wrong' }));
    expect(await untilLinkIs(story.paigham, 'jazz', 'needs_attention')).toContain('bind refused');
    const fresh = await send(3);
    await untilDelivered(fresh);
    expect(shares(fresh)).toEqual([0, 3]);
    must(await setLink(admin, { name: 'jazz', password: 'demo' }));
  });

  it('loses its waiting messages to the next when staff disable it', async () => {
    const { admin } = story.paigham.world;
    await goAway(story.paigham.operators.jazz);
    const waiting = await send(3);
    must(await setLink(admin, { name: 'jazz', enabled: false }));
    await untilDelivered(waiting);
    expect(shares(waiting)).toEqual([0, 3]);
    await story.paigham.operators.jazz.change({ accepting: true });
    must(await setLink(admin, { name: 'jazz', enabled: true }));
  });
});

describe('a link that fails', () => {
  it('is left alone after a storm of errors, tested, and used again', async () => {
    const { jazz } = story.paigham.operators;
    await jazz.change({ refuseNext: 10_000, refuseStatus: 0x08 });
    const storm = await send(15);
    expect(await untilLinkIs(story.paigham, 'jazz', 'down')).toContain('0x08');
    await untilDelivered(storm);
    expect(shares(storm)[1]).toBe(15);
    await jazz.change({ refuseNext: 0 });
    await untilLinkIs(story.paigham, 'jazz', 'trying');
    const trials = await send(60);
    await untilDelivered(trials);
    expect(shares(trials)[0]).toBeGreaterThan(0);
    await untilUsed();
    const back = await send(5);
    await untilDelivered(back);
    expect(shares(back)).toEqual([5, 0]);
  });

  it('as the only route sends what is waiting once it is well', async () => {
    const { ufone } = story.paigham.operators;
    await ufone.change({ refuseNext: 12, refuseStatus: 0x08 });
    const storm = await send(12, 2);
    await untilLinkIs(story.paigham, 'ufone', 'down');
    await untilDelivered(storm);
    await untilLinkIs(story.paigham, 'ufone', 'up');
  });

  it('does not go down for being throttled: it slows down, and others notice nothing', async () => {
    const { jazz } = story.paigham.operators;
    await untilUsed();
    await jazz.change({ throttleNext: 10 });
    const storm = await send(40);
    await untilDelivered(await send(10, 3));
    await untilDelivered(storm);
    expect(await standingOf(story.paigham, 'jazz')).toMatchObject({ state: 'up' });
    expect(shares(storm)[1]).toBe(0);
  });
});

describe('a link that takes nothing', () => {
  it.each([
    ['its queue is full', 0x14],
    ['it does not submit', 0x45],
  ])('has codes carried by the next one: %s', async (_, refuseStatus) => {
    const { jazz } = story.paigham.operators;
    await untilUsed();
    await jazz.change({ refuseNext: 10_000, refuseStatus });
    const codes = await send(30);
    await untilDelivered(codes);
    expect(codes.every((it) => hasHeard(story.paigham.operators.zong, it))).toBe(true);
    await jazz.change({ refuseNext: 0 });
    await untilUsed();
    const back = await send(5);
    await untilDelivered(back);
    expect(shares(back)).toEqual([5, 0]);
  });

  it('as the only one is tried with a few, and sends everything when it takes again', async () => {
    const { ufone } = story.paigham.operators;
    await ufone.change({ refuseNext: 10_000, refuseStatus: 0x14 });
    const codes = await send(30, 2);
    expect(await untilLinkIs(story.paigham, 'ufone', 'down')).toContain('takes nothing');
    // Their age counts from when they might first have left, not from their next try.
    const retried =
      "select from queue where since is not null and since < due_at - interval '900 ms'";
    await eventually('some retried', async () => {
      return (await asker(story.paigham.db)(retried)).length > 0;
    });
    await ufone.change({ refuseNext: 0 });
    await untilDelivered(codes);
    expect(codes.every((it) => hasHeard(ufone, it))).toBe(true);
  });
});

describe('a link with too much to carry', () => {
  it('leaves some to the rule that also carries then, and to no other', async () => {
    const { admin } = story.paigham.world;
    await untilUsed();
    const { binds } = story.paigham.operators.jazz.tally.counts;
    must(await setLink(admin, { name: 'jazz', config: { ratePerSecond: 2 } }));
    await addRoute(story.paigham, 'Jazz', 'zong', { overflowSeconds: 5 });
    await eventually(
      'the slower link',
      () => story.paigham.operators.jazz.tally.counts.binds > binds,
    );
    await untilLinkIs(story.paigham, 'jazz', 'up');
    const many = await send(60);
    await untilDelivered(many);
    const [first, second] = shares(many);
    expect(second).toBeGreaterThan(20);
    expect(first).toBeGreaterThanOrEqual(10);
    must(await setLink(admin, { name: 'jazz', config: { ratePerSecond: 100 } }));
    await addRoute(story.paigham, 'Jazz', 'zong');
  });
});

describe('an operator that is carried by another', () => {
  it('keeps its name in reports, and the caller may still name it', async () => {
    const { world, operators } = story.paigham;
    must(await pointOperator(world.admin, { operator: 'Telenor', carrier: 'Ufone' }));
    const [own] = await send(1, 3);
    if (own === undefined) throw new Error('one was sent');
    const forced = { id: 0, mobile: mobileOf(0, 90_000) };
    forced.id = await story.send('By name', forced.mobile, { network: 'Telenor' });
    for (const it of [own, forced]) {
      const { results } = await story.until(it.id, 'DELIVERED');
      expect(results[0]?.network).toBe('Telenor');
      expect([hasHeard(operators.ufone, it), hasHeard(operators.telenor, it)]).toEqual([
        true,
        false,
      ]);
    }
    must(await unpointOperator(world.admin, { operator: 'Telenor' }));
    const [back] = await send(1, 3);
    if (back === undefined) throw new Error('one was sent');
    await story.until(back.id, 'DELIVERED');
    expect(hasHeard(operators.telenor, back)).toBe(true);
  });

  it('has its own price before its carrier’s, and that before the general one', async () => {
    const { admin } = story.paigham.world;
    const price = async (operator: string, rupees: string): Promise<void> => {
      const partPriceMicros = parseRupees(rupees) ?? ZERO;
      const of = { accountId: undefined, senderRoute: 'short_code', operator } as const;
      const how = { refundFailed: false, validFromMs: undefined };
      must(await setTariff(admin, { ...of, ...how, partPriceMicros }));
    };
    const costs = async (): Promise<number> => {
      const before = await story.balance();
      await send(1, 3);
      return before - (await story.balance());
    };
    must(await pointOperator(admin, { operator: 'Telenor', carrier: 'Ufone' }));
    expect(await costs()).toBeCloseTo(4.8, 6);
    await price('Ufone', '5.10');
    expect(await costs()).toBeCloseTo(5.1, 6);
    await price('Telenor', '5.30');
    expect(await costs()).toBeCloseTo(5.3, 6);
  });
});

describe('the books', () => {
  it('are in order after all of it', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
