import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../domain/ids.ts';
import type { OptoutRequest } from '../../domain/reply/reply.ts';
import type { OptoutScope } from '../../features/suppressions/suppressions.sql.ts';
import { foldRequests } from './apply-optouts.ts';

const of = { accountId: 1001 as AccountId, recipient: '923001234567' };
const heard = (...wishes: readonly OptoutRequest[]) => wishes.map((wish) => ({ ...of, wish }));

describe('opt-out requests', () => {
  it.each<[readonly OptoutRequest[], OptoutScope | undefined, OptoutScope | undefined | 'nothing']>(
    [
      [['stop'], undefined, 'promotional'],
      [['stop_all'], undefined, 'all'],
      [['start'], undefined, 'nothing'],
      [['stop'], 'promotional', 'nothing'],
      [['stop'], 'all', 'nothing'],
      [['stop_all'], 'promotional', 'all'],
      [['start'], 'all', undefined],
      [['stop', 'start'], undefined, 'nothing'],
      [['start', 'stop'], 'all', 'promotional'],
      [['stop', 'start', 'stop'], undefined, 'promotional'],
      [['stop_all', 'stop'], undefined, 'all'],
    ],
  )('%j on top of %s give %s', (wishes, stands, scope) => {
    const standing = stands === undefined ? [] : [{ ...of, scope: stands }];
    const changes = foldRequests(heard(...wishes), standing);
    expect(changes).toEqual(scope === 'nothing' ? [] : [{ ...of, scope }]);
  });

  it('of different phones and accounts are independent', () => {
    const other = { accountId: 1002 as AccountId, recipient: of.recipient };
    const phone = { accountId: of.accountId, recipient: '923001234568' };
    const changes = foldRequests(
      [...heard('stop'), { ...other, wish: 'stop_all' }, { ...phone, wish: 'start' }],
      [{ ...phone, scope: 'promotional' }],
    );
    expect(changes.map(({ scope }) => scope)).toEqual(['promotional', 'all', undefined]);
  });
});
