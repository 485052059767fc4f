/** The check of the bill of materials against advisories: it finds what it should. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compare, concerned, type Advisory } from '../support/advisories.ts';

const affecting = (name: string, events: readonly object[], more: object = {}): Advisory => ({
  ...{ id: 'TEST-1', summary: 'It breaks' },
  affected: [
    { package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }], ...more },
  ],
});

describe('an advisory', () => {
  const since = [{ introduced: '1.2.0' }, { fixed: '1.4.0' }, { introduced: '2.0.0' }];
  it.each([
    ['1.1.9', since, false],
    ['1.2.0', since, true],
    ['1.4.0-rc.1', since, true],
    ['1.4.0', since, false],
    ['1.10.0', since, false],
    ['2.0.0-beta', since, false],
    ['3.0.0', since, true],
    ['1.4.0', [{ introduced: '0' }, { last_affected: '1.4.0' }], true],
    ['1.4.1', [{ introduced: '0' }, { last_affected: '1.4.0' }], false],
  ])('concerns version %s: %j %s', (version, events, isIt) => {
    const found = concerned([{ name: '@a/b', version }], [affecting('@a/b', events)]);
    expect(found.length > 0).toBe(isIt);
    expect(concerned([{ name: 'b', version }], [affecting('@a/b', events)])).toEqual([]);
  });

  it('names the package, the ranges and the version that mends it', () => {
    const advisories = [affecting('pg', [{ introduced: '8.0.0' }, { fixed: '9.0.0' }])];
    expect(concerned([{ name: 'pg', version: '8.23.1' }], advisories)).toEqual([
      'pg 8.23.1: TEST-1, It breaks (from 8.0.0, fixed in 9.0.0)',
    ]);
  });

  it('counts by its list of versions, for npm alone, and not when it is withdrawn', () => {
    const component = [{ name: 'pg', version: '8.23.1' }];
    const listed = affecting('pg', [], { versions: ['8.23.1'] });
    expect(concerned(component, [listed])).toHaveLength(1);
    expect(concerned(component, [{ ...listed, withdrawn: '2026-01-01T00:00:00Z' }])).toEqual([]);
    const other = { package: { ecosystem: 'PyPI', name: 'pg' } };
    expect(concerned(component, [affecting('pg', [], { versions: ['8.23.1'], ...other })])).toEqual(
      [],
    );
  });

  it('orders versions as Semantic Versioning does', () => {
    const order = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'];
    const all = [...order, '1.0.0', '1.0.1', '1.2.0', '1.10.0', '18.4.0-beta.17', '18.4.0'];
    expect(all.toReversed().toSorted(compare)).toEqual(all);
    expect(compare('1.0.0+build', 'v1.0.0')).toBe(0);
  });
});

describe('the bill of materials', () => {
  it('fails the check when a package of ours is concerned', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paigham-advisories-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const bill = execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8' });
    const check = (advisories: readonly Advisory[]) => {
      const file = join(folder, 'advisories.json');
      writeFileSync(file, JSON.stringify(advisories));
      const program = ['test/support/advisories.ts', file];
      const { status, stdout } = spawnSync(process.execPath, program, {
        ...{ input: bill, encoding: 'utf8' },
      });
      return { status, stdout };
    };
    const all = [{ introduced: '0' }];
    expect(check([affecting('pg', all), affecting('react', all)])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^pg 8\.[\d.]+: TEST-1.*\nreact 19\.[\d.]+: TEST-1/),
    });
    expect(check([affecting('nobody-uses-this', all)])).toMatchObject({ status: 0 });
    // An empty file proves nothing.
    expect(check([])).toMatchObject({ status: 2 });
  });
});
