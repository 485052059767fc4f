/**
 * What a reader's process runs. To read TypeScript, Node loads a compiler in each new process:
 * three times the work of reading a small file. What was compiled cannot be kept, as the process
 * may write nowhere. So a program that reads several files has these few sources made into
 * JavaScript once, and gives them to each reader.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** JavaScript by the URL of its source; without any, the reader reads its sources itself. */
export type Sources = Readonly<Record<string, string>>;

const READER = join(import.meta.dirname, 'reader.ts');
const MOST_BYTES = 2 ** 20;

/** Arguments for Node: waits for its sources, then runs them. */
export const START = [
  '--input-type=module',
  '--eval',
  `import { registerHooks } from 'node:module';
   import { pathToFileURL } from 'node:url';
   process.once('message', (sources) => {
     registerHooks({
       load: (url, context, next) => Object.hasOwn(sources, url)
         ? { format: 'module', source: sources[url], shortCircuit: true }
         : next(url, context),
     });
     import(pathToFileURL(process.argv[1]).href);
   });`,
  READER,
];

/** Arguments for Node: prints the JavaScript of the TypeScript beside a file. */
const STRIP = [
  '--no-warnings',
  '--input-type=module',
  '--eval',
  `import { readdirSync, readFileSync } from 'node:fs';
   import { stripTypeScriptTypes } from 'node:module';
   import { pathToFileURL } from 'node:url';
   const folder = new URL('.', pathToFileURL(process.argv[1]));
   const files = readdirSync(folder).filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts'));
   console.log(JSON.stringify(Object.fromEntries(files.map((it) => {
     const url = new URL(it, folder);
     return [url.href, stripTypeScriptTypes(readFileSync(url, 'utf8'))];
   }))));`,
  READER,
];

let begun = 0;
let stripped: Promise<Sources> | undefined;

/** For the next reader. The first of a program, often its last, does not wait for the others'. */
export async function sourcesForReader(): Promise<Sources> {
  begun += 1;
  if (begun === 1) return {};
  stripped ??= strip().catch((error: unknown) => {
    // The next reader's are tried again.
    stripped = undefined;
    throw error;
  });
  return stripped;
}

async function strip(): Promise<Sources> {
  const options = { env: {}, maxBuffer: MOST_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, STRIP, options);
  return JSON.parse(stdout) as Sources;
}
