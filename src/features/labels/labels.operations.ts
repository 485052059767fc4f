/** Labels: which there are, and on which conversations they are. */
import { faultOfName } from '../../domain/account/name.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import { account, argument, defaulted, id, oneOf, option, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { LABEL } from './labels.ts';
import {
  deleteLabel,
  findLabel,
  insertLabel,
  LABEL_COLOURS,
  isLabelNameTaken,
  labelConversation,
  listLabels,
  unlabelConversation,
  updateLabel,
} from './labels.sql.ts';

const accountId = argument('ACCOUNT', account);
const labelId = argument('LABEL', id);
const MOST = limit('labelCharacters');
const NAME = text('NAME', {
  pattern: new RegExp(`^[^]{1,${MOST}}$`),
  must: `must have 1 to ${MOST} characters`,
});
const COLOUR = oneOf('COLOUR', LABEL_COLOURS);
const COLOUR_ABOUT = 'of the dot before its name';
const UNKNOWN = refuse('labelId', 'is not a label of this account');
const OF_ACCOUNT = { who: 'account', raises: 'nothing' } as const;

async function faultOf(
  transaction: Transaction,
  of: AccountId,
  { name, own }: { readonly name: string | undefined; readonly own: number | undefined },
): Promise<Refused | undefined> {
  if (name === undefined) return undefined;
  const wrong = faultOfName(name);
  if (wrong !== undefined) return refuse('name', wrong);
  const isTaken = await isLabelNameTaken(transaction, { accountId: of, name, own });
  return isTaken ? refuse('name', 'is the name of another label') : undefined;
}

export const labelList = query({
  name: 'label list',
  about: 'Lists the labels of an account’s conversations, by name.',
  input: { accountId },
  async read({ reader }, input) {
    const data = (await listLabels(reader, input)).map(LABEL.columns('id', 'name', 'colour'));
    return { data, empty: 'There are no labels.' };
  },
});

export const addLabel = operation({
  ...OF_ACCOUNT,
  name: 'label add',
  about: 'Makes a label for conversations.',
  audit: 'label.add',
  input: {
    accountId,
    name: argument('NAME', NAME),
    colour: defaulted('colour', COLOUR, COLOUR_ABOUT, 'gray'),
  },
  async work(transaction, input, { clock }) {
    await lockAccount(transaction, input);
    const fault = await faultOf(transaction, input.accountId, { ...input, own: undefined });
    if (fault !== undefined) return fault;
    const most = limit('labels');
    if ((await listLabels(transaction, input)).length >= most) {
      return refuse('name', `would be more than the ${most} labels of an account`);
    }
    const made = await insertLabel(transaction, { ...input, atMs: clock.nowMs() });
    return changed(made, { labelId: made.id, name: made.name });
  },
  show: (made) => ({ data: { label: made.id } }),
});

export const setLabel = operation({
  ...OF_ACCOUNT,
  name: 'label set',
  about: 'Changes the name or the colour of a label.',
  audit: 'label.set',
  needsOne: true,
  input: {
    accountId,
    labelId,
    name: option('name', NAME, 'by which people find it'),
    colour: option('colour', COLOUR, COLOUR_ABOUT),
  },
  async work(transaction, { labelId: own, ...input }) {
    const fault = await faultOf(transaction, input.accountId, { ...input, own });
    if (fault !== undefined) return fault;
    const made = await updateLabel(transaction, { ...input, id: own });
    return made === undefined ? UNKNOWN : changed(made, { labelId: own, name: made.name });
  },
  show: (made) => ({ data: { label: made.id } }),
  present: {
    by: ['accountId', 'labelId'],
    read: async ({ reader }, { accountId: of, labelId: own }) => {
      const found = await findLabel(reader, { accountId: of, id: own });
      return found && { name: found.name, colour: found.colour };
    },
  },
});

export const removeLabel = operation({
  ...OF_ACCOUNT,
  name: 'label remove',
  about: 'Removes a label, from every conversation too.',
  audit: 'label.remove',
  input: { accountId, labelId },
  async work(transaction, { accountId: of, labelId: own }) {
    const existed = await deleteLabel(transaction, { accountId: of, id: own });
    return existed ? changed(own, { labelId: own }) : UNKNOWN;
  },
  show: (label) => ({ data: { label } }),
});

const ON_CONVERSATION = { accountId, conversationId: argument('CONVERSATION', id), labelId };
const NOT_BOTH = refuse('conversationId', 'is not a conversation of this account with this label');

export const addConversationLabel = operation({
  ...OF_ACCOUNT,
  name: 'conversation label add',
  about: 'Sets a label on a conversation.',
  audit: 'conversation.label',
  input: ON_CONVERSATION,
  async work(transaction: Transaction, place) {
    const { conversationId, labelId: label } = place;
    if (!(await labelConversation(transaction, place))) return NOT_BOTH;
    return changed(label, { conversationId, labelId: label });
  },
  show: (label) => ({ data: { label } }),
});

export const removeConversationLabel = operation({
  ...OF_ACCOUNT,
  name: 'conversation label remove',
  about: 'Takes a label from a conversation.',
  audit: 'conversation.unlabel',
  input: ON_CONVERSATION,
  async work(transaction: Transaction, place) {
    const { conversationId, labelId: label } = place;
    if (!(await unlabelConversation(transaction, place))) return NOT_BOTH;
    return changed(label, { conversationId, labelId: label });
  },
  show: (label) => ({ data: { label } }),
});
