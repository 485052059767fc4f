/** Who is signed in, and the account that they act for. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Who } from '../feature.ts';
import { actAs, api } from './api.ts';
import { chooseLocale } from '../i18n/i18n.ts';
import { forgetDrafts } from '../form/kept-drafts.ts';
import { isRefusedFor, queryClient, refresh } from './queries.ts';
import type { Session } from './types.ts';

const CHOSEN = 'paigham.account';
/** Somebody was signed in in this tab, and has not signed out. */
const WAS_OPEN = 'paigham.open';

/** Whose profile was seen last in this browser, and its language. */
const KNOWN = 'paigham.locale.known';

function knownLocaleOf(personId: string): string | undefined {
  const [whose, locale] = (localStorage.getItem(KNOWN) ?? '').split(' ');
  return whose === personId ? locale : undefined;
}

export const hasEnded = (): boolean => sessionStorage.getItem(WAS_OPEN) !== null;

/** The one that was read last, for pages that stand until sign-in takes their place. */
let last: Session | undefined;

/** The session; null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await api.call('showSession');
      const { id, locale } = session.person;
      const known = last?.person.id === id ? last.person.locale : knownLocaleOf(id);
      last = session;
      localStorage.setItem(KNOWN, `${id} ${locale}`);
      // Of the profile, which was changed elsewhere; this page may have been loaded since.
      if (known !== undefined && known !== locale) await chooseLocale(locale);
      if (session.state === 'open') sessionStorage.setItem(WAS_OPEN, 'yes');
      actAs({ csrfToken: session.csrf_token, account: accountOf(session)?.id ?? '' });
      return session;
    } catch (error) {
      if (isRefusedFor(error, 'session_missing')) return null;
      throw error;
    }
  },
});

type Account = Session['accounts'][number];

/** Staff see an account in one tab, until they leave it. */
const SEEN = 'paigham.seen';
type Seen = Pick<Account, 'id' | 'name' | 'state' | 'verified'>;

function seenBy({ person, accounts }: Session): Seen | undefined {
  const text = person.staff_role === null ? null : sessionStorage.getItem(SEEN);
  const seen = text === null ? undefined : (JSON.parse(text) as Seen);
  return accounts.some(({ id }) => id === seen?.id) ? undefined : seen;
}

/** Shows the portal as the people of an account see it; the service lets nothing be changed. */
export async function seeAs(account: Seen): Promise<void> {
  sessionStorage.setItem(SEEN, JSON.stringify(account));
  await actFor(account.id);
}

/** Back to what is one's own. */
export async function stopSeeing(): Promise<void> {
  sessionStorage.removeItem(SEEN);
  await actFor('');
}

/** The account that is shown: the one that staff look at, or the person’s own. */
export function accountOf(session: Session): Account | undefined {
  const { accounts } = session;
  const seen = seenBy(session);
  if (seen !== undefined) return { ...seen, role: 'viewer', scopes: ['read'], sees_texts: false };
  const chosen = localStorage.getItem(CHOSEN);
  return accounts.find(({ id }) => id === chosen) ?? accounts[0];
}

/** Acts for another account from now on; everything is read again. */
export async function chooseAccount(id: string): Promise<void> {
  localStorage.setItem(CHOSEN, id);
  await actFor(id);
}

async function actFor(id: string): Promise<void> {
  actAs({ account: id });
  await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  await refresh('session');
}

/** Ends the session, and forgets everything that was read in it. */
export async function signOut(): Promise<void> {
  await api.call('signOut');
  sessionStorage.removeItem(SEEN);
  sessionStorage.removeItem(WAS_OPEN);
  forgetDrafts();
  actAs({ csrfToken: '', account: '' });
  queryClient.clear();
}

/** On pages that need a session there is one, or was one until sign-in takes their place. */
export function useWho(): Who {
  const { data } = useQuery(sessionQuery);
  const session = data ?? last;
  if (session === undefined) throw new Error('nobody is signed in');
  return { session, account: accountOf(session), isSeen: seenBy(session) !== undefined };
}
