import { addOperator } from '../../admin/routing/add-operator.ts';
import { pointOperator } from '../../admin/routing/point-operator.ts';
import { setPrefixes } from '../../admin/routing/set-prefixes.ts';
import { listOperators } from '../../store/settings/list-operators.ts';
import { agree, YES } from '../agree.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';
import { tellStranded } from '../stranded.ts';

async function list({ reader }: Line): Promise<Answer> {
  const operators = await listOperators(reader);
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  return {
    data: operators.map(({ id, name, prefixes, carriedBy }) => ({
      id,
      name,
      carried_by: carriedBy === null ? null : (names.get(carriedBy) ?? null),
      prefixes,
    })),
  };
}

async function add({ admin }: Line, given: Given): Promise<Answer> {
  const name = given.arg('NAME');
  const id = settled(await addOperator(admin, name), given);
  return { data: { id, name }, note: `Next: paigham prefix set ${name} PREFIX…` };
}

async function point(line: Line, given: Given): Promise<Answer> {
  const operator = given.arg('OPERATOR');
  const carrier = given.arg('CARRIER');
  await agree(line, given, await tellPointed(line, operator, carrier));
  settled(await pointOperator(line.admin, { operator, carrier }), given);
  const note = `Undone by: paigham operator unpoint ${operator}`;
  return { data: { operator, carried_by: carrier }, note };
}

async function unpoint(line: Line, given: Given): Promise<Answer> {
  const operator = given.arg('OPERATOR');
  await agree(line, given, await tellPointed(line, operator, undefined));
  settled(await pointOperator(line.admin, { operator, carrier: undefined }), given);
  return { data: { operator, carried_by: null } };
}

/** What an operator loses when its messages travel by the routes of another, or by its own. */
function tellPointed(
  line: Line,
  operator: string,
  carrier: string | undefined,
): Promise<readonly string[]> {
  return tellStranded(line, (plan) => {
    const idOf = (name: string | undefined) =>
      [...plan.operatorNames].find(([, it]) => it === name)?.[0];
    const [id, by] = [idOf(operator), idOf(carrier)];
    const carriedBy = new Map(plan.carriedBy);
    if (id !== undefined) carriedBy.delete(id);
    if (id !== undefined && by !== undefined) carriedBy.set(id, by);
    return { ...plan, carriedBy };
  });
}

async function set({ admin }: Line, given: Given): Promise<Answer> {
  const operator = given.arg('OPERATOR');
  const prefixes = given.args('PREFIX…');
  settled(await setPrefixes(admin, { operator, prefixes }), given);
  return { data: { operator, prefixes } };
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const prefixes = given.args('PREFIX…');
  const left = (await listOperators(line.reader))
    .flatMap((operator) => operator.prefixes)
    .filter((prefix) => !prefixes.includes(prefix));
  const orphans = prefixes.filter((prefix) => !left.some((it) => prefix.startsWith(it)));
  await agree(
    line,
    given,
    orphans.map((prefix) => `Numbers that begin with ${prefix} would be refused: nobody has them.`),
  );
  settled(await setPrefixes(line.admin, { operator: undefined, prefixes }), given);
  return { data: { operator: null, prefixes } };
}

export const operatorCommands: readonly Command[] = [
  {
    name: 'operator list',
    args: [],
    options: [],
    about: 'Lists mobile networks and their prefixes.',
    run: list,
  },
  {
    name: 'operator add',
    args: ['NAME'],
    options: [],
    about:
      'Adds a mobile network. Callers of the SMS interface cannot name it in "network": that ' +
      'list is closed.',
    run: add,
  },
  {
    name: 'operator point',
    args: ['OPERATOR', 'CARRIER'],
    options: [YES],
    about: 'Carries the messages of an operator by another one’s routes, under its own name.',
    run: point,
  },
  {
    name: 'operator unpoint',
    args: ['OPERATOR'],
    options: [YES],
    about: 'Carries the messages of an operator by its own routes again.',
    run: unpoint,
  },
  {
    name: 'prefix set',
    args: ['OPERATOR', 'PREFIX…'],
    options: [],
    about: 'Says whose numbers begin with 923…; the longest prefix wins.',
    run: set,
  },
  {
    name: 'prefix remove',
    args: ['PREFIX…'],
    options: [YES],
    about: 'Leaves prefixes without an operator: such numbers are refused.',
    run: remove,
  },
];
