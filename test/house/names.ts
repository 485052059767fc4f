/** How things are called. */
import { basename } from 'node:path';
import { Visitor } from 'oxc-parser';
import type { Source } from './sources.ts';
import { lineAt } from './sources.ts';

const fileName = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?$/;
const folderName = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Drawers: names that say "things". */
const drawers = /^(util|utils|helper|helpers|common|manager|managers|service|services|misc)$/i;

/** Words of the trade for which the house has one of its own (architecture, "Words"). */
const foreign = new Map([
  ['tenant', 'account'],
  ['customer', 'account'],
  ['telco', 'operator'],
  ['dlr', 'receipt'],
]);

/** `parseHTTPUrl` and `parse-http-url` alike: parse, http, url. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

function judgePath(path: string): string[] {
  const folders = path.split('/').slice(0, -1);
  const wrong = folders.filter((folder) => !folderName.test(folder));
  const drawer = wordsOf(path).find((word) => drawers.test(word));
  return [
    ...wrong.map((folder) => `${path}: the folder ${folder} is not in kebab-case.`),
    ...(fileName.test(basename(path)) ? [] : [`${path} is not in kebab-case.`]),
    ...(drawer === undefined ? [] : [`${path}: "${drawer}" does not say what is in it.`]),
  ];
}

/** A sentence for each file or folder whose name breaks the rules. */
export function findBadPaths(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path }) => judgePath(path));
}

/** A sentence for each declared name in src that is a drawer or another trade's word. */
export function findBadNames(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) => {
      const sentences: string[] = [];
      const judge = (name: string | undefined, offset: number): void => {
        const at = `${source.path}:${lineAt(source, offset)}`;
        for (const word of wordsOf(name ?? '')) {
          const ours = foreign.get(word);
          if (ours !== undefined) sentences.push(`${at} ${name}: we say ${ours}, not ${word}.`);
          if (drawers.test(word)) sentences.push(`${at} ${name}: "${word}" says nothing.`);
        }
      };
      new Visitor({
        FunctionDeclaration: ({ id, start }) => judge(id?.name, start),
        ClassDeclaration: ({ id, start }) => judge(id?.name, start),
        TSTypeAliasDeclaration: ({ id, start }) => judge(id.name, start),
        TSInterfaceDeclaration: ({ id, start }) => judge(id.name, start),
        VariableDeclarator: ({ id, start }) =>
          judge(id.type === 'Identifier' ? id.name : undefined, start),
      }).visit(source.program);
      return sentences;
    });
}
