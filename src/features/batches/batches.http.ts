/** `/v1/batches`: sends to many recipients, from numbers or from files. */
import { cancelBatch, pauseBatch, rescheduleBatch, resumeBatch } from './batches.operations.ts';
import type { HoldWish } from '../../domain/message/hold.ts';
import { BATCH_SOURCES, BATCH_STATES } from '../../domain/message/kept-batch.ts';
import type { BatchReports, Journey } from '../../journey/journey.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { Type } from '../../kit/shape.ts';
import { BATCH, showBatch, type ShownBatch } from './batch-shape.http.ts';
import type { Account } from '../../domain/account/account.ts';
import { refused, type Endpoint, type Guard } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';

/** `GET /v1/batches` */
export function createListBatches(batches: Pick<BatchReports, 'list'>, clock: Clock): Endpoint {
  return listOf({
    path: '/v1/batches',
    name: 'listBatches',
    scope: 'read',
    about: 'Your batches, newest first: sends to several numbers, and all from files.',
    item: BATCH,
    title: 'BatchList',
    filters: {
      source: Type.Optional(Type.Enum([...BATCH_SOURCES], { description: 'Of this source only.' })),
      state: Type.Optional(Type.Enum([...BATCH_STATES], { description: 'In this state only.' })),
      ...SPAN_FIELDS,
    },
    find: ({ account, query: { source, state }, before, most, span }) =>
      batches.list(account.id, { before, most, source, state, ...span }),
    placeOf: ({ id }) => id,
    show: (batch) => asInList(showBatch(batch, undefined, clock.nowMs())),
  });
}

/** Lists show neither a batch's progress nor its invalid rows: the batch itself does. */
function asInList(shown: ShownBatch): ShownBatch {
  const { problem } = shown;
  if (problem === null) return { ...shown, progress: null };
  const { errors: _, ...short } = problem;
  return { ...shown, progress: null, problem: short };
}

const PLACES = { id: idOf('a batch') };

/** `GET /v1/batches/{id}` */
export function createShowBatch(batches: Pick<BatchReports, 'find'>, clock: Clock): Endpoint {
  return getOne({
    path: '/v1/batches/{id}',
    name: 'showBatch',
    scope: 'read',
    about: 'One batch: its progress, and the state of its messages.',
    places: PLACES,
    gives: BATCH,
    unknown: 'batch_unknown',
    async find({ account, places: { id } }) {
      const found = await batches.find(account.id, id);
      return found && showBatch(found.batch, found.figures, clock.nowMs());
    },
  });
}

/** What a test key may change: batches that a test key has sent. */
export function ofTests(batches: Pick<BatchReports, 'find'>): Guard<{
  readonly account: Account;
  readonly places: Readonly<Record<string, unknown>>;
}> {
  return {
    refuses: ['key_tests_only'],
    async check({ account, places }) {
      if (!account.isTest) return undefined;
      const found = await batches.find(account.id, Number(places['id']));
      return found?.batch.isTest === false ? refused('key_tests_only') : undefined;
    },
  };
}

const ABOUT: Readonly<Record<HoldWish, string>> = {
  pause: 'Stops what waits of a batch, for 72 hours at most; then it is cancelled.',
  resume: 'Lets a paused batch go on.',
  cancel: 'Ends what waits of a batch as rejected, and releases its price.',
};

const OPERATIONS = { pause: pauseBatch, resume: resumeBatch, cancel: cancelBatch } as const;

type HoldDeps = {
  readonly batches: Pick<BatchReports, 'find'>;
  readonly journey: Pick<Journey, 'holdBatch'>;
  readonly clock: Clock;
  readonly chat: OperateDeps;
};

/** `POST /v1/batches/{id}/pause`, `resume` and `cancel` */
export function createHoldBatches(deps: HoldDeps): readonly Endpoint[] {
  const { batches, journey, clock } = deps;
  return (['pause', 'resume', 'cancel'] as const).map((wish) =>
    operate(deps.chat, OPERATIONS[wish], {
      method: 'POST',
      path: `/v1/batches/{id}/${wish}`,
      name: `${wish}Batch`,
      scope: 'send',
      inTest: true,
      guards: [ofTests(batches)],
      about: ABOUT[wish],
      places: PLACES,
      fromPath: { id: 'id' },
      gives: BATCH,
      repeatable: true,
      unknown: 'batch_unknown',
      failures: ['batch_not_waiting', 'batch_cancelled', 'batch_template_stopped'],
      async show(id, { account }) {
        await journey.holdBatch(account.id, id);
        const found = await batches.find(account.id, id);
        if (found === undefined) throw new Error('a batch that was held is not found');
        return showBatch(found.batch, found.figures, clock.nowMs());
      },
    }),
  );
}

export function createRescheduleBatch({ batches, clock, chat }: HoldDeps): Endpoint {
  return operate(chat, rescheduleBatch, {
    method: 'POST',
    path: '/v1/batches/{id}/reschedule',
    name: 'rescheduleBatch',
    scope: 'send',
    inTest: true,
    guards: [ofTests(batches)],
    about: 'Gives a scheduled batch, whose time has not come, another time.',
    places: PLACES,
    fromPath: { id: 'id' },
    gives: BATCH,
    repeatable: true,
    unknown: 'batch_unknown',
    failures: ['batch_not_scheduled', 'batch_held', 'batch_cancelled'],
    async show(id, { account }) {
      const found = await batches.find(account.id, id);
      if (found === undefined) throw new Error('a batch that got another time is not found');
      return showBatch(found.batch, found.figures, clock.nowMs());
    },
  });
}
