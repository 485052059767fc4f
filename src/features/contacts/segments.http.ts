/** `/v1/segments`: filters of contacts that have a name. */
import type { AccountId } from '../../domain/ids.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { collection } from '../../api/v1/collection.ts';
import { defineEndpoint, done, refused, type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { COUNT } from './contacts.http.ts';
import { countContacts, findSegment, listSegments } from './contacts.sql.ts';
import { FILTER, filterOf } from './filter-shape.ts';
import { addSegment, removeSegment, setSegment } from './segments.operations.ts';
import { id, time, resource } from '../../operations/resource.ts';

const SEGMENT = resource(
  'Segment',
  {
    id: id(),
    name: Type.String(),
    filter: FILTER,
    created_at: time(),
    updated_at: time(),
  },
  'A filter of contacts that has a name.',
);

const at = collection(SEGMENT, {
  path: '/v1/segments',
  id: idOf('a segment'),
  field: 'segmentId',
  unknown: 'segment_unknown',
});

export function createSegmentEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const showOne: ShowOne = async (accountId, id) => {
    const found = await findSegment(deps.reader, { accountId, id });
    return found && SEGMENT.show(found);
  };
  return [...createLooks(deps), ...createChanges(deps, showOne)];
}

type ShowOne = (accountId: AccountId, id: number) => Promise<Static<typeof SEGMENT> | undefined>;

function createChanges(deps: OperateDeps, showOne: ShowOne): readonly Endpoint[] {
  return [
    operate(deps, addSegment, {
      ...at.add,
      name: 'addSegment',
      scope: 'send',
      about: 'Gives a name to a filter of contacts; who is in it is found when it is used.',
      unknown: 'segment_unknown',
      done: [201, 'The segment.'],
      show: (id, { account }) => showOne(account.id, id),
    }),
    operate(deps, setSegment, {
      ...at.change,
      name: 'changeSegment',
      scope: 'send',
      show: (id, { account }) => showOne(account.id, id),
    }),
    operate(deps, removeSegment, {
      ...at.remove,
      name: 'removeSegment',
      scope: 'send',
      gives: Type.Null(),
      done: [204, 'It is gone.'],
      show: () => null,
    }),
  ];
}

function createLooks({ reader }: OperateDeps): readonly Endpoint[] {
  return [
    listOf({
      ...at.list,
      name: 'listSegments',
      scope: 'read',
      about: 'Your segments, newest first.',
      find: ({ account, before: beforeId, most }) =>
        listSegments(reader, { accountId: account.id, beforeId, most }),
    }),
    getOne({
      ...at.show,
      name: 'showSegment',
      scope: 'read',
      about: 'One segment.',
      find: ({ account, places: { id } }) => findSegment(reader, { accountId: account.id, id }),
    }),
    defineEndpoint({
      method: 'GET',
      path: `${at.show.path}/count`,
      name: 'countSegment',
      scope: 'read',
      places: at.show.places,
      about: 'How many contacts are in a segment now.',
      gives: COUNT,
      failures: ['segment_unknown'],
      async handle({ account, places: { id } }) {
        const found = await findSegment(reader, { accountId: account.id, id });
        if (found === undefined) return refused('segment_unknown');
        const counted = await countContacts(reader, account.id, filterOf(found.filter));
        return done({ contacts: counted.contacts, with_mobile: counted.withMobile });
      },
    }),
  ];
}
