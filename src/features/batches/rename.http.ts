/** `PATCH /v1/batches/{id}`: what a batch is called. */
import type { BatchReports } from '../../journey/journey.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { idOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { BATCH, showBatch } from './batch-shape.http.ts';
import { ofTests } from './batches.http.ts';
import { renameBatch } from './rename.operations.ts';

type Deps = {
  readonly batches: Pick<BatchReports, 'find'>;
  readonly clock: Clock;
  readonly chat: OperateDeps;
};

/** `PATCH /v1/batches/{id}` */
export function createRenameBatch({ batches, clock, chat }: Deps): Endpoint {
  return operate(chat, renameBatch, {
    method: 'PATCH',
    path: '/v1/batches/{id}',
    name: 'renameBatch',
    scope: 'send',
    inTest: true,
    guards: [ofTests(batches)],
    about: 'Gives a batch another name; null: it is called as its file again.',
    places: { id: idOf('a batch') },
    fromPath: { id: 'id' },
    gives: BATCH,
    unknown: 'batch_unknown',
    async show(id, { account }) {
      const found = await batches.find(account.id, id);
      if (found === undefined) throw new Error('a batch that was renamed is not found');
      return showBatch(found.batch, found.figures, clock.nowMs());
    },
  });
}
