/** `/v1/users`: who may act for an account. */
import { actorsOf, findMade, type Made } from './made-by.ts';
import { changeRole, removeAccountUser } from './users.operations.ts';
import { ROLES, ROLE_SCOPES, SCOPES } from '../../domain/account/account.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { findAccountUser, listAccountUsers, type AccountUser } from './users.sql.ts';
import { type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { closed } from '../../api/v1/shapes.ts';
import { id, time, derived, resource } from '../../operations/resource.ts';

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

const NAMED = { id: Type.String(), name: Type.String() };

export const MADE = closed(
  {
    keys: Type.Array(closed({ ...NAMED, scopes: Type.Array(Type.Enum([...SCOPES])) })),
    webhooks: Type.Array(closed({ id: Type.String(), url: Type.String() })),
  },
  { title: 'Made', description: 'What ends with its maker: by them, or by a key of theirs.' },
);

const WITH_MADE = closed({ ...USER.properties, made: MADE }, { title: 'UserInFull' });

export const KEEP = closed({
  keep: Type.Optional(
    Type.Boolean({ default: false, description: 'Leave keys and webhooks that were made.' }),
  ),
});

export function showMade({ keys, webhooks }: Made): Static<typeof MADE> {
  return {
    keys: keys.map(({ id, name, scopes }) => ({ id: String(id), name, scopes: [...scopes] })),
    webhooks: webhooks.map(({ id, url }) => ({ id: String(id), url })),
  };
}

const ONE = {
  path: '/v1/users/{id}',
  scope: 'account',
  places: { id: idOf('a user') },
  fromPath: { userId: 'id' },
  unknown: 'user_unknown',
} as const;

export function createUserEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      path: '/v1/users',
      name: 'listUsers',
      scope: 'account',
      item: USER,
      title: 'UserList',
      about: 'Who may act for your account, newest first.',
      find: ({ account, before: beforeId, most }) =>
        listAccountUsers(reader, { beforeId, most, accountId: account.id }),
      placeOf: ({ id }) => id,
      show: USER.show,
    }),
    getOne({
      path: ONE.path,
      name: 'showUser',
      scope: 'account',
      about: 'One of them, and what they have made.',
      places: ONE.places,
      gives: WITH_MADE,
      unknown: 'user_unknown',
      async find({ account, places: { id: userId }, principal: { actor } }) {
        const accountId = account.id;
        const user = await findAccountUser(reader, { accountId, userId });
        if (user === undefined) return undefined;
        const asking = { clock: deps.chat.clock, actor };
        const made = await findMade(asking, reader, accountId, actorsOf(user));
        return { ...USER.show(user), made: showMade(made) };
      },
    }),
    operate(deps, changeRole, {
      ...ONE,
      method: 'PATCH',
      name: 'changeUser',
      about:
        'Gives a user another role; an account always keeps an owner. Keys that they made lose ' +
        'what the role may not do, unless they are kept.',
      gives: USER,
      async show(_, { account, input }) {
        const user = await findAccountUser(reader, { accountId: account.id, userId: input.userId });
        return user && USER.show(user);
      },
    }),
    operate(deps, removeAccountUser, {
      ...ONE,
      method: 'DELETE',
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
