/** `/v1/webhooks`: where an account has its events posted. */
import type { Account } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { collection } from '../../api/v1/collection.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { allOf, getOne, idOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import {
  addWebhook,
  changeWebhook,
  openSecret,
  removeWebhook,
  rotateWebhookSecret,
  type HookAdmin,
} from './webhooks.operations.ts';
import { listWebhooks, readHeldWebhooks } from './webhooks.sql.ts';
import { WEBHOOK, WEBHOOK_WITH_SECRET } from './webhook-shape.http.ts';

export const at = collection(WEBHOOK, {
  path: '/v1/webhooks',
  id: idOf('a webhook'),
  field: 'webhook',
  unknown: 'webhook_unknown',
});

const scope = 'account';
const WITH_SECRET = { scope, gives: WEBHOOK_WITH_SECRET, showsSecret: true } as const;

export function createWebhookEndpoints(deps: OperateDeps<HookAdmin>): readonly Endpoint[] {
  const { reader } = deps;
  const { path, item, show } = at.list;
  return [
    allOf({
      path,
      item,
      show,
      name: 'listWebhooks',
      scope,
      about: 'Your webhooks, the oldest first.',
      find: ({ account }) => listWebhooks(reader, { accountId: account.id }),
    }),
    getOne({
      ...at.show,
      name: 'showWebhook',
      scope,
      about: 'One of your webhooks.',
      find: ({ account, places: { id } }) => findWebhook(reader, account, id),
    }),
    operate(deps, addWebhook, {
      ...at.add,
      ...WITH_SECRET,
      name: 'addWebhook',
      done: [201, 'It gets what happens from now on.'],
      unknown: 'webhook_unknown',
      failures: ['webhooks_exceeded'],
      refuse: ({ field }) => (field === 'webhooks' ? TOO_MANY : undefined),
      async show({ id }, { account, admin }) {
        const found = (await readHeldWebhooks(reader, [account.id])).find((it) => it.id === id);
        return found && { ...WEBHOOK.show(found), secret: openSecret(admin, found) };
      },
    }),
    operate(deps, changeWebhook, { ...at.change, name: 'changeWebhook', scope }),
    operate(deps, removeWebhook, { ...at.remove, name: 'removeWebhook', scope, done: 'Done.' }),
    operate(deps, rotateWebhookSecret, {
      ...at.show,
      ...WITH_SECRET,
      method: 'POST',
      path: `${at.show.path}/rotate-secret`,
      name: 'rotateWebhookSecret',
      repeatable: true,
      failures: ['webhook_secrets_exceeded'],
      async show({ sealed }, { account, admin, input: { webhook: id } }) {
        const found = await findWebhook(reader, account, id);
        const secret = Buffer.from(sealed, 'base64');
        return found && { ...WEBHOOK.show(found), secret: openSecret(admin, { id, secret }) };
      },
    }),
  ];
}

const TOO_MANY = {
  kind: 'refused',
  refusal: refuse('webhooks_exceeded', { most: String(limit('accountWebhooks')) }),
} as const;

async function findWebhook(reader: Reader, { id: accountId }: Account, id: number) {
  return (await listWebhooks(reader, { accountId })).find((it) => it.id === id);
}
