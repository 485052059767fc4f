/** `/v1/keys`: an account's API keys, and the addresses it may be called from. */
import { replaceKey, revealKey } from './own-keys.ts';
import { setIpList } from '../accounts/accounts.operations.ts';
import { findMade } from '../users/made-by.ts';
import { createKey, readSecret, revokeKey, setKey } from './keys.operations.ts';
import type { KeyId } from '../../domain/ids.ts';
import { Type } from '../../kit/shape.ts';
import { findKey, listKeys } from './keys.sql.ts';
import { KEY } from './keys.ts';
import { collection } from '../../api/v1/collection.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps, type Shown } from '../../api/v1/operate.ts';
import { closed, nullable, resource } from '../../operations/resource.ts';
import { KEEP, MADE } from '../users/users.http.ts';

const WITH_MADE = resource('KeyInFull', { ...KEY.properties, made: MADE });
const NEW_KEY = resource(
  'NewKey',
  {
    ...KEY.properties,
    key: nullable('The key itself. It is not shown again; null once it has ended.'),
  },
  'An API key that was made just now.',
);

/** A key that was made just now, with what it opens with. */
async function showNew(
  { keyId }: { readonly keyId: KeyId },
  { account, admin, reader }: Pick<Shown<never>, 'account' | 'admin' | 'reader'>,
) {
  const named = { accountId: account.id, id: keyId };
  const key = await findKey(reader, named);
  const secret = await readSecret(reader, admin, named);
  return key && NEW_KEY.show({ ...key, key: secret }, admin.clock.nowMs());
}

const at = collection(KEY, {
  path: '/v1/keys',
  id: idOf<KeyId>('a key'),
  field: 'keyId',
  unknown: 'key_unknown',
});

const ON_ONE = { scope: 'account', failures: ['key_ended'] } as const;

export function createKeyEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  const now = () => chat.clock.nowMs();
  return [
    listOf({
      ...at.list,
      name: 'listKeys',
      scope: 'account',
      about: 'Your API keys, newest first, also those that have ended.',
      find: ({ account, before, most }) =>
        listKeys(reader, { beforeId: before, most, accountId: account.id }),
      show: (key) => KEY.show(key, now()),
    }),
    operate(deps, createKey, {
      ...at.add,
      name: 'createKey',
      scope: 'account',
      about: 'Makes a further key, with no more scopes than the key has that asks for it.',
      gives: NEW_KEY,
      done: [201, 'The key: it is shown this once.'],
      showsSecret: true,
      show: showNew,
    }),
    getOne({
      ...at.show,
      name: 'showKey',
      scope: 'account',
      about: 'One key, and what it has made.',
      gives: WITH_MADE,
      async find({ account, places: { id }, principal: { actor } }) {
        const accountId = account.id;
        const key = await findKey(reader, { accountId, id });
        if (key === undefined) return undefined;
        const asking = { clock: chat.clock, actor };
        const made = await findMade(asking, reader, accountId, [`key:${key.id}`]);
        return { ...key, made };
      },
      show: (key) => WITH_MADE.show(key, now()),
    }),
    operate(deps, revokeKey, {
      ...at.remove,
      ...ON_ONE,
      name: 'revokeKey',
      about:
        'Ends a key at once: one with no more scopes than who asks. Unless they are kept, the ' +
        'keys that it made end, and its webhooks are paused.',
      query: KEEP,
      inputOf: ({ query }) => query,
      done: 'It has ended.',
    }),
    ...createOwnKeyEndpoints(deps),
    ...createIpListEndpoints(deps),
  ];
}

/** What people do with a key that is there. */
function createOwnKeyEndpoints(deps: OperateDeps): readonly Endpoint[] {
  return [
    operate(deps, setKey, {
      ...at.change,
      ...ON_ONE,
      name: 'changeKey',
      about: 'Changes the name of a key, its scopes or when it ends. What is absent stays.',
      show: (key) => KEY.show(key, deps.chat.clock.nowMs()),
    }),
    operate(deps, revealKey, {
      ...at.show,
      ...ON_ONE,
      method: 'POST',
      path: `${at.show.path}/reveal`,
      name: 'revealKey',
      about: 'Shows a key again, to a person who has shown in the last minutes who they are.',
      gives: closed({ key: Type.String() }, { title: 'RevealedKey' }),
      failures: [...ON_ONE.failures, 'confirmation_needed'],
      show: (key) => ({ key }),
    }),
    operate(deps, replaceKey, {
      ...at.show,
      ...ON_ONE,
      method: 'POST',
      path: `${at.show.path}/replace`,
      name: 'replaceKey',
      about: 'Makes a successor that may do the same; the old key ends later.',
      gives: NEW_KEY,
      done: [201, 'The successor: it is shown this once.'],
      repeatable: true,
      showsSecret: true,
      show: showNew,
      location: at.add.location,
    }),
  ];
}

const IP_LIST = closed(
  { addresses: Type.Array(Type.String(), { description: 'Empty: from anywhere.' }) },
  { title: 'IpList', description: 'From where an account may be called: addresses, networks.' },
);

function createIpListEndpoints(deps: OperateDeps): readonly Endpoint[] {
  return [
    getOne({
      path: '/v1/ip-list',
      name: 'showIpList',
      scope: 'account',
      about: 'From where you may call.',
      gives: IP_LIST,
      find: async ({ account }) => ({ addresses: [...account.ipList] }),
    }),
    operate(deps, setIpList, {
      method: 'PUT',
      path: '/v1/ip-list',
      name: 'setIpList',
      scope: 'account',
      about: 'Sets all of the list. It holds at once: a caller who is not on it is refused.',
      gives: IP_LIST,
      show: (addresses) => ({ addresses: [...addresses] }),
    }),
  ];
}
