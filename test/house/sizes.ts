/**
 * How long things are. A file may be excused in allowances.ts, with the size it has: the excuse is
 * itself found wrong once the file has become smaller, so that the list only shrinks.
 */
import type { Function as FunctionNode, ArrowFunctionExpression } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Source } from './sources.ts';
import { lineAt } from './sources.ts';

/** The guides of the architecture. */
export const guides = {
  fileLines: 400,
  functionLines: 70,
  lineCharacters: 100,
  parameters: 4,
} as const;

export type Guide = keyof typeof guides;

export type Measure = {
  readonly path: string;
  readonly guide: Guide;
  readonly size: number;
  readonly line: number;
};

/** What is larger than its guide, for now. */
export type Allowance = {
  readonly path: string;
  readonly guide: Guide;
  /** Its size today. */
  readonly size: number;
};

type AnyFunction = FunctionNode | ArrowFunctionExpression;

/** The groups of a test file are as long as what they hold. */
function findGroups({ program }: Source): Set<number> {
  const groups = new Set<number>();
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== 'Identifier' || callee.name !== 'describe') return;
      for (const arg of args) groups.add(arg.start);
    },
  }).visit(program);
  return groups;
}

/** Letters beyond the basic plane count once. */
const charactersOf = (line: string): number => Array.from(line).length;

/** The longest of everything in a file. */
export function measure(source: Source): Measure[] {
  const { path, lines, text } = source;
  const longest = (guide: Guide, found: readonly (readonly [number, number])[]): Measure => {
    const [size, line] = found.reduce((a, b) => (b[0] > a[0] ? b : a), [0, 1]);
    return { path, guide, size, line };
  };
  const groups = findGroups(source);
  const functionLines: [number, number][] = [];
  const parameters: [number, number][] = [];
  const look = (node: AnyFunction): void => {
    const line = lineAt(source, node.start);
    parameters.push([node.params.length, line]);
    if (!groups.has(node.start)) functionLines.push([lineAt(source, node.end) - line + 1, line]);
  };
  new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(source.program);
  const withoutLastEnd = text.endsWith('\n') ? lines.length - 1 : lines.length;
  return [
    longest('fileLines', [[withoutLastEnd, 1]]),
    longest('functionLines', functionLines),
    longest(
      'lineCharacters',
      lines.map((line, index) => [charactersOf(line), index + 1] as const),
    ),
    longest('parameters', parameters),
  ];
}

const words: Record<Guide, string> = {
  fileLines: 'lines in a file',
  functionLines: 'lines in a function',
  lineCharacters: 'characters in a line',
  parameters: 'parameters of a function',
};

/** A sentence for each size beyond its guide, and for each excuse that is larger than needed. */
export function findOversize(
  sources: readonly Source[],
  allowances: readonly Allowance[],
): string[] {
  const all = sources.flatMap(measure);
  const tooLarge = all
    .filter(({ path, guide, size }) => {
      const allowed = allowances.find((it) => it.path === path && it.guide === guide);
      return size > (allowed?.size ?? guides[guide]);
    })
    .map(({ path, guide, size, line }) => {
      return `${path}:${line} has ${size} ${words[guide]}, ${guides[guide]} are the guide.`;
    });
  const tooGenerous = allowances
    .filter(({ path, guide, size }) => {
      const real = all.find((it) => it.path === path && it.guide === guide);
      return real === undefined || real.size < size || size <= guides[guide];
    })
    .map(({ path, guide }) => `The allowance of ${path} for ${guide} may shrink or go.`);
  return [...tooLarge, ...tooGenerous];
}
