import { setRoute } from '../../../desk/roads/set-route.ts';
import { listLinks } from '../../../store/settings/links.ts';
import { listOperators } from '../../../store/settings/list-operators.ts';
import { listRoutes } from '../../../store/settings/routes.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';
import { readNumber, readRoute } from '../values.ts';

const DEFAULT_PRIORITY = '100';

async function list({ reader }: Line): Promise<Answer> {
  const operators = new Map((await listOperators(reader)).map(({ id, name }) => [id, name]));
  const links = new Map((await listLinks(reader)).map((link) => [link.id, link]));
  const routes = await listRoutes(reader);
  const data = routes.map((route) => ({
    operator: operators.get(route.operatorId) ?? null,
    sender_route: route.senderRoute ?? 'every',
    link: links.get(route.linkId)?.name ?? null,
    priority: route.priority,
    enabled: route.enabled,
    link_enabled: links.get(route.linkId)?.enabled ?? false,
  }));
  return { data };
}

async function set({ desk }: Line, given: Given): Promise<Answer> {
  const text = given.option('sender-route');
  const senderRoute = text === undefined ? undefined : readRoute(text, '--sender-route');
  const priority = readNumber(given.option('priority') ?? DEFAULT_PRIORITY, '--priority');
  const operator = given.arg('OPERATOR');
  const link = given.arg('LINK');
  const enabled = !given.has('off');
  settled(await setRoute(desk, { operator, link, senderRoute, priority, enabled }), given);
  return { data: { operator, sender_route: senderRoute ?? 'every', link, priority, enabled } };
}

export const routeCommands: readonly Command[] = [
  {
    name: 'route list',
    args: [],
    options: [],
    about: 'Lists which link carries messages to which operator.',
    run: list,
  },
  {
    name: 'route set',
    args: ['OPERATOR', 'LINK'],
    options: [
      { name: 'sender-route', value: 'ROUTE', about: 'for this sender route alone' },
      { name: 'priority', value: 'NUMBER', about: 'the lowest wins; 100' },
      { name: 'off', about: 'the route is not used' },
    ],
    about: 'Carries the messages to an operator by a link.',
    run: set,
  },
];
