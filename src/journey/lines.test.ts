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
    expect(lines.mayHaveWaiting(jazz)).toBe(true);
    expect(lines.mayHaveWaiting(zong)).toBe(false);
    const foundAll = lines.beginLook(jazz);
    expect(lines.mayHaveWaiting(jazz)).toBe(true);
    foundAll();
    expect(lines.mayHaveWaiting(jazz)).toBe(false);
  });
});

describe('a look into the queue', () => {
  it('does not speak for what was put in line while it looked', () => {
    const lines = createLines();
    lines.setWaiting(jazz, true);
    const foundAll = lines.beginLook(jazz);
    lines.setWaiting(jazz, true);
    foundAll();
    expect(lines.mayHaveWaiting(jazz)).toBe(true);
  });

  it('does not speak for a later one', () => {
    const lines = createLines();
    lines.setWaiting(jazz, true);
    const first = lines.beginLook(jazz);
    const second = lines.beginLook(jazz);
    first();
    expect(lines.mayHaveWaiting(jazz)).toBe(true);
    second();
    expect(lines.mayHaveWaiting(jazz)).toBe(false);
  });

  it('does not speak for a line that was opened again while it looked', () => {
    const lines = createLines();
    lines.open(openTestLine().line);
    const foundAll = lines.beginLook(jazz);
    lines.close(jazz);
    lines.open(openTestLine().line);
    foundAll();
    expect(lines.mayHaveWaiting(jazz)).toBe(true);
  });

  it('speaks for its own link alone', () => {
    const lines = createLines();
    lines.setWaiting(jazz, true);
    lines.setWaiting(zong, true);
    const foundAll = lines.beginLook(jazz);
    lines.setWaiting(zong, true);
    foundAll();
    expect([lines.mayHaveWaiting(jazz), lines.mayHaveWaiting(zong)]).toEqual([false, true]);
  });
});
