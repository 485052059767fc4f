/** Sender IDs: accounts' own, which staff approve, and shared names that every account may use. */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  faultOfSenderName,
  looksLike,
  mayBeTakenFor,
  sharedRouteOf,
  type Sender,
  type SenderRoute,
} from '../../domain/sender/sender.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { raiseAllAccountVersions } from '../../store/nodes/versions.ts';
import {
  decideSender as writeDecision,
  grantSharedSenders,
  insertSender,
  insertSharedSender,
  listLikeSenders,
  listOwnSenders,
  listSenders,
  listSharedSenders,
  removeSharedSender,
  type OwnName,
} from './senders.sql.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import {
  changed,
  refuse,
  type Admin,
  type Changed,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import {
  account,
  approvals,
  argument,
  lastArgument,
  option,
  senderRoute,
  text,
  type Kind,
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import { at, more, type RawFields } from '../../operations/show.ts';
import { findUnshared } from '../routes/stranded.ts';

const accountId = argument('ACCOUNT', account);
const name = argument('NAME', text());
const newSenderName: Kind<string> = { ...text('NAME'), rule: faultOfSenderName };

function show({ name: sender, route, state }: Sender, reason?: string | null): RawFields {
  return { name: sender, route, state, reason };
}

export const senderList = query({
  name: 'sender list',
  about: 'Lists the sender IDs of an account, or of all, newest first.',
  input: { accountId: lastArgument('[ACCOUNT]', account), ...approvals },
  async read({ reader }, input) {
    const senders = await listSenders(reader, input);
    const data = senders.map((it) => ({
      id: it.id,
      account: it.accountId,
      account_name: it.account,
      ...show(it, it.reason),
      asked_for: at(it.createdAtMs),
    }));
    return { data, empty: 'No senders found.', ...more(senders, input.most) };
  },
});

const ADD = {
  accountId,
  name: argument('NAME', newSenderName),
  route: argument('ROUTE', senderRoute),
};

/** A brand or a short code. Every account already has the shared names. */
export const addSender = operation({
  name: 'sender add',
  about: 'Requests an account’s own sender ID; staff must approve it. ROUTE: branded, short_code.',
  who: 'account',
  audit: 'sender.add',
  raises: 'account',
  input: ADD,
  async work(transaction, { accountId, name: wanted, route }, { clock }) {
    const fault = faultOnRoute(wanted, route);
    if (fault !== undefined) return refuse('name', fault);
    const shared = await listSharedSenders(transaction);
    if (shared.includes(wanted)) {
      return refuse('name', 'is shared: every account may use it already');
    }
    const like = shared.find((other) => looksLike(wanted, other));
    if (like !== undefined) return refuse('name', `is too similar to the shared name ${like}`);
    if (route === 'simple') {
      return refuse('route', `must not be simple: that is for shared names (${shared.join(', ')})`);
    }
    const most = limit('waitingForStaff');
    const search = { accountId, state: 'waiting', beforeId: undefined, most } as const;
    if ((await listSenders(transaction, search)).length >= most) {
      return refuse('name', `is one too many: ${most} of this account wait for a decision already`);
    }
    const request = { name: wanted, route, state: 'waiting' } as const;
    const sender = await insertSender(transaction, accountId, request, clock.nowMs());
    if (sender === undefined) return refuse('name', 'is a sender of this account already');
    return changed(sender, request);
  },
  async show(sender, input, { reader }) {
    const like = await findLike(reader, input.accountId, sender.name);
    return { data: show(sender), note: like.length > 0 ? like.join('\n') : undefined };
  },
});

function faultOnRoute(wanted: string, route: SenderRoute): string | undefined {
  const isNumber = /^\d+$/.test(wanted);
  if (route === 'short_code' && !isNumber) return 'of a short code must be digits';
  if (route === 'branded' && isNumber) return 'of a brand must hold a letter';
  return undefined;
}

/** Other accounts' names that people would confuse with this one. */
async function findLike(
  reader: Reader,
  accountId: AccountId,
  wanted: string,
): Promise<readonly string[]> {
  const own = await listOwnSenders(reader);
  const like = own.filter((other) => mayBeTakenFor(wanted, other.name));
  return likeOf(like, { accountId, name: wanted });
}

function likeOf(like: readonly OwnName[], { accountId, name: wanted }: OwnName) {
  return like
    .filter((other) => other.accountId !== accountId)
    .map((other) => `${wanted} looks like ${other.name} of account ${other.accountId}.`);
}

/** What `sender approve` asks about, for each of these. */
export async function consequencesOfSenders(
  reader: Reader,
  wanted: readonly OwnName[],
): Promise<readonly (readonly string[])[]> {
  const own = wanted.length === 0 ? [] : await listOwnSenders(reader);
  return wanted.map((it) =>
    likeOf(
      own.filter(({ name: other }) => mayBeTakenFor(it.name, other)),
      it,
    ),
  );
}

type Decision = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly state: 'approved' | 'rejected';
  /** Shown to the account; required for a rejection. */
  readonly reason?: string | undefined;
};

export const approveSender = operation({
  name: 'sender approve',
  about:
    'Approves a sender ID of a verified account; asks first when it looks like one of another ' +
    'account.',
  audit: 'sender.approve',
  raises: 'account',
  input: { accountId, name },
  warn: ({ reader }, input) => findLike(reader, input.accountId, input.name),
  async work(transaction, { accountId, name: wanted }, admin) {
    const decision = { accountId, name: wanted, state: 'approved', reason: undefined } as const;
    const decided = await decide(admin, transaction, decision);
    if (!decided.ok) return decided;
    const isShared = (await listSharedSenders(transaction)).includes(wanted);
    const isVerified = (await findAccount(transaction, { accountId }))?.verified === true;
    // The SMS interface, section 1: until then no sender of its own is approved.
    return isShared || isVerified ? decided : NOT_VERIFIED;
  },
  show: (sender) => ({ data: show(sender) }),
});

export const rejectSender = operation({
  name: 'sender reject',
  about: 'Rejects a sender ID, even one that was approved; what waits from it is not charged.',
  audit: 'sender.reject',
  raises: 'account',
  input: {
    accountId,
    name,
    reason: option('reason', text(), 'why, for the account to read'),
  },
  async work(transaction, { accountId, name: wanted, reason }, admin) {
    if (!reason?.trim()) return refuse('reason', 'must say why');
    return decide(admin, transaction, { accountId, name: wanted, state: 'rejected', reason });
  },
  show: (sender, { reason }) => ({ data: show(sender, reason) }),
});

/** Tells the account by an event, and its owners by mail. */
async function decide(
  admin: Admin,
  transaction: Transaction,
  { accountId, name: wanted, state, reason }: Decision,
): Promise<Changed<Sender> | Refused> {
  const atMs = admin.clock.nowMs();
  const decision = { name: wanted, state, reason };
  const sender = await writeDecision(transaction, { ...decision, accountId, atMs });
  if (sender === undefined) return NOT_THEIRS;
  const { id: subjectId, name: called } = sender;
  const fact = { id: called, reason: reason ?? null };
  const event = { accountId, type: `sender.${state}` as const, subjectId, fact };
  await noteFacts(transaction, [event], { atMs });
  await tellOwners(admin, transaction, accountId, { kind: 'sender_decided', name: called, reason });
  return changed(sender, decision);
}

const NOT_VERIFIED = refuse('account', 'must be verified before it gets a sender ID of its own');
const NOT_THEIRS = refuse('name', 'is not a sender of this account: see "paigham sender list"');

/** Approves a sender or rejects it. */
export function decideSender(
  admin: Admin,
  { state, ...input }: Decision,
): Promise<Outcome<Sender>> {
  return (state === 'approved' ? approveSender : rejectSender)(admin, input);
}

export const sharedSenderList = query({
  name: 'sender shared',
  about: 'Lists the sender IDs that every account can use.',
  input: {},
  async read({ reader }) {
    const data = (await listSharedSenders(reader)).map((shared) => ({ name: shared }));
    return { data, empty: 'No sender IDs are shared.' };
  },
});

/** Accounts created later get it, too. Staff may still reject it for one account. */
export const shareSender = operation({
  name: 'sender share',
  about: 'Lets every account use a sender ID, effective at once; one of digits is a short code.',
  audit: 'sender.share',
  raises: 'nothing',
  input: { name: argument('NAME', newSenderName) },
  async work(transaction, { name: wanted }, { clock }) {
    const [own] = await listLikeSenders(transaction, wanted);
    if (own !== undefined) {
      return refuse('name', `is account ${own.accountId}’s own, or too like it: ${own.name}`);
    }
    const others = (await listSharedSenders(transaction)).filter((other) => other !== wanted);
    const like = others.find((other) => looksLike(wanted, other));
    if (like !== undefined) return refuse('name', `is too similar to the shared name ${like}`);
    const shared = { name: wanted, route: sharedRouteOf(wanted) };
    // Done first: an account being created meanwhile waits for it, or is given it below. Whoever
    // creates one holds no account that others know, and so nothing that is waited for here.
    await insertSharedSender(transaction, shared);
    await raiseAllAccountVersions(transaction);
    await grantSharedSenders(transaction, { name: wanted, atMs: clock.nowMs() });
    return changed(undefined, shared);
  },
  show: (_, input) => ({ data: { ...input }, note: 'Every account can now send with it.' }),
});

export const unshareSender = operation({
  name: 'sender unshare',
  about:
    'Withdraws a shared sender ID from every account and rejects its waiting messages; ' +
    'asks first.',
  audit: 'sender.unshare',
  raises: 'nothing',
  input: { name },
  async warn(context, input) {
    const isShared = (await listSharedSenders(context.reader)).includes(input.name);
    return isShared ? findUnshared(context, input.name) : [];
  },
  async work(transaction, { name: shared }, { clock }) {
    const isShared = (await listSharedSenders(transaction)).includes(shared);
    if (!isShared) return refuse('name', 'is not shared: see "paigham sender shared"');
    await raiseAllAccountVersions(transaction);
    await removeSharedSender(transaction, { name: shared, atMs: clock.nowMs() });
    return changed(undefined, { name: shared });
  },
  show: (_, input) => ({ data: { ...input }, note: 'No account can send with it any more.' }),
});
