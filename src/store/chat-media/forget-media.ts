import type { Transaction } from '../../kit/postgres/pool.ts';

const FORGET_MEDIA = `
  delete from chat_media where ctid = any (array(
    select m.ctid from chat_media m
    where m.used_at < to_timestamp($1::float8 / 1000)
      and not exists (select from chat_templates t
                      where t.account_id = m.account_id and t.sample_id = m.id)
    order by m.used_at
    limit $2
    for update skip locked
  ))
  returning 1`;

/**
 * Removes files that no request has named since a moment and that are no template's default, with
 * their content and uploads; no more than `most`. Gives how many.
 */
export async function forgetMedia(
  transaction: Transaction,
  beforeMs: number,
  most: number,
): Promise<number> {
  return (await transaction.run('forget-media', FORGET_MEDIA, [beforeMs, most])).length;
}
