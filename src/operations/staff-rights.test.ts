import { describe, expect, it } from 'vitest';
import { STAFF_ROLES } from '../domain/account/staff.ts';
import { OPERATIONS } from './operations.ts';
import { decidedOperations, givesEntry, mayDo } from './staff-rights.ts';

const NAMES = OPERATIONS.map(({ name }) => name);

describe('the rights of staff', () => {
  it('are decided for every operation, and for nothing else', () => {
    expect([...decidedOperations()].toSorted()).toEqual(NAMES.toSorted());
  });

  it('of an admin are all', () => {
    expect(NAMES.filter((name) => !mayDo('admin', name))).toEqual([]);
  });

  it.each([
    ['approvals', ['sender approve', 'template reject'], ['credit add', 'message list']],
    ['finance', ['credit add', 'tariff set'], ['link set', 'sender approve', 'message show']],
    ['operations', ['link set', 'message list', 'doctor'], ['credit add', 'sender approve']],
  ] as const)('of %s are its own part', (role, mine, others) => {
    expect(mine.filter((name) => !mayDo(role, name))).toEqual([]);
    expect(others.filter((name) => mayDo(role, name))).toEqual([]);
  });

  it('of everybody but admins include no way in', () => {
    const ways = NAMES.filter(givesEntry);
    expect(ways.length).toBeGreaterThan(0);
    const others = STAFF_ROLES.filter((role) => role !== 'admin');
    for (const role of others) expect(ways.filter((name) => mayDo(role, name))).toEqual([]);
  });
});
