/** `/v1/staff/accounts`: whose account it is, and how it stands. */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import { findAccount, searchAccounts, type AccountSearch } from './accounts.sql.ts';
import { listAccountUsers } from '../users/users.sql.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { listLedger } from '../../store/ledger/ledger.ts';
import { LINE, readSpending, SPENDING } from '../credit/credit.http.ts';
import { USER } from '../users/users.http.ts';
import type { PersonEndpoint } from '../../api/v1/endpoint.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { readId } from '../../api/v1/shapes.ts';
import {
  derived,
  each,
  from,
  id,
  money,
  part,
  resource,
  time,
  count,
} from '../../operations/resource.ts';
import { staffMay } from '../../api/v1/guards.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';

/** Lines of the ledger beside an account. */
const RECENT = 10;

const FOUND = resource(
  'FoundAccount',
  {
    id: id(),
    name: Type.String(),
    state: Type.Enum(['active', 'disabled']),
    verified: Type.Boolean(),
    postpaid: Type.Boolean(),
    balance: from('availableMicros', money({ description: 'Rupees that it may still spend.' })),
    keys: count('That are valid now.'),
    created_at: time(),
  },
  'An account, to staff.',
);

const PLAN = part({
  fixed_content: Type.Boolean(),
  mnp_coverage: Type.Boolean(),
  mnp_option: Type.Boolean(),
  always_200: Type.Boolean(),
  lookalikes: Type.Boolean(),
  needs_consent: Type.Boolean(),
});

const ACCOUNT = resource(
  'StaffAccount',
  {
    ...FOUND.properties,
    plan: derived(PLAN, PLAN.show),
    addresses: from(
      'ipList',
      Type.Array(Type.String(), { description: 'Its IP list; empty: from anywhere.' }),
    ),
    today: SPENDING,
    this_month: from('this_month', SPENDING),
    users: each(USER, { description: 'Its people, the newest first.' }),
    ledger: each(LINE, { description: `The last ${RECENT} lines.` }),
  },
  'An account with its people and its money.',
);

/** Digits are an id, what has an @ is somebody's address, all else is part of a name. */
function readSearch(text = ''): Pick<AccountSearch, 'accountId' | 'name' | 'email'> {
  const search = text.trim();
  const nothing = { accountId: undefined, name: undefined, email: undefined };
  if (search === '') return nothing;
  if (/^\d+$/.test(search)) return { ...nothing, accountId: readId(search) ?? 0 };
  if (search.includes('@')) return { ...nothing, email: search.toLowerCase() };
  return { ...nothing, name: search };
}

const SEE = [staffMay('account show')];

/** `GET /v1/staff/accounts` */
function createSearch({ reader }: PeopleDeps): PersonEndpoint {
  return listOf({
    path: '/v1/staff/accounts',
    name: 'listStaffAccounts',
    who: 'staff',
    guards: SEE,
    about: 'Accounts by id, part of the name, or the e-mail address of a person; newest first.',
    filters: {
      search: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(Type.Enum(['active', 'disabled'])),
      verified: Type.Optional(Type.Boolean()),
    },
    item: FOUND,
    title: 'FoundAccountList',
    find: ({ query: { search, state, verified }, before: beforeId, most }) =>
      searchAccounts(reader, { ...readSearch(search), state, verified, beforeId, most }),
    placeOf: ({ id }) => id,
    show: FOUND.show,
  });
}

/** `GET /v1/staff/accounts/{id}` */
function createShow({ reader, admin }: PeopleDeps): PersonEndpoint {
  return getOne({
    path: '/v1/staff/accounts/{id}',
    name: 'showStaffAccount',
    who: 'staff',
    guards: SEE,
    about: 'One of them: its plan, its people, and its money.',
    places: { id: idOf<AccountId>('an account') },
    gives: ACCOUNT,
    unknown: 'found_account_unknown',
    async find({ places: { id: accountId } }) {
      const found = await findAccount(reader, { accountId });
      const nowMs = admin.clock.nowMs();
      const balance = await readBalance(reader, accountId, nowMs);
      if (found === undefined || balance === undefined) return undefined;
      const most = limit('accountUsers');
      const users = await listAccountUsers(reader, { beforeId: undefined, most, accountId });
      const anything = { kinds: undefined, sinceMs: undefined, untilMs: undefined };
      const ask = { ...anything, accountId, beforeId: undefined, most: RECENT };
      const ledger = await listLedger(reader, ask);
      const spending = await readSpending(reader, accountId, { spending: balance.spending, nowMs });
      return ACCOUNT.show({ ...found, ...spending, users, ledger });
    },
  });
}

export function createStaffAccounts(deps: PeopleDeps): readonly PersonEndpoint[] {
  return [createSearch(deps), createShow(deps)];
}
