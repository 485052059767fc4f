/** `/v1/batches`: sends with many recipients, from numbers and from files. */
import { BATCH_SOURCES, BATCH_STATES } from '../../domain/message/kept-batch.ts';
import type { BatchReports } from '../../journey/journey.ts';
import type { Clock } from '../../kit/clock.ts';
import { Type } from '../../kit/shape.ts';
import { BATCH, showBatch, type ShownBatch } from './batch-shape.ts';
import { defineEndpoint, done, refused, type Endpoint } from './endpoint.ts';
import {
  BAD_CURSOR,
  cutPage,
  PAGE_FIELDS,
  pageOf,
  readNumberCursor,
  writeNumberCursor,
} from './pages.ts';
import { closed, readId } from './shapes.ts';

const BATCH_LIST = pageOf(BATCH, { title: 'BatchList' });

const LIST_QUERY = closed({
  ...PAGE_FIELDS,
  source: Type.Optional(Type.Enum([...BATCH_SOURCES], { description: 'Of this source only.' })),
  state: Type.Optional(Type.Enum([...BATCH_STATES], { description: 'In this state only.' })),
});

/** `GET /v1/batches` */
export function createListBatches(batches: Pick<BatchReports, 'list'>, clock: Clock): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/batches',
    name: 'listBatches',
    about: 'Your batches, newest first: sends to several numbers, and all from files.',
    query: LIST_QUERY,
    gives: BATCH_LIST,
    async handle({ account, query }) {
      const before = readNumberCursor(query.cursor);
      if (before === 'unreadable') return BAD_CURSOR;
      const { limit: most, source, state } = query;
      const found = await batches.list(account.id, { before, most: most + 1, source, state });
      const { rows, next } = cutPage(found, most, ({ id }) => writeNumberCursor(id));
      const nowMs = clock.nowMs();
      const data = rows.map((batch) => asInList(showBatch(batch, undefined, nowMs)));
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
