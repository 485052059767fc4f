import { MAY_WAIT } from '../features/second-person/requests.operations.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../kit/shape.ts';
import { STATE_WORDS } from '../features/messages/message-words.ts';
import type { InputSource } from './operation.ts';
import { inputSchema, propertyOf } from './body.ts';
import { LEFT_OUT } from './operations.http.ts';
import { OPERATIONS } from './operations.ts';

const OF_EVERY_COMMAND = ['json', 'data-dir', 'help', 'yes'];

describe('the table of operations', () => {
  it('has no duplicate names, and no operation has duplicate options', () => {
    const names = OPERATIONS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    for (const { name, input } of OPERATIONS) {
      const options = Object.values(input).flatMap((field) => field.options.map((it) => it.name));
      const all = [...options, ...OF_EVERY_COMMAND];
      expect({ name, all }).toEqual({ name, all: [...new Set(all)] });
    }
  });

  it('reports each required argument that is empty', async () => {
    const given = { arg: () => '', args: () => [''], option: () => undefined, has: () => false };
    const source = {} as InputSource;
    for (const { name, input } of OPERATIONS) {
      for (const field of Object.values(input)) {
        if (field.need !== 'needed' || field.argument === undefined) continue;
        const message = `${field.argument.replace('…', '')} is missing.`;
        const read = (async () => field.read(given, source))();
        const missed = await read.catch((error: unknown) => error);
        expect({ name, missed }).toMatchObject({ name, missed: { message } });
      }
    }
  });

  it('has the audit actions of every operation that changes something', () => {
    const reading = OPERATIONS.filter(({ audit }) => audit === undefined).map(({ name }) => name);
    const looks = / (list|show|count|export|explain|shared|alarms|prices|people)$/;
    const isLook = (name: string) => looks.test(name);
    expect(reading.filter((name) => !isLook(name))).toEqual([
      'bank slip',
      'invoice save',
      'verification save',
      'lookup',
      'doctor',
    ]);
  });

  it('has every audit action of what accounts do in the table of the documents', () => {
    const documents = readFileSync(
      `${import.meta.dirname}/../../docs/interface/account.md`,
      'utf8',
    );
    const isTold = (action: string) => {
      const kinds = action.split('.').map((_, at, all) => [...all.slice(0, at), '…'].join('.'));
      return [action, ...kinds].some((it) => documents.includes(`\`${it}\``));
    };
    const own = OPERATIONS.filter(({ who }) => who === 'account');
    const actions = own.flatMap(({ audit }) => audit ?? []);
    expect(actions.length).toBeGreaterThan(50);
    expect(actions.filter((it) => !isTold(it))).toEqual([]);
  });

  it('that may wait for a second person can be confirmed by one', () => {
    const waiting = OPERATIONS.filter(({ movesMoney }) => movesMoney).map(({ name }) => name);
    expect(MAY_WAIT.map(({ name }) => name).toSorted()).toEqual(waiting.toSorted());
  });

  it('that writes a file of the machine is for a terminal', () => {
    const writing = OPERATIONS.filter(({ about }) => / new (CSV )?file/.test(about));
    expect(writing.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['bank slip', 'invoice save', 'verification save']),
    );
    expect(writing.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name))).toEqual([]);
  });

  it('describes the words that callers give', () => {
    const properties = (named: string) => {
      const found = OPERATIONS.find(({ name }) => name === named);
      return found && inputSchema(found).properties;
    };
    expect(properties('account set')).toHaveProperty('always_200');
    const states = STATE_WORDS;
    expect(properties('message list')).toHaveProperty('state.enum', states);
    for (const [name, property, word] of [
      ['template validity', 'minutes', 'usual'],
      ['cap set', 'most', 'none'],
    ] as const) {
      expect(properties(name)).toHaveProperty(`${property}.anyOf`, [
        expect.objectContaining({ type: 'integer' }),
        expect.objectContaining({ const: word }),
      ]);
    }
    expect(properties('chat set')).toHaveProperty('rate_per_second.type', 'integer');
    expect(properties('link set')).toHaveProperty('port.type', 'integer');
  });

  it('takes from a body what words name by a file or standard input', () => {
    for (const { name, input } of OPERATIONS) {
      for (const field of Object.values(input)) {
        const isRead = field.options.some((it) => it.name.endsWith('-stdin'));
        const isGiven = field.inBody !== undefined || (!isRead && propertyOf(field) !== undefined);
        expect({ name, isGiven: isGiven || field.need !== 'needed' }).toEqual({
          ...{ name, isGiven: true },
        });
        if (isRead) expect({ name, inBody: field.inBody }).toHaveProperty('inBody.name');
      }
    }
  });

  it('describes inputs as JSON Schema, by the callers’ names', () => {
    const setRoute = OPERATIONS.find(({ name }) => name === 'route set');
    if (setRoute === undefined) throw new Error('routes can be set');
    const schema = inputSchema(setRoute);
    const rule = { operator: 'Jazz', link: 'jazz-1', sender_route: 'simple', cost: '1.50' };
    expect(faultsOf(schema, { ...rule, weight: 2, off: true })).toEqual([]);
    expect(faultsOf(schema, { operator: 'Jazz', weight: 0, other: 1 })).toEqual([
      expect.objectContaining({ pointer: '/link', rule: 'is missing' }),
      expect.objectContaining({ pointer: '/other' }),
      expect.objectContaining({ pointer: '/weight' }),
    ]);
  });
});
