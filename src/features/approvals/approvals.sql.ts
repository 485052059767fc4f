/** What waits for staff, of all accounts: senders, wordings of templates, documents. */
import type { AccountId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

export const APPROVAL_KINDS = ['sender', 'template', 'document'] as const;
type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** A decision to make, and what is known of the account that asks for it. */
export type Approval = {
  readonly kind: ApprovalKind;
  /** Of the sender, the template or the document. */
  readonly id: number;
  /** Distinct for all kinds; grows with the id. */
  readonly place: number;
  /** The sender's or the template's name; the kind of the document. */
  readonly name: string;
  /** The sender's route, the template's category, the document's media type. */
  readonly sort: string;
  readonly wording: string | undefined;
  readonly version: number | undefined;
  readonly submittedAtMs: number;
  /** Who asked, as the audit names them; undefined: it is not kept with it. */
  readonly submittedBy: string | undefined;
  readonly accountId: AccountId;
  readonly account: string;
  readonly isVerified: boolean;
  readonly createdAtMs: number;
  readonly availableMicros: Micros;
  /** Senders and templates of the account that are approved now. */
  readonly approved: number;
  /** Senders, templates and documents of the account that are refused now. */
  readonly refused: number;
};

/** Its own: the shared ones say nothing of it. */
const COUNT_SENDERS = `
  select count(*) from senders x where x.account_id = w.account_id
    and not exists (select from shared_senders s where s.name = x.name) and x.state`;
const COUNT_TEMPLATES =
  'select count(*) from templates x where x.account_id = w.account_id and x.state';

const LIST = statement<Approval>(
  'list-approvals',
  `select w.*, a.name as account, a.verified as is_verified, a.created_at, b.available_micros,
    (${COUNT_SENDERS} = 'approved') + (${COUNT_TEMPLATES} = 'approved') as approved,
    (${COUNT_SENDERS} = 'rejected') + (${COUNT_TEMPLATES} = 'rejected')
      + (select count(*) from documents x where x.account_id = w.account_id and x.state = 'refused')
      as refused
  from (
    select 'sender' as kind, id, id * 4 as place, name, route as sort, null::text as wording,
      null::int as version, created_at as submitted_at, null::text as submitted_by, account_id
    from senders where state = 'waiting'
    union all
    select 'template', id, id * 4 + 1, name, coalesce(proposed ->> 'category', category),
      coalesce(proposed ->> 'message', message), coalesce((proposed ->> 'version')::int, version),
      coalesce(proposed_at, created_at),
      (select c.actor from template_changes c
        where c.account_id = t.account_id and c.template_id = t.id order by c.id desc limit 1),
      account_id
    from templates t where state = 'waiting' or proposed is not null
    union all
    select 'document', id, id * 4 + 2, kind, mime, null, null, submitted_at, submitted_by,
      account_id
    from documents where state = 'submitted' and content is not null
  ) w
  join accounts a on a.id = w.account_id
  join balances b on b.account_id = a.id
  where (:kind::text is null or w.kind = :kind)
    and (:accountId::bigint is null or w.account_id = :accountId)
    and (w.submitted_at, w.place) > (@afterMs, :afterPlace::bigint)
  order by w.submitted_at, w.place
  limit :most`,
);

/** What waits, the oldest first, after one. */
export async function listApprovals(
  reader: Reader,
  ask: {
    readonly kind: ApprovalKind | undefined;
    readonly accountId: number | undefined;
    readonly after: Pick<Approval, 'submittedAtMs' | 'place'> | undefined;
    readonly most: number;
  },
): Promise<readonly Approval[]> {
  const { after, ...rest } = ask;
  const from = { afterMs: after?.submittedAtMs ?? 0, afterPlace: after?.place ?? 0 };
  return reader.read(LIST, { ...rest, ...from });
}
