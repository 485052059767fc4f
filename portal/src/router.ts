/**
 * The addresses. Each feature brings its pages (features.ts); a page is loaded when it is opened.
 * What the address says after `?` are strings, read by `useFilters`.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { features } from './features.ts';
import { queryClient } from './shared/api/queries.ts';
import { accountOf, sessionQuery } from './shared/api/session.ts';
import type { Side } from './shared/feature.ts';
import { NotFound, PageError } from './shared/page/faults.tsx';

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: PageError });

/** Leads people without a session to the sign-in, and staff without an account to the console. */
async function needSession(back: string): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  const isHome = /^\/portal\/?(?:[?#]|$)/.test(back);
  if (session?.state === 'open') {
    const isStaffAlone = session.person.staff_role !== null && accountOf(session) === undefined;
    if (isStaffAlone && !back.startsWith('/console')) redirect({ to: '/console', throw: true });
    // Agents have no home but the inbox.
    if (isHome && accountOf(session)?.role === 'agent') {
      redirect({ to: '/portal/replies', throw: true });
    }
    return;
  }
  redirect({ to: '/', search: isHome ? {} : { back }, throw: true });
}

function createSide(side: Exclude<Side, 'open'>) {
  return createRoute({
    getParentRoute: () => root,
    path: side,
    // Whoever is not signed in yet does not wait for it.
    component: lazyRouteComponent(() => import('./shared/layout/shell.tsx'), 'Shell'),
    beforeLoad: ({ location }) => needSession(location.href),
    notFoundComponent: NotFound,
  });
}

const sides = { portal: createSide('portal'), console: createSide('console'), open: root };

function pagesOf(wanted: Side): AnyRoute[] {
  return features
    .filter(({ side }) => side === wanted)
    .flatMap(({ pages }) => pages)
    .map(({ path, load }) =>
      createRoute({
        getParentRoute: () => sides[wanted] as AnyRoute,
        path,
        component: lazyRouteComponent(load, 'Page'),
      }),
    );
}

const tree = root.addChildren([
  ...pagesOf('open'),
  sides.portal.addChildren(pagesOf('portal')),
  sides.console.addChildren(pagesOf('console')),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== '' && value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return given.length === 0 ? '' : `?${text.toString()}`;
  },
});
