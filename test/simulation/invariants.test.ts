/**
 * The checker of invariants finds every violation: books that are in order are damaged line by
 * line.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import {
  findBreaches,
  findSecrets,
  type Ask,
  type Evidence,
  type HeardCopies,
} from '../support/invariants.ts';
import { addUp } from '../../src/store/reports/add-up.ts';
import { OPERATOR_NAMES } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { copiesOf, untilOver } from '../support/verify.ts';

let story: Story;
let copies: readonly HeardCopies[];

beforeAll(async () => {
  story = await beginStory();
  for (let index = 0; index < 5; index += 1) {
    await story.send(`Message ${index} ${'x'.repeat(index * 80)}`, mobileOf(0, index));
  }
  // The last part of one is also the end of the other, whose last part is longer.
  const sender = story.shop.senders.shared;
  const written = (letter: string, length: number): string =>
    Array.from({ length }, (_, at) => `${letter}${at}`)
      .join('')
      .slice(0, length) + 'tail';
  for (const [index, [long = '', short = '']] of ['ab', 'ba'].entries()) {
    const two = `${mobileOf(2, index)},${mobileOf(3, 10 + index)}`;
    await story.send(written(long, 350), two, { sender });
    await story.send(written(short, 306), two, { sender });
  }
  const batch = [10, 11, 12].map((index) => mobileOf(1, index)).join(',');
  await story.send('To three', batch);
  await untilOver(story.paigham);
  await story.paigham.db.transact((transaction) => addUp(transaction, 1_000));
  copies = copiesOf(OPERATOR_NAMES.map((name) => story.paigham.operators[name]));
});

/** What is found after this damage, which is undone again. */
function findAfter(damage: string, change: Partial<Evidence> = {}): Promise<readonly string[]> {
  return withConnection(story.paigham.address, async (client) => {
    await client.query('begin');
    if (damage !== '') await client.query(damage);
    const ask: Ask = async <Row>(sql: string, values: readonly unknown[] = []) =>
      (await client.query(sql, [...values])).rows as Row[];
    const sound = { ask, okIds: story.okIds, copies, acknowledged: 0, isOver: true };
    const found = await findBreaches({ ...sound, ...change });
    await client.query('rollback');
    return found;
  });
}

/**
 * A message that was sent alone: its id was returned with OK. Ids do not show the order of sends.
 */
const one = 'id = (select min(id) from messages where batch_id is null)';

describe('the checker', () => {
  it('finds nothing in sound books', async () => {
    expect(await findAfter('')).toEqual([]);
  });

  it.each([
    ['a lost message', `delete from messages where ${one}`, 'I1: OK was answered'],
    ['a lost message of a batch', 'delete from messages where position = 2', 'I1: batch'],
    ['a forgotten message', `update messages set state = 1 where ${one}`, 'stands in no line'],
    ['an open message', `update messages set state = 2 where ${one}`, 'I1: message'],
    ['money from nowhere', 'update balances set available_micros = 1', 'I2: account'],
    ['a missing transfer', `delete from transfers where kind = 'post'`, 'posted in all'],
    ['a wrong reservation', `update messages set price_micros = 1 where ${one}`, 'do not explain'],
    ['a wrong charge', `update messages set posted_micros = 1 where ${one}`, 'I3: charged'],
    ['a lost attempt', 'delete from attempts where part = 1', 'I3: charged'],
    ['a wrong tariff', `update messages set tariff_id = 1 where ${one}`, 'I3: priced'],
    [
      'a silent release',
      `update messages set state = 6, parts_taken = 0, posted_micros = 0 where ${one}`,
      'I3: released without a reason',
    ],
    ['a foreign sender', `update messages set sender_id = 1 where ${one}`, 'I5: message'],
    ['a wrong sum', 'update usage_sums set parts = parts + 1', 'I10: usage'],
    ['a message that is not counted', `delete from messages where ${one}`, 'I10: usage'],
    [
      'a transfer that is not counted',
      `delete from transfers where kind = 'post'`,
      'I10: the ledger',
    ],
    ['a move back', `update messages set state = 2 where ${one}`, 'I7: message'],
  ])('finds %s', async (_, damage, sentence) => {
    expect((await findAfter(damage)).join('\n')).toContain(sentence);
  });

  it('finds an unexplained duplicate, and accepts an ambiguous one', async () => {
    const [first, ...rest] = copies;
    if (first === undefined) throw new Error('nothing was heard');
    const twice = { copies: [{ ...first, taken: 2 }, ...rest] };
    expect((await findAfter('', twice)).join('\n')).toContain('I4: 2 copies, 1 explained');
    expect(await findAfter('update attempts set ambiguous = true', twice)).toEqual([]);
  });

  it('adds up what operators heard of a text that went by two of them', async () => {
    const [first] = copies;
    if (first === undefined) throw new Error('nothing was heard');
    expect(await findAfter('', { copies: [...copies, { ...first, taken: 0 }] })).toEqual([]);
    const twice = { copies: [...copies, { ...first, taken: 1 }] };
    expect((await findAfter('', twice)).join('\n')).toContain('I4: 2 copies, 1 explained');
  });

  it('finds what nobody accepted, and what nobody received', async () => {
    const stranger = { destination: mobileOf(3, 1), part: '', text: 'Hello', heard: 1, taken: 1 };
    const more = { copies: [...copies, stranger] };
    expect((await findAfter('', more)).join('\n')).toContain('I4: nobody accepted');
    expect((await findAfter('', { copies: copies.slice(1) })).join('\n')).toContain('never heard');
  });

  it('finds an acknowledged receipt that is not stored', async () => {
    const found = await findAfter('', { acknowledged: 1_000 });
    expect(found.join('\n')).toContain('1000 words were acknowledged');
  });

  it('finds a secret without repeating it', () => {
    const found = findSecrets({ log: 'key=hunter2', trace: 'nothing' }, { 'a key': 'hunter2' });
    expect(found).toEqual(['I6: a key stands in log']);
  });
});
