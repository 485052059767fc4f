/** Caps on how many messages are accepted within some minutes. */
import { limit } from '../../domain/limits.ts';
import { CAP_SCOPES } from '../../domain/policy/policy.ts';
import { Type } from '../../kit/shape.ts';
import { listAudit } from '../audit/audit.sql.ts';
import { countCaps, deleteCap, listCaps, upsertCap } from './caps.sql.ts';
import { changed, refuse } from '../../operations/admin.ts';
import {
  account,
  argument,
  defaulted,
  id,
  oneOf,
  option,
  senderRoute,
  whole,
  type Kind,
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { like } from '../../operations/present.ts';
import { everyAccount, from, orNull, orWord, resource } from '../../operations/resource.ts';
import { at } from '../../operations/show.ts';

const ALARMS = 200;

const NONE = 'none';

const CAP = resource('Cap', {
  id: Type.Integer(),
  account: everyAccount(),
  per: from('scope', Type.Enum([...CAP_SCOPES])),
  route: from('senderRoute', orWord(senderRoute.schema, 'every')),
  most: orWord(Type.Integer(), NONE),
  minutes: orNull(Type.Integer()),
});
const show = CAP.columns();

export const capList = query({
  name: 'cap list',
  about: 'Lists the caps on how many messages are accepted within a period.',
  input: {},
  read: async ({ reader }) => ({ data: (await listCaps(reader)).map(show) }),
});

const MOST = 1_000_000_000;
const count = whole('MOST', 1, MOST);
const most: Kind<number | typeof NONE> = {
  ...count,
  schema: Type.Union([count.schema, Type.Literal(NONE)]),
  read: (given, source) => (given === NONE ? NONE : count.read(given, source)),
  rule: (value) => (value === NONE ? undefined : count.rule?.(value)),
};

/** An account's caps for a scope replace the general ones; a cap of "none" lifts them. */
export const setCap = operation({
  name: 'cap set',
  about:
    'Caps how many messages are accepted per number, block, template or account; none: no cap.',
  audit: 'cap.set',
  raises: 'settings',
  input: {
    scope: argument('PER', oneOf('PER', CAP_SCOPES)),
    most: argument('MOST', most),
    minutes: defaulted(
      'minutes',
      whole('MINUTES', 1, limit('capMinutes')),
      'the length of the period in which they are counted',
      10,
    ),
    senderRoute: option('route', senderRoute, 'of this sender type only'),
    accountId: option('account', account, 'for this account, instead of the general cap'),
  },
  async work(transaction, input) {
    const isNone = input.most === NONE;
    if (isNone && input.accountId === undefined) {
      return refuse('most', 'must be a number for everybody: remove the cap instead');
    }
    if ((await countCaps(transaction)) >= limit('policyRows')) {
      return refuse('most', `cannot be set: there are ${limit('policyRows')} caps already`);
    }
    const window = input.most === NONE ? NO_CAP : { most: input.most };
    const cap = await upsertCap(transaction, { ...input, ...window });
    return changed(cap, { ...cap });
  },
  show: (cap) => ({ data: show(cap) }),
  present: {
    by: ['scope', 'minutes', 'senderRoute', 'accountId'],
    read: async ({ reader }, { minutes, ...scope }) => {
      const caps = (await listCaps(reader)).filter(like(scope));
      const found = caps.find((it) => it.minutes === minutes || it.most === undefined);
      return found && { most: found.most ?? NONE };
    },
  },
});

const NO_CAP = { most: undefined, minutes: undefined };

export const removeCap = operation({
  name: 'cap remove',
  about: 'Removes a cap, or an account’s exception to one.',
  audit: 'cap.remove',
  raises: 'settings',
  input: { id: argument('ID', id) },
  concerns: async (reader, { id: wanted }) =>
    (await listCaps(reader)).find((it) => it.id === wanted)?.accountId,
  async work(transaction, input) {
    const cap = await deleteCap(transaction, { id: input.id });
    return cap === undefined
      ? refuse('id', 'is not one of the caps: see "paigham cap list"')
      : changed(cap, { ...cap });
  },
  show: (cap) => ({ data: show(cap) }),
});

export const capAlarms = query({
  name: 'cap alarms',
  about: 'Lists the caps on messages and on spending that were reached recently, newest first.',
  input: {},
  async read({ reader }) {
    const actions = ['cap.reached', 'spending.near_cap'];
    const { lines } = await listAudit(reader, { actions, most: ALARMS });
    const data = lines.map(({ atMs, accountId, action, detail }) => ({
      at: at(atMs),
      account: accountId,
      what: action,
      detail: Object.entries(detail)
        .map(([name, value]) => `${name} ${String(value)}`)
        .join(', '),
    }));
    return { data };
  },
});
