/** `/v1/users`: who may act for an account. */
import { changeRole, removeAccountUser } from '../../../admin/users.ts';
import { ROLES, ROLE_SCOPES, SCOPES } from '../../../domain/account/account.ts';
import { Type, type Static } from '../../../kit/shape.ts';
import {
  findAccountUser,
  listAccountUsers,
  type AccountUser,
} from '../../../store/accounts/users.ts';
import { defineEndpoint, done, refused, type Endpoint } from '../endpoint.ts';
import { listOf } from '../list.ts';
import { operate, type OperateDeps } from '../operate.ts';
import { closed, readId, showTime } from '../shapes.ts';

export const USER = closed(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Type.Enum([...ROLES]),
    scopes: Type.Array(Type.Enum([...SCOPES]), { description: 'What the role may do.' }),
    second_factor: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'User', description: 'A person who may act for the account.' },
);

export function showUser(user: AccountUser): Static<typeof USER> {
  const { id, email, name, role, secondFactor, createdAtMs } = user;
  return {
    ...{ id: String(id), email, name, role, scopes: [...ROLE_SCOPES[role]] },
    ...{ second_factor: secondFactor, created_at: showTime(createdAtMs) },
  };
}

const ONE = {
  path: '/v1/users/{id}',
  scope: 'account',
  places: { id: 'The id of a user.' },
  fromPath: { userId: 'id' },
  unknown: 'user_unknown',
} as const;

export function createUserEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      ...{ path: '/v1/users', name: 'listUsers', scope: 'account', item: USER, title: 'UserList' },
      about: 'Who may act for your account, newest first.',
      filters: {},
      find: ({ account, before: beforeId, most }) =>
        listAccountUsers(reader, account.id, { beforeId, most }),
      placeOf: ({ id }) => id,
      show: showUser,
    }),
    defineEndpoint({
      ...{ method: 'GET', path: ONE.path, name: 'showUser', scope: 'account', places: ONE.places },
      about: 'One of them.',
      gives: USER,
      failures: ['user_unknown'],
      async handle({ account, places }) {
        const user = await findAccountUser(reader, account.id, readId(places['id']) ?? 0);
        return user === undefined ? refused('user_unknown') : done(showUser(user));
      },
    }),
    operate(deps, changeRole, {
      ...{ ...ONE, method: 'PATCH', name: 'changeUser' },
      about: 'Gives a user another role; an account always keeps an owner.',
      gives: USER,
      async show(_, { account, input }) {
        const user = await findAccountUser(reader, account.id, input.userId);
        if (user === undefined) throw new Error('a user whose role was changed is gone');
        return showUser(user);
      },
    }),
    operate(deps, removeAccountUser, {
      ...{ ...ONE, method: 'DELETE', name: 'removeUser' },
      about: 'Takes a user out of your account; an account always keeps an owner.',
      gives: Type.Null(),
      done: [204, 'They are out.'],
      show: () => null,
    }),
  ];
}
