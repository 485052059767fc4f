import { addLink } from '../../admin/routing/add-link.ts';
import { removeLink } from '../../admin/routing/remove-link.ts';
import { setLink } from '../../admin/routing/set-link.ts';
import type { LinkId } from '../../domain/ids.ts';
import {
  checkLinkConfig,
  LINK_FIELDS,
  ruleOf,
  type GivenLinkConfig,
} from '../../domain/routing/link-config.ts';
import { UNHEARD, type LinkHealth } from '../../domain/routing/link-health.ts';
import type { Plan } from '../../domain/routing/lost-ways.ts';
import type { RoutingLink } from '../../domain/routing/routing.ts';
import type { OptionShape } from '../../kit/arguments.ts';
import { UsageError } from '../../kit/refusal.ts';
import { readLinkHealth } from '../../store/settings/link-health.ts';
import { listLinks, type LinkRecord } from '../../store/settings/links.ts';
import { agree, YES } from '../agree.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { configOptions, optionOf, readConfig, showConfig } from '../config-options.ts';
import { findNamedLink } from '../find-link.ts';
import { readPasswordInput } from '../read-secrets.ts';
import { tellStranded } from '../stranded.ts';
import { showTime } from '../values.ts';

const CONFIG_OPTIONS = configOptions(LINK_FIELDS);

const PASSWORD_OPTIONS: readonly OptionShape[] = [
  { name: 'password-stdin', about: 'reads the password of the bind from standard input' },
  { name: 'password', value: 'TEXT', about: 'the same; other users of the machine may see it' },
];

async function readPassword(line: Line, given: Given): Promise<string | undefined> {
  const option = given.option('password');
  if (!given.has('password-stdin')) return option;
  if (option !== undefined)
    throw new UsageError('--password and --password-stdin are one too many.');
  return readPasswordInput(line);
}

async function list({ reader }: Line): Promise<Answer> {
  const health = await readLinkHealth(reader);
  const links = (await listLinks(reader)).map((link) => {
    const { windowSubmits, ratePerSecond, ambiguous } = link.config;
    const config = showConfig(LINK_FIELDS, { windowSubmits, ratePerSecond, ambiguous });
    return { shown: summary(link, health.get(link.id)), config };
  });
  const full = links.map(({ shown, config }) => ({ ...shown, ...config }));
  return { data: links.map(({ shown }) => shown), full, empty: 'No links found.' };
}

function summary(
  { id, name, enabled, config }: LinkRecord,
  { state, sinceMs, words }: LinkHealth = UNHEARD,
): Fields {
  const { host, port, systemId } = config;
  return {
    id,
    name,
    enabled,
    address: `${host}:${port}`,
    login: String(systemId),
    state: enabled ? state : null,
    since: enabled && sinceMs > 0 ? showTime(sinceMs) : null,
    why: enabled ? (words ?? null) : null,
  };
}

async function show(line: Line, given: Given): Promise<Answer> {
  const { id, name, enabled, config } = await findNamedLink(line, given.arg('LINK'));
  return { data: { id, name, enabled, ...showConfig(LINK_FIELDS, config) } };
}

/** What was changed; with --json all of the link. */
async function shown(line: Line, given: Given, changes: GivenLinkConfig): Promise<Answer> {
  const { data: full } = await show(line, given);
  const { id, name, enabled } = await findNamedLink(line, given.arg('LINK'));
  return { data: { id, name, enabled, ...showConfig(LINK_FIELDS, changes) }, full };
}

async function add(line: Line, given: Given): Promise<Answer> {
  const name = given.arg('LINK');
  const password = await readPassword(line, given);
  if (password === undefined) throw new UsageError('Give the password: --password-stdin.');
  const config = readConfig(LINK_FIELDS, given);
  for (const field of ['host', 'systemId'] as const) {
    if (config[field] !== undefined) continue;
    throw new UsageError(`--${optionOf(field)} is needed and ${ruleOf(LINK_FIELDS[field])}.`);
  }
  settled(await addLink(line.admin, { name, config, password }), given);
  const answer = await show(line, given);
  return { ...answer, note: `Next: paigham route set OPERATOR ${name}` };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const config = readConfig(LINK_FIELDS, given);
  const password = await readPassword(line, given);
  if (Object.keys(config).length === 0 && password === undefined) {
    throw new UsageError('Say what to set: see "paigham link set --help".');
  }
  const { id, name } = await findNamedLink(line, given.arg('LINK'));
  const references = config['references'];
  if (references !== undefined) {
    await agree(line, given, await tellStranded(line, change(id, { references }), id));
  }
  const secret = password === undefined ? {} : { password };
  settled(await setLink(line.admin, { name, config, ...secret }), given);
  return shown(line, given, config);
}

/** The routing with another configuration of a link, or with the link disabled. */
const change =
  (id: LinkId, config: GivenLinkConfig | undefined) =>
  (plan: Plan): Plan => {
    const link = plan.links.get(id);
    if (link === undefined || !('references' in link.config)) return plan;
    const links = new Map<LinkId, RoutingLink>(plan.links);
    const changed = checkLinkConfig({ ...link.config, ...config });
    if (config === undefined) links.set(id, { ...link, enabled: false });
    else if (changed.ok) links.set(id, { ...link, config: changed.config });
    return { ...plan, links };
  };

async function enable(line: Line, given: Given): Promise<Answer> {
  const { name } = await findNamedLink(line, given.arg('LINK'));
  settled(await setLink(line.admin, { name, enabled: true }), given);
  return shown(line, given, {});
}

async function disable(line: Line, given: Given): Promise<Answer> {
  const { id, name } = await findNamedLink(line, given.arg('LINK'));
  await agree(line, given, await tellStranded(line, change(id, undefined), id));
  settled(await setLink(line.admin, { name, enabled: false }), given);
  return shown(line, given, {});
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const { id, name } = await findNamedLink(line, given.arg('LINK'));
  settled(await removeLink(line.admin, name), given);
  return { data: { id, name, removed: true } };
}

export const linkCommands: readonly Command[] = [
  { name: 'link list', args: [], options: [], about: 'Lists the links to operators.', run: list },
  { name: 'link show', args: ['LINK'], options: [], about: 'Shows a link in full.', run: show },
  {
    name: 'link add',
    args: ['LINK'],
    options: [...CONFIG_OPTIONS, ...PASSWORD_OPTIONS],
    about: 'Adds an SMPP link, under a short name such as jazz-1.',
    run: add,
  },
  {
    name: 'link set',
    args: ['LINK'],
    options: [...CONFIG_OPTIONS, ...PASSWORD_OPTIONS, YES],
    about: 'Changes a link.',
    run: set,
  },
  { name: 'link enable', args: ['LINK'], options: [], about: 'Uses a link again.', run: enable },
  {
    name: 'link disable',
    args: ['LINK'],
    options: [YES],
    about: 'Sends nothing more by a link; asks first where messages have no other way.',
    run: disable,
  },
  {
    name: 'link remove',
    args: ['LINK'],
    options: [],
    about: 'Removes a disabled link to which no route leads and for which nothing waits.',
    run: remove,
  },
];
