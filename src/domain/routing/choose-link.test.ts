import { describe, expect, it } from 'vitest';
import {
  LINKS,
  makeHealth,
  makeRoute,
  NAYA,
  OPERATORS,
  ROUTING,
  ROSHAN,
} from '../../../test/support/fixtures.ts';
import type { LinkId } from '../ids.ts';
import { micros } from '../pricing/money.ts';
import {
  choiceFor,
  elsewhereFor,
  explainRoutes,
  linkFor,
  overflowFor,
  secondsWaiting,
  steadyLinkFor,
  type Verdict,
} from './choose-link.ts';
import type { LinkState, Route, Routing, RoutingLink, Traffic } from './routing.ts';

const { jazz, zong, ufone, telenor } = OPERATORS;
const NUMBER = '923001234567';

const code: Traffic = {
  operatorId: jazz,
  senderRoute: 'short_code',
  category: 'transactional',
  accountId: ROSHAN,
};

type Rule = Partial<Route> & { readonly is?: LinkState; readonly link?: Partial<RoutingLink> };

const withoutState = (rule: Rule): Partial<Route> => {
  const { is: _is, link: _link, ...route } = rule;
  return route;
};

/** The routing with these rules, each with a link of its own: 1, 2, 3 … in order. */
function routingOf(rules: readonly Rule[], changes: Partial<Routing> = {}): Routing {
  const named = rules.map((rule, index) => ({ ...rule, linkId: (index + 1) as LinkId }));
  return {
    ...ROUTING,
    routes: named.map((rule, index) => makeRoute({ id: index + 1, ...withoutState(rule) })),
    links: new Map(
      named.map(({ linkId, link }) => {
        const usual = { name: `link-${linkId}`, enabled: true } as const;
        return [linkId, { ...usual, config: { references: 'any' }, ...link }];
      }),
    ),
    health: new Map(named.map(({ linkId, is = 'up' }) => [linkId, makeHealth(is)])),
    ...changes,
  };
}

const cost = (rupees: number) => micros(BigInt(rupees) * 1_000_000n);
const off = { enabled: false } as const;
const cannot = { config: { references: '16' } } as const;

describe('the link of a message', () => {
  const cases: readonly (readonly [string, readonly Rule[], number | undefined])[] = [
    ['none without a rule', [], undefined],
    ['none by a rule of another operator', [{ operatorId: zong }], undefined],
    ['none by a rule of another sender route', [{ senderRoute: 'simple' }], undefined],
    ['none by a rule of another category', [{ category: 'promotional' }], undefined],
    ['none by a rule of another account', [{ accountId: NAYA }], undefined],
    ['none by a rule that is disabled', [{ enabled: false }], undefined],
    ['one that is disabled where there is no other', [{ link: off }], 1],
    [
      'one that is enabled and down before one that is disabled',
      [{ priority: 1, link: off }, { is: 'down' }],
      2,
    ],
    ['none by a disabled one that cannot carry it', [{ link: { ...off, ...cannot } }], undefined],
    ['none by a link that cannot carry the references', [{ link: cannot }], undefined],
    ['that of the lowest priority', [{ priority: 20 }, { priority: 10 }], 2],
    ['priority before anything else', [{ accountId: ROSHAN }, { priority: 10 }], 2],
    ['an account before a category', [{ category: 'transactional' }, { accountId: ROSHAN }], 2],
    [
      'a category before a sender route',
      [{ senderRoute: 'short_code' }, { category: 'transactional' }],
      2,
    ],
    ['a sender route before an operator', [{ operatorId: jazz }, { senderRoute: 'short_code' }], 2],
    ['an operator before any', [{}, { operatorId: jazz }], 2],
    [
      'the more specific before the cheaper',
      [{ costMicros: cost(1) }, { operatorId: jazz, costMicros: cost(2) }],
      2,
    ],
    ['the cheaper of two alike', [{ costMicros: cost(2) }, { costMicros: cost(1) }], 2],
    ['the next when the first is down', [{ priority: 1, is: 'down' }, { priority: 2 }], 2],
    ['the next when the first needs attention', [{ priority: 1, is: 'needs_attention' }, {}], 2],
    [
      'the first when all are down',
      [
        { priority: 1, is: 'down' },
        { priority: 2, is: 'down' },
      ],
      1,
    ],
    [
      'one that is tried when the others are down',
      [{ priority: 1, is: 'down' }, { is: 'trying' }],
      2,
    ],
    [
      'a healthy one of lower cost only among healthy ones',
      [{ costMicros: cost(1), is: 'down' }, { costMicros: cost(2) }],
      2,
    ],
    [
      'the next when the first cannot carry it',
      [{ priority: 1, link: cannot }, { priority: 2 }],
      2,
    ],
  ];
  it.each(cases)('is %s', (_, rules, link) => {
    expect(linkFor(routingOf(rules), code, NUMBER)).toBe(link);
  });

  it('is that of the operator that carries the number’s own, not one of its own rules', () => {
    const rules = [{ operatorId: telenor }, { operatorId: ufone }];
    const merged = { ...code, operatorId: telenor };
    expect(linkFor(routingOf(rules), merged, NUMBER)).toBe(1);
    const pointed = routingOf(rules, { carriedBy: new Map([[telenor, ufone]]) });
    expect(linkFor(pointed, merged, NUMBER)).toBe(2);
    expect(linkFor(pointed, { ...code, operatorId: ufone }, NUMBER)).toBe(2);
  });

  it('is known for every operator of the fixture', () => {
    expect(linkFor(ROUTING, { ...code, operatorId: zong }, NUMBER)).toBe(LINKS.zong);
    expect(linkFor(ROUTING, { ...code, operatorId: OPERATORS.sco }, NUMBER)).toBeUndefined();
  });

  it('is found once per routing snapshot, whichever account asks', () => {
    const routing = routingOf([{}, { accountId: NAYA, priority: 1 }]);
    expect(choiceFor(routing, code)).toBe(choiceFor(routing, { ...code, accountId: ROSHAN }));
    expect(linkFor(routing, { ...code, accountId: NAYA }, NUMBER)).toBe(2);
    expect(linkFor(routing, code, NUMBER)).toBe(1);
  });
});

describe('links that share', () => {
  const numbers = Array.from({ length: 4_000 }, (_, index) => `92300${1_000_000 + index * 7}`);
  const sharesOf = (routing: Routing): readonly number[] => {
    const counts = new Map<LinkId, number>();
    for (const number of numbers) {
      const link = linkFor(routing, code, number) ?? (0 as LinkId);
      counts.set(link, (counts.get(link) ?? 0) + 1);
    }
    return [1, 2, 3].map((link) => (counts.get(link as LinkId) ?? 0) / numbers.length);
  };

  it('split recipients by weight, and always treat a recipient the same', () => {
    const routing = routingOf([{ weight: 1 }, { weight: 3 }, { weight: 4 }]);
    const [first = 0, second = 0, third = 0] = sharesOf(routing);
    expect(first).toBeCloseTo(0.125, 1);
    expect(second).toBeCloseTo(0.375, 1);
    expect(third).toBeCloseTo(0.5, 1);
    expect(linkFor(routing, code, NUMBER)).toBe(linkFor({ ...routing }, code, NUMBER));
  });

  it('keep the recipients of the others when one goes down', () => {
    const all = routingOf([{}, {}, {}]);
    const two = routingOf([{}, {}, { is: 'down' }]);
    const moved = numbers.filter((it) => linkFor(all, code, it) !== linkFor(two, code, it));
    expect(moved.every((it) => linkFor(all, code, it) === 3)).toBe(true);
    expect(sharesOf(two)[2]).toBe(0);
  });

  it('let an eighth of the recipients try a preferred or equal link, none that have waited', () => {
    const routing = routingOf([{ priority: 1, is: 'trying' }, { priority: 2 }]);
    expect(sharesOf(routing)[0]).toBeCloseTo(1 / 8, 1);
    expect(numbers.every((it) => steadyLinkFor(routing, code, it) === 2)).toBe(true);
    const equal = routingOf([{ is: 'trying' }, {}]);
    expect(sharesOf(equal)[0]).toBeCloseTo(1 / 8, 1);
    const later = routingOf([{ priority: 2, is: 'trying' }, { priority: 1 }]);
    expect(sharesOf(later)[0]).toBe(0);
  });
});

describe('the explanation of a choice', () => {
  const outline = (routing: Routing): readonly (readonly [number, Verdict])[] =>
    explainRoutes(routing, code, NUMBER).rules.map(({ route, verdict }) => [route.id, verdict]);

  it('gives every rule its verdict, best first', () => {
    const routing = routingOf([
      { operatorId: zong, priority: 1 },
      { priority: 1, is: 'down' },
      { priority: 1, is: 'needs_attention' },
      { priority: 1, link: cannot },
      { priority: 5, operatorId: jazz, costMicros: cost(1) },
      { priority: 5, operatorId: jazz, costMicros: cost(2) },
      { priority: 5, costMicros: cost(1) },
      { priority: 9 },
      { priority: 9, enabled: false },
    ]);
    expect(outline(routing)).toEqual([
      [2, 'link_down'],
      [3, 'link_needs_attention'],
      [5, 'wins'],
      [6, 'dearer'],
      [7, 'less_specific'],
      [8, 'later_priority'],
      [4, 'cannot_carry'],
      [9, 'rule_disabled'],
      [1, 'other_operator'],
    ]);
  });

  it('says who is next after the winner, or that nobody is', () => {
    const two = explainRoutes(routingOf([{ priority: 1 }, { priority: 2 }]), code, NUMBER);
    expect([two.winner?.id, two.next?.id]).toEqual([1, 2]);
    const one = explainRoutes(routingOf([{ priority: 1 }, { is: 'down' }]), code, NUMBER);
    expect([one.winner?.id, one.next?.id]).toEqual([1, undefined]);
    const none = explainRoutes(routingOf([{ is: 'down' }]), code, NUMBER);
    expect(none.rules.map(({ verdict }) => verdict)).toEqual(['wins_and_waits']);
    expect(explainRoutes(routingOf([]), code, NUMBER).winner).toBeUndefined();
  });

  it('says that messages wait for a disabled link if there is no other', () => {
    const both = routingOf([{ link: off }, { priority: 200, link: off }]);
    expect(outline(both)).toEqual([
      [1, 'wins_and_waits'],
      [2, 'link_disabled'],
    ]);
    expect(outline(routingOf([{ link: off }, {}]))).toEqual([
      [2, 'wins'],
      [1, 'link_disabled'],
    ]);
  });

  it('agrees with the choice for every number', () => {
    const routing = routingOf([{ weight: 2 }, { weight: 1 }, { is: 'trying' }]);
    for (let index = 0; index < 200; index += 1) {
      const number = `92300${1_000_000 + index}`;
      expect(explainRoutes(routing, code, number).winner?.linkId).toBe(
        linkFor(routing, code, number),
      );
    }
  });
});

describe('what a link has refused', () => {
  const tried = (rules: readonly Rule[], refused: number) =>
    elsewhereFor(routingOf(rules), { ...code, refused: refused as LinkId }, NUMBER);
  const three = [{ priority: 1 }, { priority: 2 }, { priority: 3 }];

  it.each<readonly [string, readonly Rule[], number, object | undefined]>([
    ['goes to the next link in order', three, 1, { linkId: 2, links: 2 }],
    ['then to the one after that', three, 2, { linkId: 3, links: 2 }],
    ['and after the last one to the first', three, 3, { linkId: 1, links: 2 }],
    ['skips links that are not up', [{}, { is: 'down' }, { is: 'trying' }, {}], 1, { linkId: 4 }],
    ['stays where no other rule leads', [{}, { operatorId: zong }], 1, undefined],
    ['stays where no other link can carry it', [{}, { link: cannot }], 1, undefined],
    ['stays where all others are down', [{}, { is: 'needs_attention' }], 1, undefined],
    ['leaves a link that no rule leads to', [{ ...off }, {}], 1, { linkId: 2, links: 1 }],
  ])('%s', (_, rules, refused, expected) => {
    if (expected === undefined) expect(tried(rules, refused)).toBeUndefined();
    else expect(tried(rules, refused)).toMatchObject(expected);
  });
});

describe('what is too much for a link', () => {
  const waiting: ReadonlyMap<LinkId, number> = new Map([
    [1 as LinkId, 3_100],
    [2 as LinkId, 10],
  ]);
  const rated = { link: { config: { references: 'any', ratePerSecond: 100 } } } as const;
  const over = (rules: readonly Rule[], from = 1): LinkId | undefined => {
    const routing = routingOf(rules.map((rule) => ({ ...rated, ...rule })));
    const secondsOf = (linkId: LinkId): number =>
      secondsWaiting({ waiting, links: routing.links }, linkId);
    return overflowFor(routing, { ...code, from: from as LinkId, secondsOf }, NUMBER);
  };
  const second = { priority: 200 };

  it.each<readonly [string, readonly Rule[], number | undefined]>([
    ['is carried by the next rule that says so', [{}, { ...second, overflowSeconds: 30 }], 2],
    ['is not too much within those seconds', [{}, { ...second, overflowSeconds: 31 }], undefined],
    ['stays where no rule says so', [{}, second], undefined],
    [
      'stays where the next link is down',
      [{}, { ...second, overflowSeconds: 30, is: 'down' }],
      undefined,
    ],
    [
      'stays while a better link has little',
      [{}, { priority: 150 }, { ...second, overflowSeconds: 30 }],
      undefined,
    ],
    [
      'does not wait for better links that are down',
      [{}, { priority: 150, is: 'down' }, { ...second, overflowSeconds: 30 }],
      3,
    ],
    ['never goes to a better rule', [second, { overflowSeconds: 1 }], undefined],
    ['stays where the rule is of others', [{}, { ...second, accountId: NAYA }], undefined],
  ])('%s', (_, rules, expected) => {
    expect(over(rules)).toBe(expected);
  });
});
