import { describe, expect, it } from 'vitest';
import { makePdf, runsOf } from './pdf.ts';

const texts = (line: string) => runsOf(line).map(({ text }) => text);

describe('the runs of a line', () => {
  it('stand as they are written, where it begins in Latin letters', () => {
    expect(texts('Shop روشن بک (Lahore)')).toEqual([
      'Shop',
      ' ',
      'روشن بک',
      ' ',
      '(',
      'Lahore',
      ')',
    ]);
  });

  it('stand from the right where it begins in Arabic letters; its digits will be turned', () => {
    expect(texts('روشن (12 B) لاہور')).toEqual(['لاہور', ' ', '(', '12 B', ')', ' ', 'روشن']);
    expect(texts('گلی ۲۳، لاہور')).toEqual(['، لاہور', '۳۲', ' ', 'گلی']);
  });

  it.each(['شاہراہِ فیصل', 'مسجدِ نبوی ﷺ', 'می\u200cروم', 'مـحـمـد', 'رعایت٪', 'مُؤَثِّر'])(
    'keep the signs of Arabic letters with them: %s',
    (line) => expect(texts(line)).toEqual([line]),
  );

  it('have numbers whole, and no marks of direction', () => {
    expect(texts('رقم ۲۵٫۵ \u200fLahore\u200e')).toEqual(['Lahore', ' ', '۵٫۵۲', ' ', 'رقم']);
  });

  it('have a question mark for what no font has', () => {
    expect(texts('Ťea 🫖 “€”')).toEqual(['?ea ? “€”']);
  });
});

describe('a PDF', () => {
  const about = { title: 'One', atMs: Date.parse('2026-11-27T09:00:00Z') };
  const make = (words: string) =>
    makePdf(about, (page) => page.write(words, { x: 50, y: 50, width: 200 }));

  it('is the same octets for the same content, with its font only where it needs one', async () => {
    const [one, same, urdu] = [await make('Shop'), await make('Shop'), await make('روشن بک اسٹور')];
    expect(one.equals(same)).toBe(true);
    expect((await make('روشن بک اسٹور')).equals(urdu)).toBe(true);
    expect(one.includes('NotoNaskh')).toBe(false);
    expect(urdu.includes('NotoNaskh')).toBe(true);
    expect(one.length).toBeLessThan(3_000);
  });

  it('breaks lines between words, and never loses one', async () => {
    const ends: number[] = [];
    await makePdf(about, (page) => {
      ends.push(page.write('a b', { x: 50, y: 50, width: 200 }));
      ends.push(page.write('several words in a row '.repeat(4), { x: 50, y: 50, width: 80 }));
    });
    expect(ends[0]).toBe(65);
    expect(ends[1]).toBeGreaterThan(90);
  });
});
