import { describe, expect, it } from 'vitest';
import { asJson, printAnswer } from './print.ts';

const ESC = '\u001b';

describe('what others wrote', () => {
  it.each([
    ['escape sequences', `a${ESC}[2Jb`, 'a\u{fffd}[2Jb'],
    ['C1 and the bell', 'a\u009b2Jb\u0007', 'a\u{fffd}2Jb\u{fffd}'],
    ['overrides of the direction', 'a\u202eb\u200f', 'a\u{fffd}b\u{fffd}'],
    ['tags beyond the first plane', 'a\u{e0041}b', 'a\u{fffd}b'],
    ['the ends of lines', 'a\r\nb\nc\td\u2028e', 'a b c d e'],
  ])('never controls the terminal: %s', (_, text, shown) => {
    expect(printAnswer({ data: { text } })).toBe(`text  ${shown}`);
    expect(printAnswer({ data: [{ text }] })).toBe(`text\n${shown}`);
    expect(printAnswer({ data: [{ texts: ['x', text] }] })).toBe(`texts\nx, ${shown}`);
  });

  it('has names of domains in their letters, and in JSON as DNS has them', () => {
    const url = 'https://xn--khb9r.xn--mgbp4e7t.example/in';
    expect(printAnswer({ data: [{ url }] })).toBe('url\nhttps://گو.دکان.example/in');
    expect(JSON.parse(asJson({ url }))).toEqual({ url });
  });

  it('keeps Urdu whole', () => {
    const urdu = 'آپ\u200cکا \u200dکوڈ';
    expect(printAnswer({ data: { text: urdu } })).toBe(`text  ${urdu}`);
  });

  it('is shown in texts and notes without control characters, on its own lines', () => {
    const answer = { data: {}, sections: [`one\n${ESC}two`], note: `\u009bthree\nfour` };
    expect(printAnswer(answer)).toBe('one\n\u{fffd}two\n\n\u{fffd}three\nfour');
  });

  it('is escaped in JSON, with the same meaning', () => {
    const text = `a${ESC}\u007f\u009b\u202e\u2066\u{e0041}\u2028\u200cb`;
    const json = asJson({ text });
    expect(JSON.parse(json)).toEqual({ text });
    expect(json).toBe(
      '{\n  "text": "a\\u001b\\u007f\\u009b\\u202e\\u2066\\udb40\\udc41\\u2028\u200cb"\n}',
    );
  });
});
