import { addOperator } from '../../../desk/roads/add-operator.ts';
import { pointOperator } from '../../../desk/roads/point-operator.ts';
import { setPrefixes } from '../../../desk/roads/set-prefixes.ts';
import { listOperators } from '../../../store/settings/list-operators.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';

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

async function add({ desk }: Line, given: Given): Promise<Answer> {
  const name = given.arg('NAME');
  const id = settled(await addOperator(desk, name), given);
  return { data: { id, name }, note: `Next: paigham prefix set ${name} PREFIX…` };
}

async function point({ desk }: Line, given: Given): Promise<Answer> {
  const operator = given.arg('OPERATOR');
  const carrier = given.arg('CARRIER');
  settled(await pointOperator(desk, { operator, carrier }), given);
  const note = `Undone by: paigham operator unpoint ${operator}`;
  return { data: { operator, carried_by: carrier }, note };
}

async function unpoint({ desk }: Line, given: Given): Promise<Answer> {
  const operator = given.arg('OPERATOR');
  settled(await pointOperator(desk, { operator, carrier: undefined }), given);
  return { data: { operator, carried_by: null } };
}

async function set({ desk }: Line, given: Given): Promise<Answer> {
  const operator = given.arg('OPERATOR');
  const prefixes = given.args('PREFIX…');
  settled(await setPrefixes(desk, { operator, prefixes }), given);
  return { data: { operator, prefixes } };
}

async function remove({ desk }: Line, given: Given): Promise<Answer> {
  const prefixes = given.args('PREFIX…');
  settled(await setPrefixes(desk, { operator: undefined, prefixes }), given);
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
    about: 'Adds a mobile network; callers write its name in "network".',
    run: add,
  },
  {
    name: 'operator point',
    args: ['OPERATOR', 'CARRIER'],
    options: [],
    about: 'Carries the messages of an operator by another one’s routes, under its own name.',
    run: point,
  },
  {
    name: 'operator unpoint',
    args: ['OPERATOR'],
    options: [],
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
    options: [],
    about: 'Leaves prefixes without an operator: such numbers are refused.',
    run: remove,
  },
];
