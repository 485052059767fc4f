/** Labels, and which conversations have them. */
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

/** Of a dot before the name, which says the same: nobody has to tell colours apart. */
export const LABEL_COLOURS = [
  ...(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const),
];
export type LabelColour = (typeof LABEL_COLOURS)[number];

type Looks = { readonly name: string; readonly colour: LabelColour };
type Key = { readonly accountId: AccountId; readonly id: number };
type Label = Looks & { readonly id: number; readonly createdAtMs: number };

const SHOWN = 'id, name, colour, created_at';

/** By their names. */
export const listLabels = read.many<{ accountId: AccountId }, Label>(
  'list-labels',
  `select ${SHOWN} from labels where account_id = :accountId order by lower(name)`,
);

export const findLabel = read.one<Key, Label>(
  'find-label',
  `select ${SHOWN} from labels where account_id = :accountId and id = :id`,
);

/** Whether another one has the name, however its letters are written. */
export const isLabelNameTaken = read.any<{
  accountId: AccountId;
  name: string;
  own: number | undefined;
}>(
  'find-label-named',
  `select id from labels
  where account_id = :accountId and lower(name) = lower(:name)
    and id is distinct from :own::bigint`,
);

export const insertLabel = write.single<Looks & { accountId: AccountId; atMs: number }, Label>(
  'insert-label',
  `insert into labels (account_id, name, colour, created_at)
  values (:accountId, :name, :colour, @atMs) returning ${SHOWN}`,
);

export const updateLabel = write.one<
  Key & { name: string | undefined; colour: LabelColour | undefined },
  Label
>(
  'update-label',
  `update labels
  set name = coalesce(:name::text, name), colour = coalesce(:colour::text, colour)
  where account_id = :accountId and id = :id returning ${SHOWN}`,
);

/** Conversations lose it. */
export const deleteLabel = write.any<Key>(
  'delete-label',
  `delete from labels where account_id = :accountId and id = :id returning id`,
);

type Place = {
  readonly accountId: AccountId;
  readonly conversationId: number;
  readonly labelId: number;
};

/** Sets it, once. False: the account has no such conversation or label. */
export const labelConversation = write.any<Place>(
  'label-conversation',
  `with found as (
    select c.account_id, c.id as conversation_id, l.id as label_id from conversations c
    join labels l on l.account_id = :accountId and l.id = :labelId
    where c.account_id = :accountId and c.id = :conversationId for key share
  ), made as (
    insert into conversation_labels (account_id, conversation_id, label_id)
    select * from found on conflict do nothing
  )
  select 1 from found`,
);

export const unlabelConversation = write.any<Place>(
  'unlabel-conversation',
  `delete from conversation_labels
  where account_id = :accountId and conversation_id = :conversationId and label_id = :labelId
  returning 1`,
);
