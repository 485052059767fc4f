import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of a JSON file that is part of the program: `folder` is its reader's. */
export function readShipped(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
