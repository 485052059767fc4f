import type { AccountId } from '../../domain/ids.ts';
import type { PhoneNumber } from '../../domain/recipient/recipient.ts';
import { read } from '../../kit/postgres/callable.ts';

/** Numbers that people of an account have confirmed by a code, the caller's first. */
export const listOwnNumbers = read.many<
  { accountId: AccountId; actor: string },
  { phone: PhoneNumber; isMine: boolean }
>(
  'list-own-numbers',
  `select u.phone::text, 'user:' || u.id = :actor as is_mine
  from account_users p join users u on u.id = p.user_id
  where p.account_id = :accountId and u.phone is not null
  order by is_mine desc, u.id`,
);
