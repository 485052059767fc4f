/** Every source file of the project, parsed once, with what the house's rules ask of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import type { EcmaScriptModule, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';

export type Import = {
  /** A file of the project from its root, or a package as it is named: `pg`, `node:fs`. */
  readonly target: string;
  /** Whether `target` is a file of the project. */
  readonly isOurs: boolean;
  readonly names: readonly string[];
  /** Whether nothing of it is left at run time. */
  readonly isType: boolean;
};

export type Source = {
  /** From the root of the project: src/kit/log.ts. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly program: Program;
  readonly imports: readonly Import[];
};

export const root = join(import.meta.dirname, '../..');
const folders = ['src', 'packages', 'fakes', 'bench', 'test', 'portal'];
const skipped = new Set(['node_modules', 'dist', 'coverage', 'generated']);

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name) && !name.startsWith('.'))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return walk(path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    });
}

/** Our own packages, by the name they are imported by. */
function resolve(from: string, request: string): Pick<Import, 'target' | 'isOurs'> {
  if (request.startsWith('.')) {
    const target = relative(root, join(root, dirname(from), request));
    return { target, isOurs: true };
  }
  const own = /^@paigham\/([\w-]+)(?:\/(.+))?/.exec(request);
  if (own !== null) {
    return { target: `packages/${own[1]}/src/${own[2] ?? 'index.ts'}`, isOurs: true };
  }
  return { target: request, isOurs: false };
}

type Request = Pick<Import, 'names' | 'isType'> & { readonly request: string };

function requestsOf(module: EcmaScriptModule, text: string): Request[] {
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    request: moduleRequest.value,
    names: entries.flatMap(({ importName }) => importName.name ?? []),
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) => {
      if (moduleRequest === null) return [];
      return [{ request: moduleRequest.value, names: [importName.name ?? ''], isType }];
    }),
  );
  const late = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    request: text.slice(start + 1, end - 1),
    names: [],
    isType: false,
  }));
  return [...imported, ...exported, ...late];
}

/** Parses `text` as the file `path`; throws where the parser finds it wrong. */
export function parse(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const imports = requestsOf(module, text).map(({ request, names, isType }) => ({
    ...resolve(path, request),
    names,
    isType,
  }));
  return { path, text, lines: text.split('\n'), program, imports };
}

/** All of them; folders that do not exist yet are left out. */
export function readSources(): readonly Source[] {
  const present = new Set(readdirSync(root));
  return folders
    .filter((folder) => present.has(folder))
    .flatMap(walk)
    .map((path) => parse(path, readFileSync(join(root, path), 'utf8')));
}

/** The line, counted from 1, in which `offset` of the text lies. */
export function lineAt({ text }: Pick<Source, 'text'>, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || path.endsWith('.test.ts') || path.includes('/test/');
}
