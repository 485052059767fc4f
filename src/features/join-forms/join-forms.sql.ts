/** Public pages where people agree to an account's promotional texts. */
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export type NewJoinForm = {
  readonly accountId: AccountId;
  readonly name: string;
  /** What people agree to. */
  readonly wording: string;
  /** The same in Urdu; '': it is shown in English. */
  readonly wordingUrdu: string;
  /** '': contacts get none. */
  readonly tag: string;
  readonly sender: string;
  readonly templateId: TemplateId;
  readonly active: boolean;
};

export type JoinForm = NewJoinForm & {
  readonly id: number;
  /** The end of its address. */
  readonly code: string;
  readonly createdAtMs: number;
};

const COLUMNS = `select f.account_id, f.id, f.code, f.name, f.wording, f.wording_urdu, f.tag,
    f.sender, f.template_id, f.active, f.created_at`;

type Named = { readonly accountId: AccountId; readonly id: number };

export const listJoinForms = read.many<
  { accountId: AccountId; beforeId: number | undefined; most: number },
  JoinForm
>(
  'list-join-forms',
  `${COLUMNS} from join_forms f
  where f.account_id = :accountId and (:beforeId::bigint is null or f.id < :beforeId)
  order by f.id desc limit :most`,
);

export const findJoinForm = read.one<Named, JoinForm>(
  'find-join-form',
  `${COLUMNS} from join_forms f where f.account_id = :accountId and f.id = :id`,
);

/** The form of an address that is open to strangers, and whose it is. */
export const findOpenForm = read.one<{ code: string }, JoinForm & { readonly company: string }>(
  'find-open-join-form',
  `${COLUMNS}, a.name as company
  from join_forms f join accounts a on a.id = f.account_id
  where f.code = :code and f.active and a.state = 'active'`,
);

export const insertJoinForm = write.value<
  NewJoinForm & { code: string; atMs: number },
  { readonly id: number }
>(
  'insert-join-form',
  `insert into join_forms (account_id, code, name, wording, wording_urdu, tag, sender, template_id,
    active, created_at, updated_at)
  values (:accountId, :code, :name, :wording, :wordingUrdu, :tag, :sender, :templateId, :active,
    @atMs, @atMs)
  returning id`,
);

export const updateJoinForm = write.any<NewJoinForm & { id: number; atMs: number }>(
  'update-join-form',
  `update join_forms set name = :name, wording = :wording, wording_urdu = :wordingUrdu, tag = :tag,
    sender = :sender, template_id = :templateId, active = :active, updated_at = @atMs
  where account_id = :accountId and id = :id returning id`,
);

export const deleteJoinForm = write.any<Named>(
  'delete-join-form',
  `delete from join_forms where account_id = :accountId and id = :id returning id`,
);
