/** `/v1/segments`: filters of contacts that have a name. */
import type { AccountId } from '../../domain/ids.ts';
import { Type, type Static } from '../../kit/shape.ts';
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

const AT = '/v1/segments/{id}';
const PLACES = { id: idOf('a segment') };

export function createSegmentEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const showOne: ShowOne = async (accountId, id) => {
    const found = await findSegment(deps.reader, { accountId, id });
    return found && SEGMENT.show(found);
  };
  return [...createLooks(deps, showOne), ...createChanges(deps, showOne)];
}

type ShowOne = (accountId: AccountId, id: number) => Promise<Static<typeof SEGMENT> | undefined>;

function createChanges(deps: OperateDeps, showOne: ShowOne): readonly Endpoint[] {
  return [
    operate(deps, addSegment, {
      method: 'POST',
      path: '/v1/segments',
      name: 'addSegment',
      scope: 'send',
      about: 'Gives a name to a filter of contacts; who is in it is found when it is used.',
      gives: SEGMENT,
      unknown: 'segment_unknown',
      done: [201, 'The segment.'],
      repeatable: true,
      show: (id, { account }) => showOne(account.id, id),
      location: ({ id }) => `/v1/segments/${id}`,
    }),
    operate(deps, setSegment, {
      method: 'PATCH',
      path: AT,
      name: 'changeSegment',
      scope: 'send',
      places: PLACES,
      about: 'Changes the name of a segment, or its filter.',
      fromPath: { segmentId: 'id' },
      unknown: 'segment_unknown',
      gives: SEGMENT,
      show: (id, { account }) => showOne(account.id, id),
    }),
    operate(deps, removeSegment, {
      method: 'DELETE',
      path: AT,
      name: 'removeSegment',
      scope: 'send',
      places: PLACES,
      about: 'Removes a segment; its contacts stay.',
      fromPath: { segmentId: 'id' },
      unknown: 'segment_unknown',
      gives: Type.Null(),
      done: [204, 'It is gone.'],
      show: () => null,
    }),
  ];
}

function createLooks({ reader }: OperateDeps, showOne: ShowOne): readonly Endpoint[] {
  return [
    listOf({
      path: '/v1/segments',
      name: 'listSegments',
      scope: 'read',
      item: SEGMENT,
      title: 'SegmentList',
      about: 'Your segments, newest first.',
      filters: {},
      find: ({ account, before: beforeId, most }) =>
        listSegments(reader, { accountId: account.id, beforeId, most }),
      placeOf: ({ id }) => id,
      show: SEGMENT.show,
    }),
    getOne({
      path: AT,
      name: 'showSegment',
      scope: 'read',
      about: 'One segment.',
      places: PLACES,
      gives: SEGMENT,
      unknown: 'segment_unknown',
      find: ({ account, places: { id } }) => showOne(account.id, id),
    }),
    defineEndpoint({
      method: 'GET',
      path: `${AT}/count`,
      name: 'countSegment',
      scope: 'read',
      places: PLACES,
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
