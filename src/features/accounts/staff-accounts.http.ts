/** `/v1/staff/accounts`: whose account it is, and how it stands. */
import { showRupees } from '../../domain/pricing/money.ts';
import { mayDo } from '../../operations/staff-rights.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type Static } from '../../kit/shape.ts';
import {
  findAccount,
  searchAccounts,
  type AccountRecord,
  type AccountSearch,
} from './accounts.sql.ts';
import { listAccountUsers } from '../users/users.sql.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { listLedger } from '../../store/ledger/ledger.ts';
import { LINE, readSpending, showLine, SPENDING } from '../credit/credit.http.ts';
import { showUser, USER } from '../users/users.http.ts';
import { done, refused } from '../../api/v1/endpoint.ts';
import {
  BAD_CURSOR,
  cutPage,
  PAGE_FIELDS,
  pageOf,
  readNumberCursor,
  writeNumberCursor,
} from '../../api/v1/pages.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import {
  definePersonEndpoint,
  type PersonEndpoint,
  type SignedIn,
} from '../../api/v1/person-endpoint.ts';
import { closed, readId, showTime } from '../../api/v1/shapes.ts';

const NAME = 'listStaffAccounts';
/** Lines of the ledger beside an account. */
const RECENT = 10;

const FACTS = {
  id: Type.String(),
  name: Type.String(),
  state: Type.Enum(['active', 'disabled']),
  verified: Type.Boolean(),
  postpaid: Type.Boolean(),
  balance: Type.String({ description: 'Rupees that it may still spend.' }),
  keys: Type.Integer({ minimum: 0, description: 'That are valid now.' }),
  created_at: Type.String({ format: 'date-time' }),
};
const FOUND = closed(FACTS, { title: 'FoundAccount', description: 'An account, to staff.' });

const ACCOUNT = closed(
  {
    ...FACTS,
    plan: closed({
      fixed_content: Type.Boolean(),
      mnp_coverage: Type.Boolean(),
      mnp_option: Type.Boolean(),
      always_200: Type.Boolean(),
      lookalikes: Type.Boolean(),
    }),
    addresses: Type.Array(Type.String(), { description: 'Its IP list; empty: from anywhere.' }),
    today: SPENDING,
    this_month: SPENDING,
    users: Type.Array(USER, { description: 'Its people, the newest first.' }),
    ledger: Type.Array(LINE, { description: `The last ${RECENT} lines.` }),
  },
  { title: 'StaffAccount', description: 'An account with its people and its money.' },
);

function showFound(it: AccountRecord): Static<typeof FOUND> {
  return {
    id: String(it.id),
    name: it.name,
    state: it.state,
    verified: it.verified,
    postpaid: it.postpaid,
    balance: showRupees(it.availableMicros),
    keys: it.keys,
    created_at: showTime(it.createdAtMs),
  };
}

/** Digits are an id, what has an @ is somebody's address, all else is part of a name. */
function readSearch(text = ''): Pick<AccountSearch, 'accountId' | 'name' | 'email'> {
  const search = text.trim();
  const nothing = { accountId: undefined, name: undefined, email: undefined };
  if (search === '') return nothing;
  if (/^\d+$/.test(search)) return { ...nothing, accountId: readId(search) ?? 0 };
  if (search.includes('@')) return { ...nothing, email: search.toLowerCase() };
  return { ...nothing, name: search };
}

const maySee = ({ staffRole }: SignedIn): boolean =>
  staffRole !== undefined && mayDo(staffRole, 'account show');

/** `GET /v1/staff/accounts` */
function createSearch({ reader }: PeopleDeps): PersonEndpoint {
  return definePersonEndpoint({
    method: 'GET',
    path: '/v1/staff/accounts',
    name: NAME,
    who: 'staff',
    about: 'Accounts by id, part of the name, or the e-mail address of a person; newest first.',
    query: closed({
      ...PAGE_FIELDS,
      search: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(Type.Enum(['active', 'disabled'])),
      verified: Type.Optional(Type.Boolean()),
    }),
    gives: pageOf(FOUND, { title: 'FoundAccountList' }),
    failures: ['staff_role_too_low'],
    async handle({ person, query: { cursor, limit: most, search, state, verified } }) {
      if (!maySee(person)) return refused('staff_role_too_low');
      const beforeId = readNumberCursor(cursor, NAME);
      if (beforeId === 'unreadable') return BAD_CURSOR;
      const ask = { ...readSearch(search), state, verified, beforeId, most: most + 1 };
      const found = await searchAccounts(reader, ask);
      const { rows, next } = cutPage(found, most, ({ id }) => writeNumberCursor(id, NAME));
      return done({ data: rows.map(showFound), next_cursor: next });
    },
  });
}

/** `GET /v1/staff/accounts/{id}` */
function createShow({ reader, admin }: PeopleDeps): PersonEndpoint {
  return definePersonEndpoint({
    method: 'GET',
    path: '/v1/staff/accounts/{id}',
    name: 'showStaffAccount',
    who: 'staff',
    about: 'One of them: its plan, its people, and its money.',
    places: { id: 'The id of an account.' },
    gives: ACCOUNT,
    failures: ['staff_role_too_low', 'found_account_unknown'],
    async handle({ person, places }) {
      if (!maySee(person)) return refused('staff_role_too_low');
      const accountId = (readId(places['id']) ?? 0) as AccountId;
      const found = await findAccount(reader, { accountId });
      const nowMs = admin.clock.nowMs();
      const balance = await readBalance(reader, accountId, nowMs);
      if (found === undefined || balance === undefined) {
        return refused('found_account_unknown');
      }
      const most = limit('accountUsers');
      const users = await listAccountUsers(reader, { beforeId: undefined, most, accountId });
      const anything = { kinds: undefined, sinceMs: undefined, untilMs: undefined };
      const ask = { ...anything, accountId, beforeId: undefined, most: RECENT };
      const ledger = await listLedger(reader, ask);
      return done({
        ...showFound(found),
        plan: {
          fixed_content: found.fixedContent,
          mnp_coverage: found.mnpCoverage,
          mnp_option: found.mnpOption,
          always_200: found.always200,
          lookalikes: found.lookalikes,
        },
        addresses: [...found.ipList],
        ...(await readSpending(reader, accountId, { spending: balance.spending, nowMs })),
        users: users.map(showUser),
        ledger: ledger.map(showLine),
      });
    },
  });
}

export function createStaffAccounts(deps: PeopleDeps): readonly PersonEndpoint[] {
  return [createSearch(deps), createShow(deps)];
}
