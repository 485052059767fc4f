import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { drawCodes, isShortCode, shortenAddresses } from './short-links.ts';

const counting = () => {
  let at = 0;
  return () => `code000${++at}`;
};
const shorten = (text: string) =>
  shortenAddresses(text, { base: 'https://go.shop.example/', draw: counting() });

describe('short links', () => {
  it.each([
    ['Track https://shop.example/o?id=1&n=2#top now', 'https://shop.example/o?id=1&n=2#top'],
    ['See HTTP://Shop.example.', 'HTTP://Shop.example'],
    ['(https://shop.example/a)', 'https://shop.example/a'],
    ['https://shop.example/Lahore_(city)).', 'https://shop.example/Lahore_(city)'],
    ['دیکھیں https://shop.example/عید۔', 'https://shop.example/عید'],
  ])('takes the address out of %s', (text, target) => {
    const { text: short, links } = shorten(text);
    expect(links).toEqual([{ code: 'code0001', spare: 'code0002', target }]);
    expect(short).toBe(text.replace(target, 'https://go.shop.example/code0001'));
  });

  it.each(['no address', 'shop.example', 'https:// nothing', 'ftp://shop.example/a'])(
    'leaves “%s” as it is',
    (text) => expect(shorten(text)).toEqual({ text, links: [] }),
  );

  it('gives each address of a text a code of its own', () => {
    const { text, links } = shorten('a https://x.example b https://x.example');
    expect(text).toBe('a https://go.shop.example/code0001 b https://go.shop.example/code0003');
    expect(links).toHaveLength(2);
  });

  it('shows as many characters as it will send, with a code that none has', () => {
    const given = { base: 'https://go.shop.example/', draw: undefined };
    const { text, links } = shortenAddresses('x https://a.example', given);
    expect(text).toHaveLength(shorten('x https://a.example').text.length);
    expect(isShortCode(text.slice(-8))).toBe(false);
    expect(links).toEqual([]);
  });

  it('draws codes of eight signs, each as likely, and none that is read as another', () => {
    const random = seededRandom('codes');
    const draw = drawCodes(random.randomBytes);
    const codes = Array.from({ length: 20_000 }, draw);
    expect(codes.every(isShortCode)).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
    const counts = new Map<string, number>();
    for (const sign of codes.join('')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(55);
    const mean = (8 * codes.length) / 55;
    for (const count of counts.values()) expect(Math.abs(count - mean) / mean).toBeLessThan(0.1);
    expect(['0', 'O', 'o', '1', 'l', 'I', 'i'].some((sign) => counts.has(sign))).toBe(false);
  });

  it('draws again what would favour the first codes', () => {
    const pool = Buffer.alloc(6 * 682, 0xff);
    pool.fill(0, 6);
    expect(drawCodes(() => pool)()).toBe('22222222');
  });
});
