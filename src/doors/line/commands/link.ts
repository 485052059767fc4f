import { addLink } from '../../../desk/roads/add-link.ts';
import { setLink } from '../../../desk/roads/set-link.ts';
import { LINK_FIELDS, ruleOf } from '../../../domain/routing/link-config.ts';
import { UNHEARD, type LinkHealth } from '../../../domain/routing/link-health.ts';
import type { OptionShape } from '../../../kit/arguments.ts';
import { Refusal, UsageError } from '../../../kit/refusal.ts';
import { readLinkHealth } from '../../../store/settings/link-health.ts';
import { findLink, listLinks, type LinkRecord } from '../../../store/settings/links.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { configOptions, optionOf, readConfig, showConfig } from '../config-options.ts';
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
  return (await line.readInput()).trimEnd();
}

async function list({ reader }: Line): Promise<Answer> {
  const health = await readLinkHealth(reader);
  const data = (await listLinks(reader)).map((link) => summary(link, health.get(link.id)));
  return { data };
}

function summary(
  { id, name, enabled, config }: LinkRecord,
  { state, sinceMs, words }: LinkHealth = UNHEARD,
): Fields {
  const { host, port, systemId, windowSubmits, ratePerSecond, ambiguous } = config;
  const values = { windowSubmits, ratePerSecond, ambiguous };
  return {
    id,
    name,
    enabled,
    address: `${host}:${port}`,
    login: String(systemId),
    state: enabled ? state : null,
    since: enabled && sinceMs > 0 ? showTime(sinceMs) : null,
    ...showConfig(LINK_FIELDS, values),
    why: enabled ? (words ?? null) : null,
  };
}

async function show({ reader }: Line, given: Given): Promise<Answer> {
  const link = await findLink(reader, given.arg('LINK'));
  if (link === undefined) throw new Refusal('There is no such link: see "paigham link list".');
  const { id, name, enabled, config } = link;
  return { data: { id, name, enabled, ...showConfig(LINK_FIELDS, config) } };
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
  settled(await addLink(line.desk, { name, config, password }), given);
  const answer = await show(line, given);
  return { ...answer, note: `Next: paigham route set OPERATOR ${name}` };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const config = readConfig(LINK_FIELDS, given);
  const password = await readPassword(line, given);
  if (Object.keys(config).length === 0 && password === undefined) {
    throw new UsageError('Say what to set: see "paigham link set --help".');
  }
  const change = { name: given.arg('LINK'), config };
  const secret = password === undefined ? {} : { password };
  settled(await setLink(line.desk, { ...change, ...secret }), given);
  return show(line, given);
}

const enable = (enabled: boolean) => async (line: Line, given: Given) => {
  settled(await setLink(line.desk, { name: given.arg('LINK'), enabled }), given);
  return show(line, given);
};

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
    options: [...CONFIG_OPTIONS, ...PASSWORD_OPTIONS],
    about: 'Changes a link.',
    run: set,
  },
  {
    name: 'link enable',
    args: ['LINK'],
    options: [],
    about: 'Uses a link again.',
    run: enable(true),
  },
  {
    name: 'link disable',
    args: ['LINK'],
    options: [],
    about: 'Sends nothing more by a link.',
    run: enable(false),
  },
];
