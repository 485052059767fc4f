import { readFile, rm } from 'node:fs/promises';
import { fetchToFile, type FetchOptions } from './fetch-to-file.ts';

/** What a small file says, read as UTF-8; undefined: it could not be fetched. */
export async function fetchText(link: string, options: FetchOptions): Promise<string | undefined> {
  const outcome = await fetchToFile(link, options);
  if (outcome.kind === 'refused') return undefined;
  try {
    return await readFile(outcome.file, 'utf8');
  } finally {
    await rm(outcome.file, { force: true });
  }
}
