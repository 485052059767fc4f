/** What a part of the portal or of the console brings along: pages, and their place in the menu. */
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Session } from './api/types.ts';
import type { Locale } from './i18n/i18n.ts';

/** `portal`: for the people of an account. `console`: for staff. `open`: without signing in. */
export type Side = 'portal' | 'console' | 'open';

export type PageDefinition = {
  /** Below `/portal` or `/console`: `/messages/$id`. Of an open page: the whole path. */
  readonly path: string;
  /** Who may open it; by default whoever sees the entry of the menu that it is below. */
  readonly isFor?: (who: Who) => boolean;
  /** Loaded when the page is opened for the first time. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
};

/** The groups of the menu, in its order. */
export const GROUPS = [
  'home',
  'send',
  'traffic',
  'content',
  'insight',
  'account',
  'staff',
] as const;

export type NavigationEntry = {
  readonly group: (typeof GROUPS)[number];
  readonly path: string;
  readonly label: Readonly<Record<Locale, string>>;
  readonly icon: Icon;
  /** Its place in the bar that a phone has below the page. */
  readonly onBar?: 1 | 2 | 3 | 4;
  /** Words by which the search (Ctrl-K) finds it, too. */
  readonly keywords?: string;
  /** Of staff: what waits there, with its number in the menu. */
  readonly waits?: 'approvals' | 'faults';
  /** Whether this person sees it; by default everybody does. */
  readonly isFor?: (who: Who) => boolean;
};

/** Who is looking, and at which account. */
export type Who = {
  readonly session: Session;
  /** undefined: staff without an account of their own. */
  readonly account: Session['accounts'][number] | undefined;
  /** Staff look at it as its people do: nothing can be changed. */
  readonly isSeen: boolean;
};

export type Feature = {
  readonly side: Side;
  readonly pages: readonly PageDefinition[];
  readonly navigation?: readonly NavigationEntry[];
};

/** The scopes of the role, for `isFor`: `scoped('account')`. */
export function scoped(scope: Session['accounts'][number]['scopes'][number]) {
  return ({ account }: Who): boolean => account?.scopes.includes(scope) === true;
}

/** Whether this person may only answer in the inbox. */
export const isAgent = ({ account }: Who): boolean => account?.role === 'agent';

/** Whether this person answers conversations. */
export const mayAnswer = (who: Who): boolean => isAgent(who) || scoped('send')(who);

export const addressOf = (side: Side, path: string): string =>
  side === 'open' ? path : `/${side}${path === '/' ? '' : path}`;
