import type { AccountId } from '../ids.ts';
import type { SenderRoute } from '../sender/sender.ts';
import { ALWAYS, DAYS, type Week } from './hours.ts';

/** What staff have set about hours and velocity, at one version of the settings. */
export type Policy = {
  /** By account; the entry for undefined applies to everybody. */
  readonly hours: ReadonlyMap<AccountId | undefined, Week>;
  readonly caps: CapBook;
};

/** When nobody has set hours. */
const ALL_WEEK: Week = DAYS.map(() => ALWAYS);

/** The promotional hours of an account. */
export function weekOf(policy: Policy, accountId: AccountId): Week {
  return policy.hours.get(accountId) ?? policy.hours.get(undefined) ?? ALL_WEEK;
}

/** What a cap counts messages by, per account. */
export const CAP_SCOPES = ['number', 'block', 'template', 'account'] as const;
export type CapScope = (typeof CAP_SCOPES)[number];

/** The digits that the 1,000 numbers of a block share: SMS pumping goes through whole blocks. */
export const BLOCK_DIGITS = 9;

/** At most `most` messages in any `minutes`. */
export type Cap = {
  readonly id: number;
  readonly scope: CapScope;
  readonly most: number;
  readonly minutes: number;
};

/** A row as staff edit it. */
export type CapRow = {
  readonly id: number;
  /** undefined: everybody. */
  readonly accountId: AccountId | undefined;
  readonly scope: CapScope;
  /** undefined: every sender route. */
  readonly senderRoute: SenderRoute | undefined;
  /** undefined: no cap. */
  readonly most: number | undefined;
  readonly minutes: number | undefined;
};

/**
 * The caps in force by sender route: the general ones, and those of accounts with rows of their
 * own.
 */
type CapBook = {
  readonly everybody: CapsByRoute;
  readonly own: ReadonlyMap<AccountId, CapsByRoute>;
};

type CapsByRoute = Readonly<Record<SenderRoute, readonly Cap[]>>;

const ROUTES: readonly SenderRoute[] = ['simple', 'branded', 'short_code'];

/**
 * Orders rows into a book: an account's own rows for a scope and route replace the general ones,
 * and rows without a number lift the cap.
 */
export function bookOf(rows: readonly CapRow[]): CapBook {
  const everybody = rows.filter(({ accountId }) => accountId === undefined);
  const accounts = Map.groupBy(
    rows.filter((row) => row.accountId !== undefined),
    ({ accountId }) => accountId as AccountId,
  );
  return {
    everybody: byRoute(everybody, []),
    own: new Map([...accounts].map(([id, own]) => [id, byRoute(everybody, own)])),
  };
}

export function capsOf(book: CapBook, accountId: AccountId, route: SenderRoute): readonly Cap[] {
  return (book.own.get(accountId) ?? book.everybody)[route];
}

function byRoute(everybody: readonly CapRow[], own: readonly CapRow[]): CapsByRoute {
  const capsFor = (route: SenderRoute): readonly Cap[] => {
    const matches = (row: CapRow): boolean =>
      row.senderRoute === undefined || row.senderRoute === route;
    return CAP_SCOPES.flatMap((scope) => {
      const of = (rows: readonly CapRow[]): readonly CapRow[] =>
        rows.filter((row) => row.scope === scope && matches(row));
      const mine = of(own);
      return (mine.length > 0 ? mine : of(everybody)).flatMap(({ id, most, minutes }) =>
        most === undefined || minutes === undefined ? [] : [{ id, scope, most, minutes }],
      );
    });
  };
  const [simple, branded, short] = ROUTES.map(capsFor);
  return { simple: simple ?? [], branded: branded ?? [], short_code: short ?? [] };
}
