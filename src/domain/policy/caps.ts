import type { AccountId } from '../ids.ts';
import type { SenderRoute } from '../sender/sender.ts';

/** What a cap counts messages of, each account for itself. */
export const CAP_SCOPES = ['number', 'block', 'template', 'account'] as const;
export type CapScope = (typeof CAP_SCOPES)[number];

/** Digits that the 1,000 numbers of a block share: who pumps codes goes through whole blocks. */
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
  /** undefined: everybody's. */
  readonly accountId: AccountId | undefined;
  readonly scope: CapScope;
  /** undefined: every sender route. */
  readonly senderRoute: SenderRoute | undefined;
  /** undefined: no cap. */
  readonly most: number | undefined;
  readonly minutes: number | undefined;
};

/** The caps in force by sender route: everybody's, and those of accounts with rows of their own. */
export type CapBook = {
  readonly everybody: CapsByRoute;
  readonly own: ReadonlyMap<AccountId, CapsByRoute>;
};

export type CapsByRoute = Readonly<Record<SenderRoute, readonly Cap[]>>;

const ROUTES: readonly SenderRoute[] = ['simple', 'branded', 'short_code'];

/**
 * Orders rows into a book: for an account, its own rows of a scope and route stand instead of
 * everybody's, and those without a number lift the cap.
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

/** The caps on what an account sends by a route. */
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
