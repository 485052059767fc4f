import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '../../package.json');

/** Of this program. */
export const VERSION: string = (
  JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }
).version;
