/** Dialogues of the platform in which people share business accounts with the service's app. */
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

/** Whose it is: nobody else ends what somebody has begun. */
type SignupOwner = { readonly accountId: AccountId; readonly actor: string };

export const insertSignup = write.run<SignupOwner & { stateHash: string; atMs: number }>(
  'insert-chat-signup',
  `insert into chat_signups (account_id, actor, state_hash, begun_at)
  values (:accountId, :actor, :stateHash, @atMs)`,
);

/** Takes what its browser brought back, once; undefined: it is none of the caller's, or over. */
export const takeSignup = write.one<
  SignupOwner & { stateHash: string; sinceMs: number; atMs: number },
  { readonly id: number }
>(
  'take-chat-signup',
  `update chat_signups set used_at = @atMs
  where account_id = :accountId and actor = :actor and state_hash = :stateHash
    and used_at is null and begun_at > @sinceMs
  returning id`,
);

export const keepGrant = write.run<{
  accountId: AccountId;
  id: number;
  tokenSealed: Buffer;
  businesses: readonly string[];
}>(
  'keep-chat-grant',
  `update chat_signups set token_sealed = :tokenSealed, businesses = :businesses::text[]
  where account_id = :accountId and id = :id`,
);

export const findGrant = read.one<
  SignupOwner & { id: number; sinceMs: number },
  { readonly tokenSealed: Buffer | undefined; readonly businesses: readonly string[] }
>(
  'find-chat-grant',
  `select token_sealed, businesses from chat_signups
  where account_id = :accountId and actor = :actor and id = :id and begun_at > @sinceMs
    and token_sealed is not null`,
);

export const endSignup = write.run<{ accountId: AccountId; id: number }>(
  'end-chat-signup',
  'delete from chat_signups where account_id = :accountId and id = :id',
);

/** Those that are over, with what was granted. */
export const forgetSignups = write.run<{ beforeMs: number }>(
  'forget-chat-signups',
  'delete from chat_signups where begun_at <= @beforeMs',
);
