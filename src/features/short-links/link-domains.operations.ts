/** The domain of an account for its short links: named by it, used once it is seen to lead here. */
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { hostNameGiven, hostNameIn, isAtOrUnder, isReservedHost } from '../../domain/host.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { isPublicSuffix } from '../../kit/dns.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../../operations/admin.ts';
import { account, argument, ofAccount, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';
import { announceHosts } from '../../store/nodes/versions.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import type { LookAtHost } from '../hosts/hosts.operations.ts';
import {
  deleteLinkDomain,
  findDomainHolder,
  findLinkDomain,
  listDueDomains,
  listLinkDomains,
  noteLookAtDomain,
  putLinkDomain,
  type LinkDomain,
  type LinkDomainProblem,
} from './link-domains.sql.ts';
import { TOKEN_PATH } from './open-link.ts';

const TOKEN_OCTETS = 24;

const accountId = argument('ACCOUNT', account);
const NONE = refuse('account', 'has no domain for its links', 'link_domain_unknown');
const TAKEN = refuse('domain', 'is taken', 'link_domain_taken');

export const setLinkDomain = operation({
  name: 'account link-domain set',
  about: 'Names the domain for the short links of an account: it is used once it leads here.',
  who: 'account',
  audit: 'account.link_domain.set',
  raises: 'nothing',
  input: { accountId, domain: argument('DOMAIN', text()) },
  async work(transaction, { accountId: id, domain: given }, { clock, random, publicAddress }) {
    const domain = given.includes(':') ? '' : hostNameGiven(given);
    const ours = hostNameIn(publicAddress);
    if (domain === '' || isReservedHost(domain)) {
      return refuse('domain', 'must be a domain such as go.example.com');
    }
    if (isPublicSuffix(domain)) {
      return refuse('domain', 'must be a domain of your own: anybody can register names in it');
    }
    if (isAtOrUnder(domain, ours) || isAtOrUnder(ours, domain)) return TAKEN;
    const own = await findLinkDomain(transaction, { accountId: id });
    if (own?.domain === domain) return changed(own, { domain });
    const atMs = clock.nowMs();
    const holder = await findDomainHolder(transaction, { accountId: id, domain });
    if (holder !== undefined) {
      const isOld = holder.claimedAtMs < atMs - limit('hostClaimDays') * DAY_MS;
      if (!holder.mayLapse || !isOld) return TAKEN;
      await deleteLinkDomain(transaction, { accountId: holder.accountId });
    }
    const token = `paigham-links=${random.secret(TOKEN_OCTETS)}`;
    const put = await putLinkDomain(transaction, { accountId: id, domain, token, atMs });
    await announceHosts(transaction);
    return changed(put, { domain, before: own?.domain });
  },
  show: ({ domain, accountId: id }) => ({
    data: { domain, account: id },
    note: 'Next: point the domain at this service; see docs/operating/own-domains.md.',
  }),
  present: {
    by: ['accountId'],
    read: async ({ reader }, { accountId: id }) => {
      const found = await findLinkDomain(reader, { accountId: id });
      return found && { domain: found.domain };
    },
  },
});

export const removeLinkDomain = operation({
  name: 'account link-domain remove',
  about: 'Removes the domain for the short links of an account: links sent with it lead nowhere.',
  who: 'account',
  audit: 'account.link_domain.remove',
  raises: 'nothing',
  input: { accountId },
  async work(transaction, { accountId: id }) {
    const own = await findLinkDomain(transaction, { accountId: id });
    if (own === undefined) return NONE;
    await deleteLinkDomain(transaction, { accountId: id });
    await announceHosts(transaction);
    return changed(own, { domain: own.domain });
  },
  show: ({ domain }) => ({ data: { domain, account: null } }),
});

export const linkDomainList = query({
  name: 'account link-domain list',
  about: 'Lists the domains of accounts for short links, and whether they lead here.',
  input: { accountId: ofAccount },
  async read({ reader }, { accountId: id }) {
    const data = (await listLinkDomains(reader, { accountId: id })).map((it) => ({
      domain: it.domain,
      account: it.accountId,
      state: it.state,
      problem: it.problem && PROBLEMS[it.problem],
      claimed: at(it.claimedAtMs),
      checked: it.checkedAtMs === undefined ? undefined : at(it.checkedAtMs),
    }));
    return { data, empty: 'No domains found.' };
  },
});

/** What was found instead, in words. */
export const PROBLEMS: Readonly<Record<LinkDomainProblem, string>> = {
  unreachable: `nothing answered at http(s)://<domain>${TOKEN_PATH}`,
  elsewhere: `what answered at http(s)://<domain>${TOKEN_PATH} is not this service`,
};

type Look = Pick<LookAtHost, 'files'>;

async function lookAt(look: Look, { domain, token }: LinkDomain) {
  const found = await look.files(domain, TOKEN_PATH);
  if (found.some((it) => it.trim() === token)) return undefined;
  return found.length === 0 ? 'unreachable' : 'elsewhere';
}

async function note(
  transaction: Transaction,
  before: LinkDomain,
  { problem, atMs }: { readonly problem: LinkDomainProblem | undefined; readonly atMs: number },
): Promise<LinkDomain | undefined> {
  // One that has led here may soon again.
  const isMissed = problem !== undefined && before.verifiedAtMs !== undefined;
  const againAtMs = atMs + (isMissed ? HOUR_MS : DAY_MS);
  const after = await noteLookAtDomain(transaction, { ...before, problem, atMs, againAtMs });
  if (after?.state !== before.state) await announceHosts(transaction);
  return after;
}

export type LinkDomainAdmin = ChatAdmin & { readonly look: Look };

/** Looks whether the domain leads here; whatever is found is noted. */
export async function lookAtLinkDomain(
  admin: Admin,
  look: Look,
  { accountId: id }: { readonly accountId: AccountId },
): Promise<Outcome<LinkDomain>> {
  const known = await admin.transact((it) => findLinkDomain(it, { accountId: id }));
  if (known === undefined) return NONE;
  const problem = await lookAt(look, known);
  const auditAction = { action: 'account.link_domain.check', accountId: id };
  return change(admin, auditAction, async (transaction) => {
    const after = await note(transaction, known, { problem, atMs: admin.clock.nowMs() });
    const { domain, state } = after ?? known;
    return after === undefined ? NONE : changed(after, { domain, state, problem });
  });
}

/** Not on the command line, which contacts no strangers' servers. */
export const checkLinkDomain = operation({
  name: 'account link-domain check',
  about: 'Looks whether the domain for your short links leads here.',
  who: 'account',
  audit: 'account.link_domain.check',
  input: { accountId },
  run: (admin: LinkDomainAdmin, input) => lookAtLinkDomain(admin, admin.look, input),
  show: ({ domain, state }) => ({ data: { domain, state } }),
});

/** Looks again at all whose time has come; the audit log has what has changed. */
export async function lookAtLinkDomains(admin: Admin, look: Look): Promise<void> {
  const { clock } = admin;
  const due = { atMs: clock.nowMs(), most: limit('linkDomainsLookedAt') };
  for (const known of await admin.transact((it) => listDueDomains(it, due))) {
    const problem = await lookAt(look, known);
    const atMs = clock.nowMs();
    await admin.transact(async (transaction) => {
      const after = await note(transaction, known, { problem, atMs });
      if (after === undefined || after.state === known.state) return;
      const { domain, state, accountId: id } = after;
      const action = 'account.link_domain.check';
      const line = { actor: 'service', action, detail: { domain, state, problem } };
      await insertAudit(transaction, id, line, atMs);
    });
  }
}
