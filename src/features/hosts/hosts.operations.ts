/** Accounts' domains: assigned by staff, or claimed by the account and proven. */
import {
  hostNameIn,
  hostNameGiven,
  type HostProof,
  isAtOrUnder,
  isReservedHost,
  type Publishing,
  publishingOf,
} from '../../domain/host.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { isPublicSuffix } from '../../kit/dns.ts';
import { announceHosts } from '../../store/nodes/versions.ts';
import {
  deleteHost,
  giveHost,
  type HostRecord,
  insertClaim,
  listHosts,
  lockHostOwner,
} from './hosts.sql.ts';
import {
  changeAccount,
  changed,
  refuse,
  type Admin,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import { account, argument, ofAccount, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';

type AccountHost = {
  readonly accountId: AccountId;
  /** A domain: `messages.roshan.example`. */
  readonly host: string;
};

/** A domain to give to an account. */
type NewHost = AccountHost & {
  /** The service's own domain, which no account can have; '' if there is none. */
  readonly publicHost: string;
};

/** Looks up what is published for a domain. Neither function rejects because of what others do. */
export type LookAtHost = {
  /** The TXT records of a name; undefined: no name server answered. */
  texts(name: string): Promise<readonly string[] | undefined>;
  /** The contents of the files served there, by https or http. */
  files(host: string, path: string): Promise<readonly string[]>;
};

/** Which proof is missing and what was found instead: `field` is `dns` or `file`. */
export type HostUnproven = Refused & { readonly unproven: readonly Refused[] };

const TOKEN_BYTES = 24;
const NOT_THEIRS = refuse(
  'host',
  'is not a domain of the account: see "paigham account host list"',
);
const IS_TAKEN = refuse('host', 'is taken', 'host_taken');
const UNPROVEN = refuse('host', 'is not proven yet');

/**
 * Staff assign a domain to an account: from then on requests on it with any other account's key are
 * refused.
 */
export async function addHost(admin: Admin, input: NewHost): Promise<Outcome<HostRecord>> {
  const { accountId, publicHost } = input;
  const host = hostNameGiven(input.host);
  if (!isDomain(host)) return NO_DOMAIN;
  if (host === publicHost) return IS_TAKEN;
  const auditAction = { action: 'account.host.add', accountId };
  return changeAccount(admin, auditAction, async (transaction) => {
    const own = await listHosts(transaction, { accountId });
    const others = own.filter((it) => it.host !== host);
    if (others.length >= limit('accountHosts')) return TOO_MANY;
    const owner = await lockHostOwner(transaction, host);
    if (owner !== undefined) return refuse('host', `is taken by account ${owner}`);
    return changed(await give(admin, transaction, { accountId, host, proof: 'staff' }), { host });
  });
}

/**
 * The holder of an account's key claims a domain. Nothing changes for anybody until it is verified,
 * so several accounts may claim it. What others need cannot be claimed: the service's own domain,
 * anything above or below it, and public suffixes, under which everybody registers names.
 */
export async function claimHost(admin: Admin, input: NewHost): Promise<Outcome<HostRecord>> {
  const { accountId, publicHost } = input;
  const host = hostNameGiven(input.host);
  if (!isDomain(host)) return NO_DOMAIN;
  if (isPublicSuffix(host)) {
    return refuse('host', 'must be a domain of your own: anybody can register names in it');
  }
  if (isAtOrUnder(host, publicHost) || isAtOrUnder(publicHost, host)) return IS_TAKEN;
  const auditAction = { action: 'account.host.claim', accountId };
  return changeAccount(admin, auditAction, async (transaction) => {
    const own = await listHosts(transaction, { accountId });
    if (own.some((it) => it.host === host)) return IS_TAKEN;
    if (own.length >= limit('accountHosts')) return TOO_MANY;
    const token = admin.random.secret(TOKEN_BYTES);
    const claim = { accountId, host, token, sinceMs: admin.clock.nowMs() };
    return changed(await insertClaim(transaction, claim), { host });
  });
}

/**
 * Checks whether the requested proof is published, and assigns the domain to the account if so.
 * Whoever can prove it today gets it, whoever had it before; but taking it from another account
 * requires DNS, because a file only proves control of the web site. Nothing is looked up if it is
 * already proven.
 */
export async function verifyHost(
  admin: Admin,
  look: LookAtHost,
  input: AccountHost,
): Promise<Outcome<HostRecord> | HostUnproven> {
  const { accountId } = input;
  const host = hostNameGiven(input.host);
  const known = await admin.transact((transaction) => find(transaction, { accountId, host }));
  if (known === undefined) return NOT_THEIRS;
  const { token } = known;
  if (token === undefined) return { ok: true, value: known };
  const missing = await findMissing(look, host, publishingOf(host, token));
  if (missing.length === 2) return { ...UNPROVEN, unproven: missing };
  const proof = missing[0]?.field === 'dns' ? 'file' : 'dns';
  const auditAction = { action: 'account.host.verify', accountId };
  const given = await changeAccount(admin, auditAction, async (transaction) => {
    const before = await lockHostOwner(transaction, host);
    // It may have been removed, or claimed again, while we looked.
    if ((await find(transaction, { accountId, host }))?.token !== token) return NOT_THEIRS;
    if (before !== undefined) {
      if (proof === 'file') return refuse('dns', 'is needed: another account has the domain');
      await takeFrom(admin, transaction, { accountId: before, host });
    }
    const record = await give(admin, transaction, { accountId, host, proof });
    return changed(record, { host, proof, before });
  });
  return given.ok || given.field !== 'dns' ? given : { ...UNPROVEN, unproven: [given] };
}

/** Removes an account's domain, or its claim to one: the domain serves every account again. */
export async function removeHost(admin: Admin, input: AccountHost): Promise<Outcome<string>> {
  const { accountId } = input;
  const host = hostNameGiven(input.host);
  return changeAccount(admin, { action: 'account.host.remove', accountId }, async (transaction) => {
    if (!(await deleteHost(transaction, { host, accountId }))) return NOT_THEIRS;
    await announceHosts(transaction);
    return changed(host, { host });
  });
}

const NO_DOMAIN = refuse('host', 'must be a domain such as messages.example.com');
const TOO_MANY = refuse('host', `must be one of ${limit('accountHosts')} at most`);

function isDomain(host: string): boolean {
  return host !== '' && !isReservedHost(host);
}

async function find(transaction: Transaction, { accountId, host }: AccountHost) {
  return (await listHosts(transaction, { accountId })).find((it) => it.host === host);
}

async function give(
  { clock }: Admin,
  transaction: Transaction,
  given: AccountHost & { readonly proof: HostProof },
): Promise<HostRecord> {
  await announceHosts(transaction);
  return giveHost(transaction, { ...given, sinceMs: clock.nowMs() });
}

/** A claim is left; its token is new, because the old one may still be published. */
async function takeFrom(admin: Admin, transaction: Transaction, from: AccountHost): Promise<void> {
  const token = admin.random.secret(TOKEN_BYTES);
  await deleteHost(transaction, { host: from.host, accountId: from.accountId });
  await insertClaim(transaction, { ...from, token, sinceMs: admin.clock.nowMs() });
}

/** Neither, one, or both: `dns` before `file`. */
async function findMissing(
  look: LookAtHost,
  host: string,
  { dns, file }: Publishing,
): Promise<readonly Refused[]> {
  const [texts, files] = await Promise.all([look.texts(dns.name), look.files(host, file.path)]);
  const says = (all: readonly string[], wanted: string): boolean =>
    all.some((it) => it.trim() === wanted);
  return [
    ...(says(texts ?? [], dns.value) ? [] : [refuse('dns', wordsOfTexts(texts, dns.name))]),
    ...(says(files, file.content) ? [] : [refuse('file', wordsOfFiles(files, file.path))]),
  ];
}

function wordsOfTexts(found: readonly string[] | undefined, name: string): string {
  if (found === undefined) return `cannot be seen: no name server answers for ${name}`;
  if (found.length === 0) return `is missing: there is no TXT record at ${name}`;
  return `is missing: the TXT record at ${name} says something else`;
}

function wordsOfFiles(found: readonly string[], path: string): string {
  if (found.length === 0) return `is missing: no file could be fetched at ${path}`;
  return `is missing: the file at ${path} says something else`;
}

const INPUT = { accountId: argument('ACCOUNT', account), host: argument('HOST', text()) };

export const hostList = query({
  name: 'account host list',
  about: 'Lists the domains of accounts: proven ones, and unproven claims, which have no effect.',
  input: { accountId: ofAccount },
  async read({ reader }, { accountId }) {
    const hosts = await listHosts(reader, { accountId });
    const data = hosts.map(({ host, proof, sinceMs, ...it }) => {
      const state = proof === undefined ? 'pending' : 'proven';
      return { host, account: it.accountId, state, by: proof, since: at(sinceMs) };
    });
    return { data };
  },
});

export const giveAccountHost = operation({
  name: 'account host add',
  about: 'Gives an account a domain without proof: other accounts’ keys are refused there.',
  input: INPUT,
  audit: 'account.host.add',
  run: (admin, input) => addHost(admin, { ...input, publicHost: hostNameIn(admin.publicAddress) }),
  show: ({ host }, { accountId }) => ({
    data: { host, account: accountId },
    note: 'Next: point the domain at the proxy; see docs/operating/own-domains.md.',
  }),
});

export const claimAccountHost = operation({
  name: 'account host claim',
  about: 'Claims a domain for an account: it has no effect before it is verified.',
  who: 'account',
  input: INPUT,
  audit: 'account.host.claim',
  run: (admin, input) =>
    claimHost(admin, { ...input, publicHost: hostNameIn(admin.publicAddress) }),
  show: ({ host }, { accountId }) => ({ data: { host, account: accountId } }),
});

type HostAdmin = ChatAdmin & { readonly look: LookAtHost };

/** Not on the command line, which contacts no strangers' servers. */
export const verifyAccountHost = operation({
  name: 'account host verify',
  about: 'Looks for the proof of a domain that an account has claimed.',
  who: 'account',
  input: INPUT,
  audit: 'account.host.verify',
  run: (admin: HostAdmin, input) => verifyHost(admin, admin.look, input),
  show: ({ host }, { accountId }) => ({ data: { host, account: accountId } }),
});

export const takeAccountHost = operation({
  name: 'account host remove',
  about: 'Removes a domain, or a claim to one, from an account.',
  who: 'account',
  input: INPUT,
  audit: 'account.host.remove',
  run: removeHost,
  show: (host) => ({ data: { host, account: null } }),
});
