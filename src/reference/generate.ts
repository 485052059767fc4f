/**
 * Generates files: the pages of docs/generated, and db/schema.sql from a temporary database made by
 * the migrations.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { withConnection } from '../kit/postgres/address.ts';
import { startEmbedded } from '../kit/postgres/embedded.ts';
import { migrate } from '../kit/postgres/migrate.ts';
import { printSchema } from '../kit/postgres/schema.ts';
import { pages, render } from './pages.ts';

const root = join(import.meta.dirname, '../..');

async function writeSchema(): Promise<void> {
  const folder = makeTemporaryDir();
  const embedded = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    await migrate(embedded.logins.owner, join(root, 'db/migrations'));
    const text = await withConnection(embedded.logins.owner, printSchema);
    writeFileSync(join(root, 'db/schema.sql'), text);
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true });
  }
}

for (const page of pages) writeFileSync(join(root, 'docs/generated', page.file), render(page));
await writeSchema();
