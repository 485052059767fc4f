import { describe, expect, it } from 'vitest';
import { faultOfName, faultOfPublicName, withoutUnseen } from './name.ts';

describe('a name', () => {
  it.each(['Zara Malik', 'ذرا کتاب\u200cخانہ', 'A', 'x'.repeat(100), '👩\u200d💻 team', '𝔘 & Co.'])(
    '%j is one',
    (name) => expect(faultOfName(name)).toBeUndefined(),
  );

  it.each([
    ...['', ' Zara', 'Zara ', 'Zara\nMalik', 'x'.repeat(101), '\u200c', '\ud800'],
    ...['a\u202egnp.exe', 'a\u2066b', 'a\u200bb', 'a\u00adb', 'a\ufeffb', 'a\u2028b', 'a\u{e0061}'],
  ])('%j is none', (name) => expect(faultOfName(name)).toMatch(/invisible/));

  it('of others loses what nobody sees, and keeps the spelling of Urdu', () => {
    expect(withoutUnseen('\u202eZa\u200bra کتاب\u200cخانہ\n')).toBe('Zara کتاب\u200cخانہ');
  });
});

describe('the name of a person or company', () => {
  it.each([
    ...['Daraz.pk', 'Dr. A. B. Khan', 'A/B Traders', 'Zara: shoes / bags', '24/7 Mart', 'Rs 1.5/-'],
    ...['www Traders', 'Khan & Sons (Pvt.) Ltd.', 'ذرا ٹریڈرز', 'M. Ali/F. Ali', 'Café @ Home'],
  ])('%j is one', (name) => expect(faultOfPublicName(name)).toBeUndefined());

  it.each([
    ...['see https://evil.example', 'HTTP:\\\\evil', 'www.evil.example', 'WWW.evil'],
    ...['evil.example/paigham', 'evil.example:8080', 'evil.example?x', 'go evil.example#x now'],
    ...[
      'ｅｖｉｌ．ｅｘａｍｐｌｅ／ｘ',
      'https：／／evil',
      'ｗｗｗ．evil',
      'evil。example/x',
      'evil․example∕x',
    ],
    ...['ηttps∶//evil', 'w\u200dww.evil', '𝐰𝐰𝐰.evil', 'ẃww.evil', '192.0.2.7', 'pay@evil.example'],
    ...['شاپ۔پاکستان/x', 'evil｡example/x', 'xn--evil.com', 'see Xn--evil'],
  ])('%j is none', (name) => expect(faultOfPublicName(name)).toMatch(/address/));
});
