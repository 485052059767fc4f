/** Opt-outs: the suppression list of an account. */
import { readRecipient } from '../domain/recipient/recipient.ts';
import { deleteOptout, insertOptout, listOptouts } from '../store/suppressions.ts';
import { changed, refuse } from './admin.ts';
import {
  account,
  argument,
  defaulted,
  internal,
  mobile,
  oneOf,
  option,
  text,
  type Kind,
} from './fields.ts';
import { operation, query } from './operation.ts';
import { at } from './show.ts';

const PAGE = 1_000;

const accountId = argument('ACCOUNT', account);
const recipient = argument('NUMBER', {
  ...text('NUMBER'),
  rule: (value) => (readRecipient(value).ok ? undefined : mobile.must),
});
const NO_MOBILE = refuse('recipient', mobile.must);

/** A place in a list of numbers. */
export const placeOfNumber: Kind<string> = {
  ...text('NUMBER'),
  must: 'must be a number from the list',
  read: (given) => (/^\d{1,15}$/.test(given) ? given : undefined),
};

export const optoutList = query({
  name: 'optout list',
  about: 'Lists the numbers that an account must not send to (suppression list).',
  input: { accountId, after: option('after', placeOfNumber, 'begin after this number') },
  async read({ reader }, { accountId: of, after = '0' }) {
    const optouts = await listOptouts(reader, of, { after, most: PAGE });
    const last = optouts.length === PAGE ? optouts.at(-1) : undefined;
    const data = optouts.map(({ scope, source, createdAtMs, ...it }) => {
      return { recipient: it.recipient, scope, source, since: at(createdAtMs) };
    });
    const note = last && `More: --after ${last.recipient}`;
    return { data, empty: 'No opt-outs found.', note };
  },
});

/** The value is the number as it is stored. */
export const addOptout = operation({
  name: 'optout add',
  about: 'Stops messages of an account to a number (adds it to the suppression list).',
  audit: 'optout.add',
  raises: 'account',
  input: {
    accountId,
    recipient,
    scope: defaulted(
      'scope',
      oneOf('SCOPE', ['all', 'promotional']),
      'all messages, or promotional ones only',
      'all',
    ),
    source: internal('staff'),
  },
  async work(transaction, { accountId: of, scope, source, ...input }, { clock }) {
    const read = readRecipient(input.recipient);
    if (!read.ok) return NO_MOBILE;
    const optout = { recipient: read.number, scope, source };
    await insertOptout(transaction, of, optout, clock.nowMs());
    return changed(read.number, optout);
  },
  show: (number, input) => ({
    data: { account: input.accountId, recipient: number, scope: input.scope },
  }),
});

export const removeOptout = operation({
  name: 'optout remove',
  about: 'Removes a number from the suppression list of an account.',
  audit: 'optout.remove',
  raises: 'account',
  input: { accountId, recipient },
  async work(transaction, { accountId: of, ...input }) {
    const read = readRecipient(input.recipient);
    if (!read.ok) return NO_MOBILE;
    const existed = await deleteOptout(transaction, of, read.number);
    if (!existed) return refuse('recipient', 'has not opted out');
    return changed(read.number, { recipient: read.number });
  },
  show: (number, input) => ({
    data: { account: input.accountId, recipient: number, scope: null },
  }),
});
