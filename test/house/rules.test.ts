/** The rules of the house find what they are for, and pass what is allowed. */
import { describe, expect, it } from 'vitest';
import { findBannedCalls, findIgnoredErrors, findStraySql } from './calls.ts';
import { findCircles, findForbiddenImports } from './imports.ts';
import { findBadNames, findBadPaths } from './names.ts';
import { findStrandedPaths } from './papers.ts';
import { findOversize, guides } from './sizes.ts';
import { parse } from './sources.ts';

const importing = (from: string, request: string, names = '{ x }') =>
  findForbiddenImports([parse(from, `import ${names} from '${request}';`)]);

describe('imports', () => {
  it.each([
    ['src/domain/a/a.ts', '../../kit/log.ts', 'pure'],
    ['src/domain/a/a.ts', '@paigham/base/clock.ts', 'pure'],
    ['src/domain/a/a.ts', '@paigham/http/server.ts', 'pure'],
    ['packages/base/src/a.ts', '@paigham/http/server.ts', 'stands on nothing'],
    ['packages/http/src/a.ts', '../../../src/kit/log.ts', 'knows nothing'],
    ['packages/http/src/a.ts', '@paigham/embedded-postgres/start.ts', 'knows nothing'],
    ['src/domain/a/a.ts', 'node:fs', 'src/kit'],
    ['src/kit/a.ts', '../domain/limits.ts', 'nothing of messages'],
    ['src/store/a/a.ts', '../b/b.ts', 'stands alone'],
    ['src/journey/accept/accept.ts', '../charge/charge.ts', 'never calls another'],
    ['src/journey/accept/accept.ts', '../journey.ts', 'never calls another'],
    ['src/journey/accept/accept.ts', 'pg', 'src/kit'],
    ['src/carriers/smpp/a.ts', '../whatsapp/b.ts', 'nor another carrier'],
    ['src/carriers/smpp/a.ts', '../../store/a/a.ts', 'knows neither the store'],
    ['src/api/sms/a.ts', '../../journey/accept/accept.ts', 'asks the journey'],
    ['src/api/sms/a.ts', '../portal/b.ts', 'asks the journey'],
    ['src/api/sms/a.ts', '../../journey/commit/take-in.ts', 'other rooms call'],
    ['src/chat/a.ts', '../journey/settle/settle.ts', 'by journey.ts alone'],
    ['src/chat/a.ts', '../journey/parts.ts', 'other rooms call'],
    ['src/journey/journey.ts', '../chat/chat.ts', 'puts stages in order'],
    ['src/features/a/a.ts', '../../journey/journey.ts', 'a family of operations a file'],
    ['packages/smpp/src/a.ts', '../../sms-text/src/index.ts', 'knows nothing'],
    ['packages/smpp/src/a.ts', '../../../src/kit/log.ts', 'knows nothing'],
    ['fakes/smsc/a.ts', '../../src/kit/log.ts', 'no code with the service'],
    ['fakes/smsc/a.ts', '../portability/b.ts', 'no code with the service'],
    ['fakes/kit/a.ts', '../smsc/b.ts', 'knows none'],
    ['src/elsewhere/a.ts', './b.ts', 'no room'],
  ])('%s may not import %s', (from, request, because) => {
    const [sentence, ...others] = importing(from, request);
    expect(sentence).toContain(because);
    expect(others).toEqual([]);
  });

  it.each([
    ['src/domain/a/a.ts', '../b/b.ts'],
    ['src/domain/a/a.ts', '@paigham/sms-text'],
    ['src/store/a/a.ts', './b.ts'],
    ['src/kit/a.ts', '@paigham/base/clock.ts'],
    ['src/store/a/a.ts', '@paigham/base/clock.ts'],
    ['packages/http/src/a.ts', '@paigham/base/clock.ts'],
    ['src/journey/journey.ts', './commit/take-in.ts'],
    ['src/journey/commit/take-in-texts.ts', '../accept/accept.ts'],
    ['src/journey/send/send.ts', './pace.ts'],
    ['src/features/a/a.ts', '../../operations/admin.ts'],
    ['src/api/sms/a.ts', '../bridge.ts'],
    ['src/api/sms/a.ts', '../../journey/journey.ts'],
    ['src/api/chat/a.ts', '../../chat/chat.ts'],
    ['src/chat/a.ts', '../journey/journey.ts'],
    ['src/carriers/smpp/a.ts', '@paigham/smpp'],
    ['fakes/smsc/a.ts', '@paigham/smpp'],
    ['fakes/smsc/a.ts', '../kit/b.ts'],
    ['src/app.ts', './carriers/smpp/a.ts'],
    ['test/journeys/a.test.ts', '../../src/app.ts'],
  ])('%s may import %s', (from, request) => {
    expect(importing(from, request)).toEqual([]);
  });

  it('gives a door a reader and nothing that writes', () => {
    const request = '../../kit/postgres/pool.ts';
    expect(importing('src/api/sms/a.ts', request, 'type { Reader }')).toEqual([]);
    const [sentence] = importing('src/api/sms/a.ts', request, 'type { Transaction }');
    expect(sentence).toContain('only get a Reader');
  });

  it('finds what is exported onwards and imported late', () => {
    const text = "export { x } from 'pg'; const late = () => import('node:fs');";
    expect(findForbiddenImports([parse('src/domain/a/a.ts', text)])).toHaveLength(2);
  });

  it('finds a circle and names its members', () => {
    const circle = [
      parse('src/domain/a.ts', "import './b.ts';"),
      parse('src/domain/b.ts', "import './c.ts';"),
      parse('src/domain/c.ts', "import './a.ts';"),
    ];
    expect(findCircles(circle)).toEqual([
      'Circle: src/domain/a.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a.ts.',
    ]);
    expect(findCircles(circle.slice(0, 2))).toEqual([]);
    const broken = [
      ...circle.slice(0, 2),
      parse('src/domain/c.ts', "import type { A } from './a.ts';"),
    ];
    expect(findCircles(broken)).toEqual([]);
  });
});

describe('calls', () => {
  it.each([
    'Date.now();',
    'new Date();',
    'performance.now();',
    'Math.random();',
    'setTimeout(f, 1);',
    'globalThis.setInterval(f, 1);',
    "import { setTimeout as wait } from 'node:timers/promises';",
    'const { HOST } = process.env;',
    "await fetch('http://127.0.0.1');",
    "import { request } from 'undici';",
    'crypto.randomUUID();',
  ])('finds %s, outside of tests and of its home', (text) => {
    expect(findBannedCalls([parse('src/journey/a/a.ts', text)])).toHaveLength(1);
    expect(findBannedCalls([parse('fakes/smsc/a.ts', text)])).toEqual([]);
  });

  it.each(['new Date(0);', 'Date.UTC(2026, 1);', 'clock.setTimer(1, f);', 'x.fetch();'])(
    'passes %s',
    (text) => {
      expect(findBannedCalls([parse('src/journey/a/a.ts', text)])).toEqual([]);
    },
  );

  it.each([
    'setTimeout(f, 1);',
    'await pause(wallClock, 1_000);',
    'expect(wallClock.monotonicMs() - fromMs).toBeLessThan(5_000);',
  ])('finds the haste of a test that says %s', (text) => {
    expect(findBannedCalls([parse('test/races/a.test.ts', text)])).toHaveLength(1);
  });

  it('lets no test sleep, but in the one place made for waiting', () => {
    const text = 'setTimeout(f, 1); await pause(wallClock, 1);';
    expect(findBannedCalls([parse('test/races/a.test.ts', text)])).toHaveLength(2);
    expect(findBannedCalls([parse('test/support/eventually.ts', text)])).toEqual([]);
  });

  it.each(['await pause(clock, 1);', 'expect(clock.monotonicMs()).toBeLessThan(5_000);'])(
    'passes a clock that is stepped: %s',
    (text) => {
      expect(findBannedCalls([parse('test/races/a.test.ts', text)])).toEqual([]);
    },
  );

  it.each([
    '`SELECT a FROM b`',
    "'insert into b values (1)'",
    '`\n  WITH c AS (SELECT 1) SELECT 2`',
    "'update b set c = 1'",
  ])('finds the SQL %s outside of the store', (text) => {
    expect(findStraySql([parse('src/journey/a/a.ts', `q(${text});`)])).toHaveLength(1);
    expect(findStraySql([parse('src/store/a/a.ts', `q(${text});`)])).toEqual([]);
  });

  it("takes 'Select a file' for what it is", () => {
    expect(findStraySql([parse('src/api/a/a.ts', "say('Select a file');")])).toEqual([]);
  });

  it.each(['try { a(); } catch {}', 'try { a(); } catch (error) { b(); }'])(
    'finds the ignored error of %s',
    (text) => {
      expect(findIgnoredErrors([parse('src/kit/a.ts', text)])).toHaveLength(1);
    },
  );

  it('passes an error that is looked at', () => {
    const text = 'try { a(); } catch (error) { if (!(error instanceof Error)) throw error; }';
    expect(findIgnoredErrors([parse('src/kit/a.ts', text)])).toEqual([]);
  });
});

describe('sizes', () => {
  const path = 'src/kit/a.ts';
  const lines = (count: number): string => '0;\n'.repeat(count);
  const texts = (extra: number): [string, string][] => [
    ['fileLines', lines(guides.fileLines + extra)],
    ['functionLines', `function a() {\n${lines(guides.functionLines - 2 + extra)}}\n`],
    ['lineCharacters', `// ${'x'.repeat(guides.lineCharacters - 3 + extra)}\n`],
    ['parameters', `const a = (${'abcdefgh'.slice(0, guides.parameters + extra).split('')}) => 0;`],
  ];

  it.each(texts(0))('%s may be as large as the guide', (_, text) => {
    expect(findOversize([parse(path, text)], [])).toEqual([]);
  });

  it.each(texts(1))('%s may not be one larger', (_, text) => {
    expect(findOversize([parse(path, text)], [])).toHaveLength(1);
  });

  it('excuses exactly the size that is there, so that an excuse can only shrink', () => {
    const source = parse(path, lines(410));
    const allow = (size: number) => [{ path, guide: 'fileLines', size } as const];
    expect(findOversize([source], allow(410))).toEqual([]);
    expect(findOversize([source], allow(409))).toHaveLength(1);
    expect(findOversize([source], allow(411))).toHaveLength(1);
    expect(findOversize([parse(path, '0;')], allow(410))).toHaveLength(1);
  });

  it('does not measure the groups of a test', () => {
    const text = `describe('a', () => {\n${lines(100)}});\n`;
    expect(findOversize([parse('src/kit/a.test.ts', text)], [])).toEqual([]);
  });
});

describe('names', () => {
  it.each(['src/kit/fooBar.ts', 'src/Kit/a.ts', 'src/kit/utils.ts', 'src/kit/http-helpers/a.ts'])(
    'refuses the path %s',
    (path) => {
      expect(findBadPaths([parse(path, '')])).toHaveLength(1);
    },
  );

  it.each(['const tenantId = 1;', 'type LinkManager = {};', 'function parseDlr() {}'])(
    'refuses %s',
    (text) => {
      expect(findBadNames([parse('src/kit/a.ts', text)])).toHaveLength(1);
    },
  );

  it('passes good names', () => {
    const source = parse('src/kit/http-server.ts', 'const accountId = 1; type Link = {};');
    expect([...findBadPaths([source]), ...findBadNames([source])]).toEqual([]);
  });
});

describe('paths on pages', () => {
  const lost = (text: string): string[] => findStrandedPaths({ path: 'docs/journey.md', text });

  it.each(['`src/app.tsx`', '`src/{app,api}/x.ts`', '[a](gone.md)', '[a](decisions/gone.md#b)'])(
    'finds that %s leads nowhere',
    (text) => {
      expect(lost(text)).not.toEqual([]);
    },
  );

  it.each(['`src/app.ts`', '`src/{app,api}/`', '[a](security.md#b)', '[a](https://a.example/b)'])(
    'passes %s',
    (text) => {
      expect(lost(text)).toEqual([]);
    },
  );
});
