/** `/v1/users`: who may act for an account. */
import { actorsOf, findMade } from './made-by.ts';
import { changeRole, removeAccountUser } from './users.operations.ts';
import { ROLES, ROLE_SCOPES, SCOPES } from '../../domain/account/account.ts';
import { Type } from '../../kit/shape.ts';
import { findAccountUser, listAccountUsers, type AccountUser } from './users.sql.ts';
import { collection } from '../../api/v1/collection.ts';
import { type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { closed, derived, each, id, part, resource, time } from '../../operations/resource.ts';

export const USER = resource(
  'User',
  {
    id: id(),
    email: Type.String(),
    name: Type.String(),
    role: Type.Enum([...ROLES]),
    scopes: derived(
      Type.Array(Type.Enum([...SCOPES]), { description: 'What the role may do.' }),
      ({ role }: AccountUser) => ROLE_SCOPES[role],
    ),
    second_factor: Type.Boolean(),
    created_at: time(),
  },
  'A person who may act for the account.',
);

const SCOPE = Type.Enum([...SCOPES]);

export const MADE = resource(
  'Made',
  {
    keys: each(part({ id: id(), name: Type.String(), scopes: Type.Array(SCOPE) })),
    webhooks: each(part({ id: id(), url: Type.String() })),
  },
  'What ends with its maker: by them, or by a key of theirs.',
);

const WITH_MADE = resource('UserInFull', { ...USER.properties, made: MADE });

export const KEEP = closed({
  keep: Type.Optional(
    Type.Boolean({ default: false, description: 'Leave keys and webhooks that were made.' }),
  ),
});

const at = collection(USER, {
  path: '/v1/users',
  id: idOf('a user'),
  field: 'userId',
  unknown: 'user_unknown',
});

export function createUserEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      ...at.list,
      name: 'listUsers',
      scope: 'account',
      about: 'Who may act for your account, newest first.',
      find: ({ account, before: beforeId, most }) =>
        listAccountUsers(reader, { beforeId, most, accountId: account.id }),
    }),
    getOne({
      ...at.show,
      name: 'showUser',
      scope: 'account',
      about: 'One of them, and what they have made.',
      gives: WITH_MADE,
      show: WITH_MADE.show,
      async find({ account, places: { id: userId }, principal: { actor } }) {
        const accountId = account.id;
        const user = await findAccountUser(reader, { accountId, userId });
        if (user === undefined) return undefined;
        const asking = { clock: deps.chat.clock, actor };
        const made = await findMade(asking, reader, accountId, actorsOf(user));
        return { ...user, made };
      },
    }),
    operate(deps, changeRole, {
      ...at.change,
      scope: 'account',
      name: 'changeUser',
      about:
        'Gives a user another role; an account always keeps an owner. Keys that they made lose ' +
        'what the role may not do, unless they are kept.',
      async show(_, { account, input }) {
        const user = await findAccountUser(reader, { accountId: account.id, userId: input.userId });
        return user && USER.show(user);
      },
    }),
    operate(deps, removeAccountUser, {
      ...at.remove,
      scope: 'account',
      name: 'removeUser',
      about:
        'Takes a user out of your account; an account always keeps an owner. Unless they are ' +
        'kept, the keys that they made end, and their webhooks are paused.',
      query: KEEP,
      inputOf: ({ query }) => query,
      done: 'They are out.',
    }),
  ];
}
