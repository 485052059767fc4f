/** `/v1/batches`: sends with many recipients, from numbers and from files. */
import { limit } from '../../domain/limits.ts';
import { BATCH_SOURCES, BATCH_STATES } from '../../domain/message/kept-batch.ts';
import type { BatchReports } from '../../journey/journey.ts';
import type { Clock } from '../../kit/clock.ts';
import { Type } from '../../kit/shape.ts';
import { BATCH, showBatch, type ShownBatch } from './batch-shape.ts';
import { readNumberCursor, writeNumberCursor } from './cursor.ts';
import { defineEndpoint, done, refused, refuseFields, type Endpoint } from './endpoint.ts';
import { nullable } from './nullable.ts';
import { readId } from './read-id.ts';

const BATCH_LIST = Type.Object(
  { data: Type.Array(BATCH), next_cursor: nullable('For the next page; null: there is none.') },
  { title: 'BatchList', additionalProperties: false },
);

const LIST_QUERY = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: limit('pageItems'), default: 50 }),
    cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before.' })),
    source: Type.Optional(Type.Enum([...BATCH_SOURCES], { description: 'Of this source only.' })),
    state: Type.Optional(Type.Enum([...BATCH_STATES], { description: 'In this state only.' })),
  },
  { additionalProperties: false },
);

const BAD_CURSOR = { pointer: '/cursor', rule: 'must be a next_cursor of this list' };

/** `GET /v1/batches` */
export function createListBatches(batches: Pick<BatchReports, 'list'>, clock: Clock): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/batches',
    name: 'listBatches',
    about: 'Your batches, newest first: sends to several numbers, and all from files.',
    places: {},
    query: LIST_QUERY,
    gives: BATCH_LIST,
    failures: ['parameters_invalid'],
    async handle({ account, query }) {
      const before = query.cursor === undefined ? undefined : readNumberCursor(query.cursor);
      if (before === 'unreadable') return refuseFields([BAD_CURSOR]);
      const { limit: most, source, state } = query;
      // One more than asked for tells whether there is a next page.
      const found = await batches.list(account.id, { before, most: most + 1, source, state });
      const page = found.slice(0, most);
      const last = page.at(-1);
      const next = found.length > most && last !== undefined ? writeNumberCursor(last.id) : null;
      const nowMs = clock.nowMs();
      const data = page.map((batch) => asInList(showBatch(batch, undefined, nowMs)));
      return done({ data, next_cursor: next });
    },
  });
}

/** A list tells neither how far each is nor which rows are wrong: the batch itself does. */
function asInList(shown: ShownBatch): ShownBatch {
  const { problem } = shown;
  if (problem === null) return { ...shown, progress: null };
  const { errors: _, ...short } = problem;
  return { ...shown, progress: null, problem: short };
}

/** `GET /v1/batches/{id}` */
export function createShowBatch(batches: Pick<BatchReports, 'find'>, clock: Clock): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/batches/{id}',
    name: 'showBatch',
    about: 'One batch: how far it is, and what became of its messages.',
    places: { id: 'The id of a batch.' },
    query: Type.Object({}, { additionalProperties: false }),
    gives: BATCH,
    failures: ['batch_unknown'],
    async handle({ account, places }) {
      const id = readId(places['id']);
      const found = id === undefined ? undefined : await batches.find(account.id, id);
      if (found === undefined) return refused('batch_unknown');
      return done(showBatch(found.batch, found.figures, clock.nowMs()));
    },
  });
}
