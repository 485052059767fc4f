/**
 * The pages that are served: the Markdown of docs/ for people who call the service and people who
 * run it. A new file in one of these folders becomes a page.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { renderMarkdown, type Example, type RenderedPage } from './markdown.ts';

export type Page = RenderedPage & {
  /** `/docs/sms`. */
  readonly path: string;
  /** Relative to docs/: `interface/sms.md`. */
  readonly file: string;
};

export type Chapter = {
  readonly title: string;
  readonly pages: readonly Page[];
};

export const DOCS = '/docs';

type Shelf = {
  readonly title: string;
  /** Relative to docs/. */
  readonly folder: string;
  /** The path of its pages below `/docs/`. */
  readonly prefix: string;
  /** These first, in this order. */
  readonly first: readonly string[];
  /** The only files served from the folder; absent: all of them. */
  readonly only?: readonly string[];
  /** Programs of the folder, which are served as they are. */
  readonly programs?: readonly string[];
};

const SHELVES: readonly Shelf[] = [
  {
    title: 'Calling the service',
    folder: 'interface',
    prefix: '',
    first: [
      ...['README.md', 'php.md', 'sms.md', 'chat.md', 'v1.md', 'account.md', 'contacts.md'],
      'consents.md',
      ...['events.md', 'testing.md'],
    ],
  },
  {
    title: 'Working in the browser',
    folder: 'help',
    prefix: 'help/',
    first: [],
  },
  {
    title: 'Good to know',
    folder: 'generated',
    prefix: '',
    first: ['states.md', 'limits.md'],
    only: ['states.md', 'limits.md'],
  },
  {
    title: 'Clients',
    folder: '../packages/client-php',
    prefix: 'clients/php/',
    first: ['README.md'],
    programs: ['Paigham.php'],
  },
  {
    title: 'Clients',
    folder: '../packages/client',
    prefix: 'clients/typescript/',
    first: ['README.md'],
    programs: [
      ...['client', 'events', 'failure', 'fake', 'forms', 'index', 'transport', 'web-crypto'],
      ...['webhook', 'generated/api'],
    ].map((name) => `src/${name}.ts`),
  },
  {
    title: 'Running the service',
    folder: 'operating',
    prefix: 'operating/',
    first: ['README.md', 'install.md', 'deploy.md', 'upgrade.md', 'backup-and-restore.md'],
  },
];

/** Pages made from something other than their file. */
const MADE_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['generated/errors.md', `${DOCS}/errors`],
]);

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['.sh', 'curl'],
  ['.php', 'PHP'],
  ['.ts', 'TypeScript'],
  ['.py', 'Python'],
  ['.java', 'Java'],
  ['.cs', 'C#'],
]);

/** Reads and renders every page below `folder`, the project's docs/. */
export function readPages(folder: string): readonly Chapter[] {
  const shelves = SHELVES.map((shelf) => ({ shelf, files: filesOn(shelf, folder) }));
  const paths = new Map(MADE_ELSEWHERE);
  for (const { shelf, files } of shelves) {
    for (const file of files) paths.set(`${shelf.folder}/${file}`, pathOf(shelf, file));
    for (const file of shelf.programs ?? []) {
      paths.set(`${shelf.folder}/${file}`, programPath(shelf, file));
    }
  }
  const chapters = shelves.map(({ shelf, files }) => ({
    title: shelf.title,
    pages: files.map((name) => {
      const file = `${shelf.folder}/${name}`;
      const rendered = renderMarkdown(readFileSync(join(folder, file), 'utf8'), {
        resolve: (href) => resolveLink(file, href, paths),
        exampleOf: (href) => readExample(folder, file, href),
      });
      return { ...rendered, file, path: pathOf(shelf, name) };
    }),
  }));
  return [...Map.groupBy(chapters, ({ title }) => title)].map(([title, same]) => {
    return { title, pages: same.flatMap(({ pages }) => pages) };
  });
}

/** Every program that is served as it is, by its path: where it is. */
export function readPrograms(folder: string): ReadonlyMap<string, string> {
  const programs = SHELVES.flatMap((shelf) =>
    (shelf.programs ?? []).map((file) => {
      return [programPath(shelf, file), join(folder, shelf.folder, file)] as const;
    }),
  );
  return new Map(programs);
}

const programPath = ({ prefix }: Shelf, file: string): string => `${DOCS}/${prefix}${file}`;

function filesOn({ folder, first, only }: Shelf, root: string): readonly string[] {
  const found = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  const served = only === undefined ? found : found.filter((name) => only.includes(name));
  const others = served.filter((name) => !first.includes(name));
  return [...first.filter((name) => served.includes(name)), ...others.toSorted()];
}

function pathOf({ prefix }: Shelf, file: string): string {
  const name = file === 'README.md' ? '' : file.slice(0, -'.md'.length);
  return `${DOCS}/${prefix}${name}`.replace(/\/$/, '');
}

/** Turns a link in a file of docs/ into a link between pages. */
function resolveLink(
  file: string,
  href: string,
  paths: ReadonlyMap<string, string>,
): string | undefined {
  if (href.startsWith('#') || /^(https?|mailto):/.test(href)) return href;
  // Answered by the service itself.
  if (href.startsWith('/')) return href;
  const [target = '', fragment] = href.split('#', 2);
  const path = paths.get(posix.join(posix.dirname(file), target));
  if (path === undefined) return undefined;
  return fragment === undefined ? path : `${path}#${fragment}`;
}

/** A file of docs/examples that a list in `file` names. */
function readExample(root: string, file: string, href: string): Example | undefined {
  const path = posix.join(posix.dirname(file), href);
  const language = LANGUAGES.get(extname(path));
  if (!path.startsWith('examples/') || language === undefined) return undefined;
  const source = join(root, path);
  return existsSync(source) ? { language, code: readFileSync(source, 'utf8') } : undefined;
}
