/** Links: connections to operators over SMPP. */
import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  checkLinkConfig,
  LINK_FIELDS,
  ruleOf,
  type GivenLinkConfig,
} from '../../domain/routing/smpp-link-config.ts';
import type { RoutingLink } from '../../domain/routing/routing.ts';
import type { Plan } from '../../domain/routing/stranded.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import {
  awaitsWords,
  countAwaiting,
  deleteLink,
  findLink,
  findUsesOfLink,
  insertLink,
  type LinkRecord,
  listLinks,
  readLinkHealth,
  updateLink,
} from './links.sql.ts';
import {
  changeSettings,
  changed,
  refuse,
  type Admin,
  type Outcome,
} from '../../operations/admin.ts';
import { configField, optionOf, showConfig, configProperties } from './link-config-fields.ts';
import { LINK, standingOf } from './links.ts';
import {
  argument,
  defaulted,
  findNamedLink,
  flag,
  link,
  password,
  text,
  whole,
} from '../../operations/fields.ts';
import { operation, query, type Field, type OperationContext } from '../../operations/operation.ts';
import { at, type RawAnswer, type RawFields } from '../../operations/show.ts';
import { findStranded } from '../routes/stranded.ts';

const name = argument('LINK', link);

/** SMPP 3.4: an octet string of 9, including its terminator. */
const PASSWORD = /^[\x21-\x7e]{0,8}$/;
const bindPassword = {
  ...password(
    'reads the password of the bind from standard input',
    'the same; other users of this machine may see it',
  ),
  rule: (value: string) =>
    PASSWORD.test(value) ? undefined : 'must have at most 8 ASCII characters',
};

const NO_LINK = refuse('link', 'must be one of the links');

const showName = LINK.columns('id', 'name', 'enabled');

export const linkList = query({
  name: 'link list',
  about: 'Lists the links to operators.',
  input: {},
  async read({ reader, check }) {
    const health = await readLinkHealth(reader);
    const nowMs = check.clock.nowMs();
    const links = (await listLinks(reader)).map((link) => {
      const now = standingOf(link, health, nowMs);
      const isDraining = now.state === 'draining';
      const words = isDraining ? `until ${at(link.drainingUntilMs)}` : now.words;
      return { ...link, ...now, words };
    });
    const data = links.map(LINK.columns());
    const full = links.map(({ config }, index) => {
      const { windowSubmits, ratePerSecond, ambiguous } = config;
      const limits = showConfig(LINK_FIELDS, { windowSubmits, ratePerSecond, ambiguous });
      return { ...data[index], ...limits };
    });
    return { data, full, empty: 'No links found.' };
  },
});

export const linkShow = query({
  name: 'link show',
  about: 'Shows a link in full.',
  input: { name },
  read: async ({ reader }, input) => ({ data: showLink(await findNamedLink(reader, input.name)) }),
});

function showLink(record: LinkRecord, config: GivenLinkConfig = record.config): RawFields {
  return { ...showName(record), ...showConfig(LINK_FIELDS, config) };
}

/** A node takes it up as soon as it hears of it, and messages use it once a route leads to it. */
export const addLink = operation({
  name: 'link add',
  about: 'Adds an SMPP link, under a short name such as jazz-1.',
  audit: 'link.add',
  raises: 'settings',
  input: {
    name: argument(
      'LINK',
      text('LINK', {
        pattern: /^[a-z][a-z0-9-]{0,29}$/,
        must: 'must have 1 to 30 lower-case letters, digits and dashes, a letter first',
      }),
    ),
    config: needed(configField(LINK_FIELDS, true), (config) => {
      const entry = (['host', 'systemId'] as const).find((it) => config?.[it] === undefined);
      if (entry === undefined) return undefined;
      const rule = `is needed and ${ruleOf(LINK_FIELDS[entry])}`;
      return { option: optionOf(entry), rule, sentence: `--${optionOf(entry)} ${rule}.` };
    }),
    password: needed(bindPassword, (value) => {
      if (value !== undefined) return undefined;
      const sentence = 'Give the password: --password-stdin.';
      return { option: 'password', rule: 'is needed', sentence };
    }),
  },
  async work(transaction, input, { seal }) {
    const checked = checkLinkConfig(input.config);
    if (!checked.ok) return checked;
    const { config } = checked;
    const secretSealed = seal.seal(input.password, SEAL_PURPOSES.linkPassword(input.name));
    const added = { name: input.name, config, secretSealed, enabled: true };
    const linkId = await insertLink(transaction, added);
    if (linkId === undefined) return refuse('name', 'is taken');
    return changed(linkId, { name: input.name, config });
  },
  async show(_, input, { reader }) {
    const note = `Next: paigham route set OPERATOR ${input.name}`;
    return { data: showLink(await findNamedLink(reader, input.name)), note };
  },
});

/** A field that turns out to be required; `lack`: what of it is missing. */
function needed<Value>(
  field: Field<Value, 'optional'>,
  lack: (
    value: Value | undefined,
  ) => { readonly option: string; readonly rule: string; readonly sentence: string } | undefined,
): Field<Value, 'needed'> {
  return {
    ...field,
    need: 'needed',
    async read(given, source) {
      const value = await field.read(given, source);
      const lacking = lack(value);
      if (lacking !== undefined) throw new UsageError(lacking.sentence);
      return value;
    },
    async take(body, source) {
      const taken = await field.take(body, source);
      const lacking = 'ok' in taken ? undefined : lack(taken.value);
      return lacking === undefined
        ? taken
        : refuse(lacking.option.replaceAll('-', '_'), lacking.rule);
    },
  };
}

type SetLink = {
  readonly name: string;
  /** Entries of LINK_FIELDS to change. */
  readonly config?: GivenLinkConfig | undefined;
  readonly password?: string | undefined;
  readonly enabled?: boolean;
  /** Of a link that is disabled: how long it stays bound for receipts. */
  readonly drainMs?: number;
};

/** Changes a link: its configuration, its password, and whether it is enabled. */
export async function setLink(admin: Admin, input: SetLink): Promise<Outcome<void>> {
  const { name: named, config: given = {}, password: secret, enabled, drainMs = 0 } = input;
  return changeSettings(admin, { action: 'link.set' }, async (transaction) => {
    const known = await findLink(transaction, { name: named });
    if (known === undefined) return NO_LINK;
    const checked = checkLinkConfig({ ...known.config, ...given });
    if (!checked.ok) return checked;
    const purpose = SEAL_PURPOSES.linkPassword(named);
    const nowMs = admin.clock.nowMs();
    const drains = drainMs > 0 && (await awaitsWords(transaction, known.id, nowMs - DAY_MS));
    await updateLink(transaction, {
      id: known.id,
      config: checked.config,
      secretSealed: secret === undefined ? undefined : admin.seal.seal(secret, purpose),
      enabled,
      drainingUntilMs: drains ? nowMs + drainMs : undefined,
    });
    const newPassword = secret !== undefined;
    const drainMinutes = drains ? drainMs / MINUTE_MS : undefined;
    return changed(undefined, { name: named, config: given, enabled, drainMinutes, newPassword });
  });
}

export const changeLink = operation({
  name: 'link set',
  about: 'Changes a link.',
  needsOne: true,
  input: { name, config: configField(LINK_FIELDS), password: bindPassword },
  async warn(context, input) {
    const references = input.config?.['references'];
    if (references === undefined) return [];
    const { id } = await findNamedLink(context.reader, input.name);
    return findStranded(context, withLink(id, { references }), id);
  },
  audit: 'link.set',
  run: setLink,
  show: (_, input, { reader }) => showChanged(reader, input.name, input.config ?? {}),
  present: {
    by: ['name'],
    read: async ({ reader }, { name }) =>
      configProperties(LINK_FIELDS, (await findNamedLink(reader, name)).config),
  },
});

export const enableLink = operation({
  name: 'link enable',
  about: 'Resumes sending through a disabled link.',
  input: { name },
  audit: 'link.set',
  run: (admin, input) => setLink(admin, { ...input, enabled: true }),
  show: (_, input, { reader }) => showChanged(reader, input.name, {}),
});

export const disableLink = operation({
  name: 'link disable',
  about:
    'Stops sending through a link, which stays bound until its receipts have come. Asks first if ' +
    'messages wait for receipts or have no other route.',
  input: {
    name,
    now: flag('now', 'unbinds at once: receipts of what was sent come when it is enabled again'),
    minutes: defaulted(
      'minutes',
      whole('NUMBER', 1, 4_320),
      'how long it waits for receipts at most',
      limit('drainMinutes'),
    ),
  },
  async warn(context: OperationContext, input) {
    const { id } = await findNamedLink(context.reader, input.name);
    const stranded = await findStranded(context, withLink(id, undefined), id);
    const nowMs = context.check.clock.nowMs();
    const most = limit('countedWaiting');
    const awaiting = await countAwaiting(context.reader, id, { sinceMs: nowMs - DAY_MS, most });
    if (awaiting === 0) return stranded;
    const parts =
      awaiting === 1 ? '1 part' : `${awaiting >= most ? 'At least ' : ''}${awaiting} parts`;
    const of = `${parts} sent in the last day wait for receipts`;
    const then = input.now
      ? 'they come when the link is enabled again'
      : `the link stays bound for them, for at most ${input.minutes} minutes`;
    return [...stranded, `${of}: ${then}.`];
  },
  audit: 'link.set',
  run: (admin, { name: named, now, minutes }) =>
    setLink(admin, { name: named, enabled: false, drainMs: now ? 0 : minutes * MINUTE_MS }),
  show: (_, input, { reader }) => showChanged(reader, input.name, {}),
});

/** What was changed for people, the whole link for programs. */
async function showChanged(
  reader: Reader,
  named: string,
  changes: GivenLinkConfig,
): Promise<RawAnswer> {
  const record = await findNamedLink(reader, named);
  return { data: showLink(record, changes), full: showLink(record) };
}

/** The routing with a different configuration for a link, or with the link disabled. */
function withLink(id: LinkId, config: GivenLinkConfig | undefined): (plan: Plan) => Plan {
  return (plan) => {
    const known = plan.links.get(id);
    if (known === undefined || !('references' in known.config)) return plan;
    const links = new Map<LinkId, RoutingLink>(plan.links);
    const checked = checkLinkConfig({ ...known.config, ...config });
    if (config === undefined) links.set(id, { ...known, enabled: false });
    else if (checked.ok) links.set(id, { ...known, config: checked.config });
    return { ...plan, links };
  };
}

/** What it carried keeps its attempts, without the link's name. */
export const removeLink = operation({
  name: 'link remove',
  about: 'Removes a disabled link that no route leads to and no message waits for.',
  audit: 'link.remove',
  raises: 'settings',
  input: { name },
  async work(transaction, { name: named }, { clock }) {
    const known = await findLink(transaction, { name: named });
    if (known === undefined) return NO_LINK;
    const { id, config } = known;
    if (known.enabled) return refuse('name', 'must be disabled: see "paigham link disable"');
    if ((known.drainingUntilMs ?? 0) > clock.nowMs()) {
      return refuse('name', 'is waiting for receipts: see "paigham link disable LINK --now"');
    }
    const { routes, hasQueued } = await findUsesOfLink(transaction, { id });
    if (routes > 0) return refuse('name', 'has routes: see "paigham route list", "route remove"');
    if (hasQueued) return refuse('name', 'has messages waiting for it: see "paigham doctor"');
    await deleteLink(transaction, id);
    return changed(id, { name: named, id, config });
  },
  show: (id, { name: named }) => ({ data: { id, name: named, removed: true } }),
});
