/** Segments: filters of contacts that have a name. Who is in one is found when it is used. */
import { faultOfName } from '../../domain/account/name.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import { account, argument, id, neededInBody, option, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import {
  deleteSegment,
  findSegment,
  findSegmentNamed,
  insertSegment,
  listSegments,
  updateSegment,
} from './contacts.sql.ts';
import { faultOfFilter, filterField } from './filter-shape.ts';

const accountId = argument('ACCOUNT', account);
const segmentId = argument('SEGMENT', id);
const NAME = text('NAME');
const NOT_OF_ACCOUNT = refuse('segmentId', 'is not a segment of this account');

async function faultOf(
  reader: Reader,
  accountId: AccountId,
  { name, own }: { readonly name: string; readonly own?: number },
): Promise<Refused | undefined> {
  const wrong = faultOfName(name);
  if (wrong !== undefined) return refuse('name', wrong);
  const other = await findSegmentNamed(reader, { accountId, name });
  return other === undefined || other.id === own
    ? undefined
    : refuse('name', 'is the name of another segment');
}

const ADD = { accountId, name: argument('NAME', NAME), filter: neededInBody(filterField) };

export const addSegment = operation({
  name: 'segment add',
  about: 'Gives a name to a filter of contacts.',
  who: 'account',
  audit: 'segment.add',
  raises: 'nothing',
  input: ADD,
  async work(transaction, { accountId, name, filter = {} }, { clock }) {
    const wrong = faultOfFilter(filter);
    if (wrong !== undefined) return refuse('filter', wrong);
    await lockAccount(transaction, { accountId });
    const fault = await faultOf(transaction, accountId, { name });
    if (fault !== undefined) return fault;
    const most = limit('segmentsOfAccount');
    const page = { accountId, beforeId: undefined, most };
    if ((await listSegments(transaction, page)).length >= most) {
      return refuse('name', `would be more than the ${most} segments that an account may have`);
    }
    const row = { accountId, name, filter, atMs: clock.nowMs() };
    const { id: made } = await insertSegment(transaction, row);
    return changed(made, { segment: made, name, filter });
  },
  show: (segment) => ({ data: { segment } }),
});

const SET = {
  accountId,
  segmentId,
  name: option('name', NAME, 'its name'),
  filter: filterField,
};

export const setSegment = operation({
  name: 'segment set',
  about: 'Changes the name of a segment, or its filter.',
  who: 'account',
  audit: 'segment.set',
  raises: 'nothing',
  needsOne: true,
  input: SET,
  async work(transaction, { accountId, segmentId: own, ...given }, { clock }) {
    const known = await findSegment(transaction, { accountId, id: own });
    if (known === undefined) return NOT_OF_ACCOUNT;
    const { name = known.name, filter = known.filter } = given;
    const wrong = faultOfFilter(filter);
    if (wrong !== undefined) return refuse('filter', wrong);
    const fault = await faultOf(transaction, accountId, { name, own });
    if (fault !== undefined) return fault;
    const row = { accountId, id: own, name, filter, atMs: clock.nowMs() };
    await updateSegment(transaction, row);
    return changed(own, { segment: own, name, filter });
  },
  show: (segment) => ({ data: { segment } }),
  present: {
    by: ['accountId', 'segmentId'],
    read: async ({ reader }, { accountId, segmentId: id }) => {
      const found = await findSegment(reader, { accountId, id });
      return found && { name: found.name };
    },
  },
});

const ONE = { accountId, segmentId };

export const removeSegment = operation({
  name: 'segment remove',
  about: 'Removes a segment; its contacts stay.',
  who: 'account',
  audit: 'segment.remove',
  raises: 'nothing',
  input: ONE,
  async work(transaction, { accountId, segmentId: own }) {
    const existed = await deleteSegment(transaction, { accountId, id: own });
    return existed ? changed(own, { segment: own }) : NOT_OF_ACCOUNT;
  },
  show: (segment) => ({ data: { segment } }),
});

export const segmentList = query({
  name: 'segment list',
  about: 'Lists the segments of an account.',
  input: { accountId },
  async read({ reader }, { accountId }) {
    const page = { accountId, beforeId: undefined, most: limit('segmentsOfAccount') };
    const data = (await listSegments(reader, page)).map(({ id: segment, name, filter }) => {
      const words = Object.entries(filter).map(([key, value]): [string, string] => [
        key,
        String(value),
      ]);
      return { id: segment, name, filter: new URLSearchParams(words).toString() };
    });
    return { data, empty: 'No segments found.' };
  },
});
