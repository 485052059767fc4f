import { describe, expect, it } from 'vitest';
import { LINKS } from '../../test/support/fixtures.ts';
import { openTestLine } from '../../test/support/lines.ts';
import { createLines } from './lines.ts';

const { jazz, zong } = LINKS;

describe('the lines of a node', () => {
  it('are those that were opened and not closed again', () => {
    const lines = createLines();
    const { line } = openTestLine();
    expect(lines.get(jazz)).toBeUndefined();
    lines.open(line);
    expect(lines.get(jazz)).toBe(line);
    expect(lines.all()).toEqual([line]);
    lines.close(jazz);
    expect(lines.all()).toEqual([]);
    lines.close(jazz);
  });

  it('may have messages waiting until a look says otherwise', () => {
    const lines = createLines();
    lines.open(openTestLine().line);
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(true);
    expect(lines.mayHaveWaiting(zong, 0)).toBe(false);
    const foundAll = lines.beginLook(jazz, 0);
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(true);
    foundAll();
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(false);
  });
});

describe('a look into the queue', () => {
  it('does not speak for what was put in line while it looked', () => {
    const lines = createLines();
    lines.setWaiting(jazz, 0);
    const foundAll = lines.beginLook(jazz, 0);
    lines.setWaiting(jazz, 0);
    foundAll();
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(true);
  });

  it('does not speak for a later one', () => {
    const lines = createLines();
    lines.setWaiting(jazz, 0);
    const first = lines.beginLook(jazz, 0);
    const second = lines.beginLook(jazz, 0);
    first();
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(true);
    second();
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(false);
  });

  it('does not speak for a line that was opened again while it looked', () => {
    const lines = createLines();
    lines.open(openTestLine().line);
    const foundAll = lines.beginLook(jazz, 0);
    lines.close(jazz);
    lines.open(openTestLine().line);
    foundAll();
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(true);
  });

  it('speaks for its own link alone', () => {
    const lines = createLines();
    lines.setWaiting(jazz, 0);
    lines.setWaiting(zong, 0);
    const foundAll = lines.beginLook(jazz, 0);
    lines.setWaiting(zong, 0);
    foundAll();
    expect([lines.mayHaveWaiting(jazz, 0), lines.mayHaveWaiting(zong, 0)]).toEqual([false, true]);
  });
});

describe('what is more urgent', () => {
  it('may overtake, and is not overtaken', () => {
    const lines = createLines();
    lines.setWaiting(jazz, 0);
    lines.setWaiting(zong, 1);
    expect([lines.mayHaveWaiting(jazz, 0), lines.mayHaveWaiting(jazz, 1)]).toEqual([true, false]);
    expect([lines.mayHaveWaiting(zong, 0), lines.mayHaveWaiting(zong, 1)]).toEqual([true, true]);
  });

  it('is spoken for alone by a look for it alone', () => {
    const lines = createLines();
    lines.setWaiting(jazz, 0);
    lines.setWaiting(jazz, 1);
    lines.beginLook(jazz, 1)();
    expect(lines.mayHaveWaiting(jazz, 1)).toBe(false);
    expect(lines.mayHaveWaiting(jazz, 0)).toBe(true);
  });
});
