/** Operators (mobile networks), and the prefixes of their numbers. */
import { NETWORKS } from '../../domain/routing/routing.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { Type } from '../../kit/shape.ts';
import { raiseSettingsVersion } from '../../store/nodes/versions.ts';
import {
  deletePrefixes,
  enableOperator as writeEnabled,
  findOperator,
  findUsesOfOperator,
  insertOperator,
  listOperators,
  removeOperator as writeRemoved,
  setCarriedBy,
  upsertPrefixes,
} from './operators.sql.ts';
import { cheaperPrefixes } from '../tariffs/price-changes.ts';
import {
  changed,
  must,
  refuse,
  within,
  type Admin,
  type Changed,
  type Refused,
} from '../../operations/admin.ts';
import { argument, argumentsFrom, operator as named, text } from '../../operations/fields.ts';
import { operation, query, type OperationContext } from '../../operations/operation.ts';
import { findNamedOperator } from '../../operations/named-fields.ts';
import { from, nullable, resource } from '../../operations/resource.ts';
import { findStranded } from '../routes/stranded.ts';

const operator = argument('OPERATOR', named);
const NO_OPERATOR = refuse('operator', 'must be one of the operators');

const OPERATOR = resource('Operator', {
  id: Type.Integer(),
  name: Type.String(),
  carried_by: from('carrier', nullable('Whose routes carry its messages.')),
  enabled: Type.Boolean(),
  prefixes: Type.Array(Type.String()),
});

export const operatorList = query({
  name: 'operator list',
  about: 'Lists the mobile networks and their prefixes.',
  input: {},
  async read({ reader }) {
    const present = (await listOperators(reader)).filter(({ removed }) => !removed);
    return { data: present.map(OPERATOR.columns()) };
  },
});

export const addOperator = operation({
  name: 'operator add',
  about:
    'Adds a mobile network for routes and reports. Callers of the SMS interface cannot name it ' +
    'in "network": that list is fixed.',
  audit: 'operator.add',
  raises: 'settings',
  input: {
    name: argument(
      'NAME',
      text('NAME', {
        pattern: /^[A-Za-z][A-Za-z0-9-]{1,29}$/,
        must: 'must have 2 to 30 letters, digits and dashes, a letter first',
      }),
    ),
  },
  async work(transaction, { name }) {
    const operatorId = await insertOperator(transaction, { name });
    return operatorId === undefined ? refuse('name', 'is taken') : changed(operatorId, { name });
  },
  show: (id, { name }) => ({
    data: { id, name },
    note: `Next: paigham prefix set ${name} PREFIX…`,
  }),
});

/**
 * Its name, prefixes and own routes stay, so that callers and reports see no difference and it is
 * easy to undo. Only one step is followed: an operator that carries another's messages must carry
 * its own.
 */
export const pointOperator = operation({
  name: 'operator point',
  about: 'Sends an operator’s messages through another operator’s routes, under its own name.',
  audit: 'operator.point',
  raises: 'settings',
  input: { operator, carrier: argument('CARRIER', named) },
  warn: wouldStrand,
  work: point,
  show: (_, { operator: name, carrier }) => ({
    data: { operator: name, carried_by: carrier },
    note: `To undo: paigham operator unpoint ${name}`,
  }),
  present: {
    by: ['operator'],
    read: async ({ reader }, { operator: name }) => {
      const { carrier = null } = await findNamedOperator(reader, name);
      return { carrier };
    },
  },
});

export const unpointOperator = operation({
  name: 'operator unpoint',
  about: 'Sends an operator’s messages through its own routes again.',
  audit: 'operator.point',
  raises: 'settings',
  input: { operator },
  warn: wouldStrand,
  work: point,
  show: (_, { operator: name }) => ({ data: { operator: name, carried_by: null } }),
});

/** For an operator without a contract: its numbers stay known, and are refused. */
export const disableOperator = operation({
  name: 'operator disable',
  about:
    'Carries nothing to an operator, for example one without a contract: its numbers are refused ' +
    'as without a route, and doctor and alerts say nothing of it.',
  audit: 'operator.enable',
  raises: 'settings',
  input: { operator },
  async warn(context, input) {
    return findStranded(context, (plan) => {
      const id = [...plan.operatorNames].find(([, it]) => it === input.operator)?.[0];
      const idle = new Set(plan.idleOperators);
      if (id !== undefined) idle.add(id);
      return { ...plan, idleOperators: idle };
    });
  },
  work: (transaction, input) => setEnabled(transaction, input.operator, false),
  show: (_, { operator: name }) => ({
    data: { operator: name, enabled: false },
    note: `To undo: paigham operator enable ${name}`,
  }),
});

export const enableOperator = operation({
  name: 'operator enable',
  about: 'Carries messages to a disabled operator again.',
  audit: 'operator.enable',
  raises: 'settings',
  input: { operator },
  work: (transaction, input) => setEnabled(transaction, input.operator, true),
  show: (_, { operator: name }) => ({ data: { operator: name, enabled: true } }),
});

/** What it has carried keeps its name in reports. */
export const removeOperator = operation({
  name: 'operator remove',
  about:
    'Removes an operator that no rule, number block or other operator names and no message waits ' +
    'for; reports keep its name.',
  audit: 'operator.remove',
  raises: 'settings',
  input: { operator },
  async work(transaction, { operator: name }) {
    const operatorId = await findOperator(transaction, { name });
    if (operatorId === undefined) return NO_OPERATOR;
    if (NETWORKS.some((it) => it === name)) {
      return refuse('operator', 'is one that callers may name: see "paigham operator disable"');
    }
    const uses = await findUsesOfOperator(transaction, { id: operatorId });
    const needs = [
      ...(uses.prefixes > 0 ? ['has number blocks: see "paigham prefix remove"'] : []),
      ...(uses.routes > 0 ? ['has routes: see "paigham route list", "route remove"'] : []),
      ...(uses.carried > 0 ? ['carries another operator: see "paigham operator unpoint"'] : []),
      ...(uses.hasWaiting ? ['has messages waiting for it: see "paigham queue list"'] : []),
    ];
    if (needs.length > 0) return refuse('operator', needs.join('; it '));
    await writeRemoved(transaction, { id: operatorId });
    return changed(operatorId, { operator: name });
  },
  show: (id, { operator: name }) => ({ data: { id, name, removed: true } }),
});

async function setEnabled(
  transaction: Transaction,
  name: string,
  enabled: boolean,
): Promise<Changed<undefined> | Refused> {
  const operatorId = await findOperator(transaction, { name });
  if (operatorId === undefined) return NO_OPERATOR;
  await writeEnabled(transaction, { operatorId, enabled });
  return changed(undefined, { operator: name, enabled });
}

type Pointed = { readonly operator: string; readonly carrier?: string | undefined };

async function point(
  transaction: Transaction,
  { operator: name, carrier }: Pointed,
): Promise<Changed<undefined> | Refused> {
  const operatorId = await findOperator(transaction, { name });
  if (operatorId === undefined) return NO_OPERATOR;
  if (carrier === undefined) {
    await setCarriedBy(transaction, { operatorId, carrierId: undefined });
    return changed(undefined, { operator: name, carrier: null });
  }
  const operators = await listOperators(transaction);
  const target = operators.find((it) => it.name === carrier && !it.removed);
  if (target === undefined) return refuse('carrier', 'must be one of the operators');
  if (target.id === operatorId) return refuse('carrier', 'must be another operator');
  if (target.carriedBy !== undefined) {
    return refuse('carrier', 'must not be carried by another operator itself');
  }
  if (operators.some(({ carriedBy }) => carriedBy === operatorId)) {
    return refuse('operator', 'must not carry another operator');
  }
  await setCarriedBy(transaction, { operatorId, carrierId: target.id });
  return changed(undefined, { operator: name, carrier });
}

function wouldStrand(
  context: OperationContext,
  { operator: name, carrier }: Pointed,
): Promise<readonly string[]> {
  return findStranded(context, (plan) => {
    const idOf = (named: string | undefined) =>
      [...plan.operatorNames].find(([, it]) => it === named)?.[0];
    const [id, by] = [idOf(name), idOf(carrier)];
    const carriedBy = new Map(plan.carriedBy);
    if (id !== undefined) carriedBy.delete(id);
    if (id !== undefined && by !== undefined) carriedBy.set(id, by);
    return { ...plan, carriedBy };
  });
}

/** The longest prefix that routing looks up has 7 digits (domain/routing). */
const PREFIX = /^923\d{0,4}$/;
const prefixes = {
  ...argumentsFrom('PREFIX'),
  rule(given: readonly string[]): string | undefined {
    const bad = given.find((prefix) => !PREFIX.test(prefix));
    return bad === undefined ? undefined : `holds ${bad}: must be 923 and up to 4 digits`;
  },
};

export const setPrefixes = operation({
  name: 'prefix set',
  about: 'Assigns prefixes (923…) to an operator; the longest prefix wins.',
  audit: 'prefix.set',
  raises: 'settings',
  input: { operator, prefixes },
  second: sayCheaper,
  async work(transaction, input) {
    const operatorId = await findOperator(transaction, { name: input.operator });
    if (operatorId === undefined) return NO_OPERATOR;
    await upsertPrefixes(transaction, { prefixes: input.prefixes, operatorId });
    return changed(undefined, { ...input });
  },
  show: (_, input) => ({ data: { ...input } }),
});

/** What waits for a second person: that texts to some numbers cost less. */
async function sayCheaper(
  transaction: Transaction,
  {
    operator: to,
    prefixes: given,
  }: { readonly operator?: string; readonly prefixes: readonly string[] },
  { clock }: Admin,
): Promise<string | undefined> {
  const cheaper = await cheaperPrefixes(transaction, given, { nowMs: clock.nowMs(), to });
  if (cheaper.length === 0) return undefined;
  const how = to === undefined ? 'Unassigns' : 'Assigns';
  const where = to === undefined ? '' : ` to ${to}`;
  return `${how} ${given.join(', ')}${where}: texts to ${cheaper.join(', ')} cost less then`;
}

export const removePrefixes = operation({
  name: 'prefix remove',
  about: 'Unassigns prefixes: messages to their numbers are refused.',
  audit: 'prefix.set',
  raises: 'settings',
  input: { prefixes },
  second: sayCheaper,
  async warn({ reader }, input) {
    const left = (await listOperators(reader))
      .flatMap((it) => it.prefixes)
      .filter((prefix) => !input.prefixes.includes(prefix));
    const orphans = input.prefixes.filter((prefix) => !left.some((it) => prefix.startsWith(it)));
    return orphans.map(
      (prefix) => `Numbers that begin with ${prefix} would be refused: no operator has them.`,
    );
  },
  async work(transaction, input) {
    await deletePrefixes(transaction, { prefixes: input.prefixes });
    return changed(undefined, { ...input, operator: null });
  },
  show: (_, input) => ({ data: { operator: null, ...input } }),
});

/**
 * The mobile networks of Pakistan with the prefixes assigned to them (without 0; today's names).
 * Only a starting point: numbers are ported and assignments change, so staff edit them. The holders
 * of 364 and 372–379 are not established, so none is assumed.
 */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  Jazz: [...decade('30'), ...decade('32')],
  Zong: [...decade('31'), '370', '371'],
  Ufone: decade('33').filter((prefix) => prefix !== '338'),
  Telenor: decade('34'),
  SCO: ['355'],
};

function decade(start: string): readonly string[] {
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
}

/** Adds operators and prefixes if there are none yet; otherwise changes nothing. */
export async function seedOperators(admin: Admin): Promise<void> {
  await admin.transact(async (transaction) => {
    const here = within(admin, transaction);
    if ((await listOperators(transaction)).length > 0) return;
    // Another node may be doing the same: the second one waits here and then finds them.
    await raiseSettingsVersion(transaction);
    if ((await listOperators(transaction)).length > 0) return;
    for (const [name, own] of Object.entries(OPERATORS)) {
      must(await addOperator(here, { name }));
      must(await setPrefixes(here, { operator: name, prefixes: own.map((it) => `92${it}`) }));
    }
  });
}
