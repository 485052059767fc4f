/** Answers that are ready: what people of an account write again and again. */
import { faultOfName } from '../../domain/account/name.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import { account, argument, id, option, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { CANNED_ANSWER } from './canned-answers.ts';
import {
  deleteCannedAnswer,
  insertCannedAnswer,
  isCannedNameTaken,
  listCannedAnswers,
  updateCannedAnswer,
  findCannedAnswer,
} from './canned-answers.sql.ts';

const accountId = argument('ACCOUNT', account);
const answerId = argument('ANSWER', id);
const NAME = text('NAME');
const TEXT = text('TEXT', { pattern: /^[^]{1,4096}$/, must: 'must have 1 to 4096 characters' });
const UNKNOWN = refuse('answerId', 'is not a canned answer of this account');
const OF_ACCOUNT = { who: 'account', raises: 'nothing' } as const;

type Words = { readonly name?: string | undefined; readonly text?: string | undefined };

async function faultOf(
  transaction: Transaction,
  accountId: AccountId,
  { name, text: said, own }: Words & { readonly own: number | undefined },
): Promise<Refused | undefined> {
  if (said?.trim() === '') return refuse('text', 'must be given');
  if (name === undefined) return undefined;
  const wrong = faultOfName(name);
  if (wrong !== undefined) return refuse('name', wrong);
  const isTaken = await isCannedNameTaken(transaction, { accountId, name, own });
  return isTaken ? refuse('name', 'is the name of another canned answer') : undefined;
}

export const cannedAnswerList = query({
  name: 'canned-answer list',
  about: 'Lists what people of an account answer with, the newest first.',
  input: { accountId },
  async read({ reader }, input) {
    const page = { ...input, beforeId: undefined, most: limit('cannedAnswers') };
    const show = CANNED_ANSWER.columns('id', 'name', 'text');
    const data = (await listCannedAnswers(reader, page)).map(show);
    return { data, empty: 'There are no canned answers.' };
  },
});

export const addCannedAnswer = operation({
  ...OF_ACCOUNT,
  name: 'canned-answer add',
  about: 'Keeps a text to answer with.',
  audit: 'canned_answer.add',
  input: { accountId, name: argument('NAME', NAME), text: argument('TEXT', TEXT) },
  async work(transaction, input, { clock }) {
    await lockAccount(transaction, input);
    const fault = await faultOf(transaction, input.accountId, { ...input, own: undefined });
    if (fault !== undefined) return fault;
    const most = limit('cannedAnswers');
    const page = { accountId: input.accountId, beforeId: undefined, most };
    if ((await listCannedAnswers(transaction, page)).length >= most) {
      return refuse('name', `would be more than the ${most} canned answers of an account`);
    }
    const made = await insertCannedAnswer(transaction, { ...input, atMs: clock.nowMs() });
    return changed(made, { answer: made.id, name: made.name });
  },
  show: (made) => ({ data: { answer: made.id } }),
});

export const setCannedAnswer = operation({
  ...OF_ACCOUNT,
  name: 'canned-answer set',
  about: 'Changes the name or the text of a canned answer.',
  audit: 'canned_answer.set',
  needsOne: true,
  input: {
    accountId,
    answerId,
    name: option('name', NAME, 'by which people find it'),
    text: option('text', TEXT, 'what it says'),
  },
  async work(transaction, { answerId: own, ...input }) {
    const fault = await faultOf(transaction, input.accountId, { ...input, own });
    if (fault !== undefined) return fault;
    const made = await updateCannedAnswer(transaction, { ...input, id: own });
    return made === undefined ? UNKNOWN : changed(made, { answer: own, name: made.name });
  },
  show: (made) => ({ data: { answer: made.id } }),
  present: {
    by: ['accountId', 'answerId'],
    read: async ({ reader }, { accountId, answerId: id }) => {
      const found = await findCannedAnswer(reader, { accountId, id });
      return found && { name: found.name, text: found.text };
    },
  },
});

export const removeCannedAnswer = operation({
  ...OF_ACCOUNT,
  name: 'canned-answer remove',
  about: 'Removes a canned answer.',
  audit: 'canned_answer.remove',
  input: { accountId, answerId },
  async work(transaction, { accountId: of, answerId: own }) {
    const existed = await deleteCannedAnswer(transaction, { accountId: of, id: own });
    return existed ? changed(own, { answer: own }) : UNKNOWN;
  },
  show: (answer) => ({ data: { answer } }),
});
