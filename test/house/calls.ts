/**
 * Calls that only one file may make, so that time, chance, settings and the network can be held in
 * hand by tests; SQL, which only the store writes; and errors that are caught and ignored.
 */
import type { Expression } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Source } from './sources.ts';
import { isTest, lineAt } from './sources.ts';

type Ban = {
  readonly what: RegExp;
  readonly instead: string;
  /** Where it is done for everybody else. */
  readonly home: RegExp;
};

/** Matched against `Date.now`, `setTimeout`, `new Date`, `process.env` as they are written. */
const bans: readonly Ban[] = [
  {
    what: /^(Date\.now|new Date|performance\.now|process\.hrtime(\.bigint)?)$/,
    instead: 'take a Clock',
    home: /^packages\/base\/src\/clock\.ts$/,
  },
  {
    what: /^(setTimeout|setInterval|timers)$/,
    instead: 'take a Clock',
    home: /^packages\/(base\/src\/clock|smpp\/src\/session-events)\.ts$/,
  },
  {
    what: /^(Math\.random|(crypto\.)?(randomUUID|randomBytes|randomInt|getRandomValues))$/,
    instead: 'take a Random',
    home: /^packages\/base\/src\/random\.ts$/,
  },
  {
    what: /^process\.(env|argv)$/,
    instead: 'take a Config',
    home: /^src\/kit\/started-with\.ts$/,
  },
  {
    what: /^fetch$/,
    instead: 'go through packages/http',
    home: /^packages\/http\//,
  },
  {
    what: /^undici$/,
    instead: 'go through packages/http',
    home: /^packages\/http\//,
  },
];

/** Programs that are not the service wait and draw as they like, but never by chance in a test. */
const isJudged = (path: string): boolean =>
  /^(src|packages\/(?!client\/))/.test(path) && !isTest(path);

/**
 * Tests wait for a thing to happen, never for time to pass: support has the one way to do it. The
 * soak lets time pass between its faults, and timers and slow answers are what two files are about.
 */
const sleeps: Ban = {
  what: /^(setTimeout|setInterval|timers|pause of wallClock)$/,
  instead: 'use test/support/eventually.ts',
  home: /^(test\/(support\/|simulation\/soak)|packages\/(base\/test\/clock|http\/test\/streams)\.)/,
};
/** A busy machine is no failure: what is about time is measured in bench. */
const haste: Ban = {
  what: /^toBeLessThan of a time$/,
  instead: 'assert order, counts or the time of a clock that is stepped',
  home: /^$/,
};
const CLOCKS = /performance\.now|Date\.now|wallClock\.(nowMs|monotonicMs)/;

function bansFor(path: string): readonly Ban[] {
  if (isJudged(path)) return bans.filter(({ home }) => !home.test(path));
  return isTest(path) ? [sleeps, haste].filter(({ home }) => !home.test(path)) : [];
}

/** `a.b.c` of a member expression; '' of anything more complicated. */
function nameOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  const object = nameOf(node.object);
  const property = node.property.type === 'Identifier' ? node.property.name : '';
  return object === 'globalThis' ? property : `${object}.${property}`;
}

type Found = { readonly name: string; readonly offset: number };

function findNames(source: Source): Found[] {
  const found: Found[] = [];
  new Visitor({
    CallExpression(node) {
      const { callee, start: offset } = node;
      const name = nameOf(callee);
      found.push({ name, offset });
      const [first] = node.arguments;
      const isWall = first?.type === 'Identifier' && first.name === 'wallClock';
      if (name === 'pause' && isWall) found.push({ name: 'pause of wallClock', offset });
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!callee.property.name.startsWith('toBeLessThan')) return;
      const compared = source.text.slice(node.start, node.end);
      if (CLOCKS.test(compared)) found.push({ name: 'toBeLessThan of a time', offset });
    },
    MemberExpression: (node) => found.push({ name: nameOf(node), offset: node.start }),
    NewExpression(node) {
      // A Date of a given moment is a matter of arithmetic; one of now reads the clock.
      if (node.arguments.length > 0) return;
      found.push({ name: `new ${nameOf(node.callee)}`, offset: node.start });
    },
    ImportDeclaration({ source: { value }, start }) {
      if (value.startsWith('node:timers')) found.push({ name: 'timers', offset: start });
      if (value === 'undici') found.push({ name: value, offset: start });
    },
  }).visit(source.program);
  return found;
}

/** A sentence for each use of what only one file may use. */
export function findBannedCalls(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const banned = bansFor(source.path);
    if (banned.length === 0) return [];
    const sentences = findNames(source).flatMap(({ name, offset }) => {
      const ban = banned.find(({ what }) => what.test(name));
      if (ban === undefined) return [];
      return [`${source.path}:${lineAt(source, offset)} uses ${name}: ${ban.instead}.`];
    });
    return [...new Set(sentences)];
  });
}

const mayHoldSql =
  /^(src\/store|src\/kit\/postgres|packages\/embedded-postgres|test|bench)\/|\.(sql|test)\.ts$/;

const sqlStarts = [
  /^\s*with\s+\w+\s+as\s+\(/i,
  /^\s*select\s[^]*\bfrom\s/i,
  /^\s*(insert\s+into|delete\s+from)\s/i,
  /^\s*update\s+\w+\s+set\s/i,
  /^\s*(create|alter|drop)\s+(table|index|type)\s/i,
];

/** A sentence for each statement of SQL outside of the store. */
export function findStraySql(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !mayHoldSql.test(path))
    .flatMap((source) => {
      const sentences: string[] = [];
      const judge = (text: string, offset: number): void => {
        if (!sqlStarts.some((start) => start.test(text))) return;
        sentences.push(
          `${source.path}:${lineAt(source, offset)} holds SQL: it goes to src/store or a .sql.ts.`,
        );
      };
      new Visitor({
        Literal: (node) => judge(typeof node.value === 'string' ? node.value : '', node.start),
        TemplateElement: (node) => judge(node.value.raw, node.start),
      }).visit(source.program);
      return sentences;
    });
}

/** A sentence for each error that is caught and not looked at. */
export function findIgnoredErrors(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const sentences: string[] = [];
    new Visitor({
      CatchClause({ param, body, start }) {
        const name = param?.type === 'Identifier' ? param.name : undefined;
        const used = name !== undefined && new RegExp(`\\b${name}\\b`);
        const text = source.text.slice(body.start, body.end);
        if (used !== false && used.test(text)) return;
        sentences.push(`${source.path}:${lineAt(source, start)} catches an error and ignores it.`);
      },
    }).visit(source.program);
    return sentences;
  });
}
