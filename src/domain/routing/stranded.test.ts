import { describe, expect, it } from 'vitest';
import { LINKS, makeRoute, OPERATORS, ROUTING, ROSHAN } from '../../../test/support/fixtures.ts';
import { strandedBy, type Plan } from './stranded.ts';
import type { Route } from './routing.ts';

const { jazz, zong } = OPERATORS;
const toJazz = makeRoute({ id: 1, operatorId: jazz, linkId: LINKS.jazz });
const toZong = makeRoute({ id: 2, operatorId: zong, linkId: LINKS.zong });
const ALL = ['simple', 'branded', 'short_code'];

const withRoutes = (...routes: readonly Route[]): Plan => ({ ...ROUTING, routes });
const disable = (plan: Plan, linkId = LINKS.jazz): Plan => {
  const link = plan.links.get(linkId);
  if (link === undefined) throw new Error('the link is there');
  return { ...plan, links: new Map(plan.links).set(linkId, { ...link, enabled: false }) };
};

describe('what a change would leave without a link', () => {
  it('is what only a disabled link carries: it would wait', () => {
    const before = withRoutes(toJazz, toZong);
    expect(strandedBy(before, disable(before))).toEqual([
      {
        operatorId: jazz,
        accountId: undefined,
        senderRoutes: ALL,
        category: undefined,
        wouldWait: true,
      },
    ]);
  });

  it('is what the last rule leads to: it would be refused', () => {
    const lost = strandedBy(withRoutes(toJazz, toZong), withRoutes(toZong));
    expect(lost).toMatchObject([{ operatorId: jazz, senderRoutes: ALL, wouldWait: false }]);
  });

  it('is nothing where another enabled link takes over', () => {
    const backup = makeRoute({ id: 3, operatorId: undefined, linkId: LINKS.zong, priority: 200 });
    const before = withRoutes(toJazz, toZong, backup);
    expect(strandedBy(before, disable(before))).toEqual([]);
    expect(strandedBy(before, withRoutes(toZong, backup))).toEqual([]);
    const lost = strandedBy(disable(before, LINKS.zong), disable(disable(before, LINKS.zong)));
    expect(lost).toMatchObject([{ operatorId: jazz, wouldWait: true }]);
  });

  it('is what was waiting for a disabled link whose rule goes', () => {
    const before = disable(withRoutes(toJazz));
    expect(strandedBy(before, { ...before, routes: [] })).toMatchObject([
      { operatorId: jazz, wouldWait: false },
    ]);
    expect(strandedBy(withRoutes(), withRoutes())).toEqual([]);
  });

  it('names the sender type, the category and the account unless it is all of them', () => {
    const narrow = { operatorId: jazz, linkId: LINKS.jazz } as const;
    const simple = makeRoute({ ...narrow, id: 4, senderRoute: 'simple', category: 'promotional' });
    expect(strandedBy(withRoutes(simple), withRoutes())).toMatchObject([
      { senderRoutes: ['simple'], category: 'promotional', accountId: undefined },
    ]);
    const own = makeRoute({ ...narrow, id: 5, accountId: ROSHAN });
    expect(strandedBy(withRoutes(own), withRoutes())).toMatchObject([
      { senderRoutes: ALL, accountId: ROSHAN },
    ]);
    expect(strandedBy(withRoutes(own, toJazz), withRoutes())).toHaveLength(1);
  });

  it('is what an operator’s own routes carried, once it is pointed at one without any', () => {
    const before = withRoutes(toJazz);
    const after = { ...before, carriedBy: new Map([[jazz, zong]]) };
    expect(strandedBy(before, after)).toMatchObject([{ operatorId: jazz, wouldWait: false }]);
  });
});
