/** Holds the written pages against the tree: a file or folder that one names is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './sources.ts';

export type Paper = { readonly path: string; readonly text: string };

/** Folders with pages for people, besides the root of the project. */
const folders = ['docs', 'packages', 'fakes', 'test'];

const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;
const code = /`((?:src|test|docs|bin|bench|fakes|packages|db)\/[\w./{},-]*)`/g;

/** Every page in Markdown. */
export function readPapers(): readonly Paper[] {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules'))
      .map((name) => posix.join(folder, name)),
  );
  return [...readdirSync(root), ...found]
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** `src/{a,b}/` means two folders. */
function spelledOut(path: string): readonly string[] {
  const [, before = '', several, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return several?.split(',').map((one) => before + one + after) ?? [path];
}

/** A sentence for each path that leads nowhere, from the page's folder and from the root alike. */
export function findStrandedPaths({ path, text }: Paper): string[] {
  const links = [...text.matchAll(link)].map(([, target = '']) => target);
  const named = [...text.matchAll(code)].flatMap(([, target = '']) => spelledOut(target));
  return [...links.filter((it) => !/^\w+:/.test(it)), ...named]
    .filter((it) => !existsSync(join(root, posix.dirname(path), it)) && !existsSync(join(root, it)))
    .map((it) => `${path} names ${it}, which is not there.`);
}
