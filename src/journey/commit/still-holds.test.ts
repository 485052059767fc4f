import { describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeKey,
  makeTariff,
  makeTemplate,
  OPERATORS,
  ROUTING,
  rupees,
  SENDERS,
  TEMPLATES,
} from '../../../test/support/fixtures.ts';
import type { Account } from '../../domain/account/account.ts';
import { accountHolds, samePrices } from './still-holds.ts';

const list = { ...ROUTING, tariffs: [makeTariff()], lookupTariffs: [], version: 1 };

describe('prices', () => {
  it('are the same when only other things have changed', () => {
    const other = { ...list, version: 2, routes: [], health: new Map() };
    expect(samePrices(list, other)).toBe(true);
  });

  it.each([
    ['a price', { tariffs: [makeTariff({ partPriceMicros: rupees(3) })] }],
    ['a further tariff', { tariffs: [makeTariff(), makeTariff({ senderRoute: 'branded' })] }],
    ['a prefix', { operatorsByPrefix: new Map([['92300', OPERATORS.zong]]) }],
    ['who carries for whom', { carriedBy: new Map([[OPERATORS.zong, OPERATORS.jazz]]) }],
  ])('are not the same with %s', (_, change) => {
    expect(samePrices(list, { ...list, ...change })).toBe(false);
  });
});

describe('what a batch was judged by', () => {
  const judged = {
    account: makeAccount(),
    sender: SENDERS.shared,
    template: TEMPLATES.code,
  };
  const holds = (change: Partial<Account>): boolean =>
    accountHolds(judged, makeAccount({ version: 2, ...change }));
  const changed = makeTemplate(TEMPLATES.code.id, 'Another wording: #code#');
  const withTemplate = (template: typeof changed) => ({
    templates: new Map([[template.id, template]]),
  });
  const withSender = (state: 'waiting' | 'approved', route: 'simple' | 'branded' = 'simple') => ({
    sendersById: new Map([[SENDERS.shared.id, { ...SENDERS.shared, state, route }]]),
  });
  const KEY = makeKey();

  it.each([
    ['somebody opted out', { hasOptouts: true }],
    ['the account is renamed', { name: 'Roshan' }],
    ['it may pay later', { postpaid: true }],
    ['a key is added', { keys: [KEY] }],
    ['a template is added', { templates: new Map([...makeAccount().templates]) }],
  ])('still holds when %s', (_, change) => expect(holds(change)).toBe(true));

  it.each<[string, Partial<Account>]>([
    ['the account is disabled', { active: false }],
    ['the account is no longer verified', { verified: false }],
    ['fixed content is disabled', { fixedContent: false }],
    ['look-ups are switched on', { mnpOption: true }],
    ['look-alikes are switched off', { lookalikes: false }],
    ['its addresses are listed', { ipList: ['203.0.113.0/24'] }],
    ['the wording has changed', withTemplate(changed)],
    ['the template is withdrawn', withTemplate({ ...TEMPLATES.code, state: 'rejected' })],
    ['the template is gone', { templates: new Map() }],
    ['the sender is withdrawn', withSender('waiting')],
    ['the sender goes another way', withSender('approved', 'branded')],
  ])('does not hold when %s', (_, change) => expect(holds(change)).toBe(false));

  it('does not hold when a key is revoked or ends sooner', () => {
    const keyed = { ...judged, account: makeAccount({ keys: [KEY] }) };
    expect(accountHolds(keyed, makeAccount({ keys: [KEY] }))).toBe(true);
    expect(accountHolds(keyed, makeAccount({ keys: [] }))).toBe(false);
    expect(accountHolds(keyed, makeAccount({ keys: [{ ...KEY, expiresAtMs: 1 }] }))).toBe(false);
    expect(accountHolds(keyed, makeAccount({ keys: [{ ...KEY, scopes: ['read'] }] }))).toBe(false);
  });
});
