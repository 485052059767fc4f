/** Which of the service's wordings staff have approved in advance. */
import { read, write } from '../../kit/postgres/callable.ts';

type ApprovedWording = {
  readonly id: string;
  /** As it read then. */
  readonly message: string;
  readonly approvedAtMs: number;
  readonly approvedBy: string;
};

export const listApprovedWordings = read.many<void, ApprovedWording>(
  'list-approved-wordings',
  `select id, message, approved_at, approved_by from approved_wordings order by id`,
);

export const approveWording = write.run<{
  id: string;
  message: string;
  atMs: number;
  actor: string;
}>(
  'approve-wording',
  `insert into approved_wordings (id, message, approved_at, approved_by)
  values (:id, :message, @atMs, :actor)
  on conflict (id) do update set message = excluded.message, approved_at = excluded.approved_at,
    approved_by = excluded.approved_by`,
);

export const withdrawWording = write.run<{ ids: readonly string[] }>(
  'withdraw-wording',
  `delete from approved_wordings where id = any (:ids::text[])`,
);
