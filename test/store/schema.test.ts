import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { printSchema } from '../../src/kit/postgres/schema.ts';
import { freshDatabase } from '../support/database.ts';

it('db/schema.sql is what the migrations make (npm run generate)', async () => {
  const { address } = await freshDatabase();
  const made = await withConnection(address, printSchema);
  const file = join(import.meta.dirname, '../../db/schema.sql');
  expect(readFileSync(file, 'utf8')).toBe(made);
});
