import type { AccountId } from '../../domain/ids.ts';
import { bookOf, type CapRow, type CapScope } from '../../domain/policy/caps.ts';
import type { DayHours, Week } from '../../domain/policy/hours.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';

/** An expression that gives all of the policy as one JSON value. */
export const POLICY = `
    json_build_object(
      'hours', (select coalesce(json_agg(json_build_array(account_id, week)), '[]')
                  from promotional_hours),
      'caps', (select coalesce(json_agg(json_build_object(
                        'id', id, 'account', account_id, 'scope', scope, 'route', sender_route,
                        'most', most, 'minutes', minutes) order by id), '[]')
                 from caps))`;

/** Minutes after midnight, Monday first; null: never. */
export type WeekRow = readonly (readonly [number, number] | null)[];

export type PolicyRow = {
  readonly hours: readonly (readonly [AccountId | null, WeekRow])[];
  readonly caps: readonly StoredCap[];
};

export type StoredCap = {
  readonly id: number;
  readonly account: AccountId | null;
  readonly scope: CapScope;
  readonly route: SenderRoute | null;
  readonly most: number | null;
  readonly minutes: number | null;
};

export function policyOf({ hours, caps }: PolicyRow): Policy {
  return {
    hours: new Map(hours.map(([accountId, week]) => [accountId ?? undefined, weekOfRow(week)])),
    caps: bookOf(caps.map(capOfRow)),
  };
}

export function weekOfRow(week: WeekRow): Week {
  return week.map((day): DayHours | undefined =>
    day === null ? undefined : { opens: day[0], closes: day[1] },
  );
}

export function capOfRow({ id, account, scope, route, most, minutes }: StoredCap): CapRow {
  return {
    id,
    accountId: account ?? undefined,
    scope,
    senderRoute: route ?? undefined,
    most: most ?? undefined,
    minutes: minutes ?? undefined,
  };
}
