/** What an account keeps of one person: shown, and forgotten on demand (decision 120). */
import { SECOND_MS } from '../../domain/durations.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { changed, noteLook, refuse, type Admin } from '../../operations/admin.ts';
import { account, argument, id, limitOf, option, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';
import { forgetAtOnce } from './forget.sql.ts';
import { findRunning, insertForgetting, listForgettings } from './forgettings.sql.ts';
import { countPerson, type PersonCounts } from './names.sql.ts';
import { findPerson } from './person.ts';

const accountId = argument('ACCOUNT', account);
const person = argument('PERSON', text('PERSON'));
const NOBODY = refuse('person', 'must be a mobile number or the id of a chat user');
const PAGE = 200;

const shownCounts = (it: PersonCounts) => ({
  contacts: it.contacts,
  opt_outs: it.optOuts,
  consents: it.consents,
  look_ups: it.lookUps,
  conversations: it.conversations,
  notes: it.notes,
  replies: it.replies,
  messages: it.messages,
  waiting: it.waiting,
  on_their_way: it.onTheirWay,
});

export const personShow = query({
  name: 'person show',
  about: 'Shows by which names an account knows a person, and how much it keeps of them.',
  isPrivate: true,
  input: { accountId, person },
  async read({ admin, reader }, { accountId: of, person: given }) {
    const found = await findPerson({ reader, seal: admin.seal }, of, given);
    if (found === undefined) return NOBODY;
    const detail = { person: found.digests[0] };
    await noteLook(admin, { action: 'person.show', accountId: of, detail });
    const { numbers, userIds } = found;
    const counts = shownCounts(await countPerson(reader, found));
    return { data: { numbers, user_ids: userIds, ...counts } };
  },
});

const FORGET = { accountId, person };

export const forgetPerson = operation<typeof FORGET, number, Admin, 'account'>({
  name: 'person forget',
  about:
    'Forgets what tells of a person in an account, and what was said. Opt-outs, what shows ' +
    'consents, counts and money stay.',
  who: 'account',
  audit: 'person.forget',
  raises: 'account',
  input: FORGET,
  async warn({ admin, reader }, { accountId: of, person: given }) {
    const found = await findPerson({ reader, seal: admin.seal }, of, given);
    if (found === undefined) return [];
    const { messages, replies, notes } = await countPerson(reader, found);
    return [
      `What tells of the person is lost in messages: ${messages}, replies: ${replies}, ` +
        `notes: ${notes}. This cannot be undone.`,
    ];
  },
  async work(transaction, { accountId: of, person: given }, { actor, clock, seal }) {
    const found = await findPerson({ reader: transaction, seal }, of, given);
    if (found === undefined) return NOBODY;
    const { names, recipients, digests } = found;
    const detail = { person: digests[0] };
    const running = await findRunning(transaction, { accountId: of, names });
    if (running !== undefined) return changed(running, { ...detail, forgetting: running });
    const { waiting } = await countPerson(transaction, found);
    if (waiting > 0) {
      return refuse('person', `has messages that wait: cancel those ${waiting}, or let them leave`);
    }
    await forgetAtOnce(transaction, found);
    const atMs = clock.nowMs();
    const added = await insertForgetting(transaction, {
      accountId: of,
      all: [...new Set([...names, ...recipients])],
      digests,
      // Ids tell the second.
      belowId: firstIdAt(atMs + SECOND_MS),
      askedBy: actor,
      atMs,
    });
    return changed(added, { ...detail, forgetting: added });
  },
  show: (forgetting) => ({ data: { forgetting } }),
});

export const forgettingList = query({
  name: 'forgetting list',
  about: 'Lists the people whom an account has forgotten, newest first, without their names.',
  input: { accountId, beforeId: option('before', id, 'older than this one'), most: limitOf(PAGE) },
  async read({ reader }, input) {
    const found = await listForgettings(reader, { ...input, digest: undefined });
    const data = found.map((it) => ({
      id: it.id,
      messages: it.messages,
      replies: it.replies,
      asked: at(it.askedAtMs),
      by: it.askedBy,
      done: it.doneAtMs === undefined ? undefined : at(it.doneAtMs),
    }));
    return { data, empty: 'Nobody has been forgotten.' };
  },
});
