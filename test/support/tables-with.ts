/** Which tables hold a string, in whatever column. */
import type { Ask } from './invariants.ts';

/** Names of tables, those of partitions without their day, in order. */
export async function tablesWith(ask: Ask, sought: string): Promise<readonly string[]> {
  const tables = await ask<{ readonly name: string }>(
    `select relname::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'texts_seen'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await ask(`select 1 from ${name} t where t::text like $1 limit 1`, [
      `%${sought}%`,
    ]);
    if (rows.length > 0) found.push(name.replace(/_\d{8}$/, ''));
  }
  return found.toSorted();
}
