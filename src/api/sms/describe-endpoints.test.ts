import { describe, expect, it } from 'vitest';
import { FULL_SEND, openInterface } from '../../../test/support/sms-api.ts';
import { faultsOf } from '../../kit/shape.ts';
import { createBalance } from './balance.ts';
import { createDelivery } from './delivery.ts';
import { ACCEPTED, BALANCE, describeSmsInterface, REPORTED } from './describe-endpoints.ts';
import type { Endpoint } from '../form-route.ts';
import { createFetchAllFixedTemplates } from './fetch-all-fixed-templates.ts';
import { createPersonalised } from './personalised.ts';
import { createSms } from './sms.ts';

const nothing = {} as never;
const deps = { journey: nothing, authenticate: nothing, identifyOwner: nothing, actAs: nothing };

describe('the description of the SMS interface', () => {
  const endpoints: readonly Pick<Endpoint<string>, 'path' | 'scope' | 'parameters'>[] = [
    createSms(deps),
    createPersonalised(deps),
    createDelivery(deps),
    createBalance(deps),
    createFetchAllFixedTemplates(deps),
  ];

  it('has every endpoint and no other', () => {
    const paths = endpoints.map(({ path }) => path);
    expect(Object.keys(describeSmsInterface()).toSorted()).toEqual(paths.toSorted());
  });

  it.each(endpoints)('states the scope of $path', ({ path, scope }) => {
    expect(describeSmsInterface()[path]?.post?.security).toEqual([{ apiKey: [scope] }]);
  });

  it.each(endpoints)('has the parameters of $path', ({ path, parameters }) => {
    const described = describeSmsInterface()[path]?.get?.parameters ?? [];
    const names = described.map(({ name }) => name);
    expect([...parameters].filter((name) => !names.includes(name))).toEqual([]);
    const skipped = path === '/apps/fetch_all_fixed_templates.php' ? ['format'] : [];
    expect(names.filter((name) => !parameters.has(name) && !skipped.includes(name))).toEqual([]);
  });

  it.each([
    ['/api/sms.php', FULL_SEND, ACCEPTED],
    ['/api/sms.php', { ...FULL_SEND, dry_run: '1' }, ACCEPTED],
    ['/api/personalised.php', { ...FULL_SEND, url: 'http://files.example/a.csv' }, ACCEPTED],
    ['/api/delivery.php', { api_key: 'right', id: '7001' }, REPORTED],
    ['/api/balance.php', { api_key: 'right' }, BALANCE],
  ])('describes the answers of %s', async (path, query, shape) => {
    const { body } = await openInterface().ask(path, { query: { ...query, format: 'json' } });
    expect(faultsOf(shape, JSON.parse(body))).toEqual([]);
  });
});
