/** Names of domains as people read them: `xn--…`, their form in DNS, says nothing to anybody. */

/** At least two labels; what begins with an underscore is a record, for DNS alone. */
const NAMES = /(?<![\w.-])(?:[a-z0-9-]+\.)*xn--[a-z0-9-]+(?:\.[a-z0-9-]+)*/gi;

/**
 * A text in which every such name is written in its letters. Behind a name whose letters may be
 * taken for those of another, because it mixes scripts in a label or is in neither of ours, stands
 * the form of DNS.
 */
export function withReadableNames(text: string): string {
  return text.replaceAll(NAMES, readable);
}

function readable(name: string): string {
  const labels = name.toLowerCase().split('.');
  const read = labels.map((it) => (it.startsWith('xn--') ? lettersOf(it.slice(4)) : it));
  const letters = read.join('.');
  const address = `http://${letters}`;
  const isName = URL.canParse(address) && new URL(address).hostname === labels.join('.');
  if (labels.length < 2 || !isName) return name;
  return read.every((label) => PLAIN.test(label)) ? letters : `${letters} (${name})`;
}

const PLAIN = /^(?:[\x21-\x7e]+|[\p{Script=Arabic}0-9-]+)$/u;

/** What RFC 3492 (punycode) calls them. */
const BASE = 36;
const LEAST = 1;
const MOST = 26;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The letters of a label without its `xn--`, by RFC 3492, section 6.2; '' if it has none. */
function lettersOf(label: string): string {
  const end = label.lastIndexOf('-');
  const letters = end > 0 ? [...label.slice(0, end)] : [];
  let [point, place, bias] = [128, 0, 72];
  for (let at = end > 0 ? end + 1 : 0; at < label.length;) {
    const before = place;
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = DIGITS.indexOf(label.charAt(at++) || '-');
      if (digit < 0) return '';
      place += digit * weight;
      const threshold = Math.min(MOST, Math.max(LEAST, step - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = letters.length + 1;
    bias = biasOf(place - before, count, before === 0);
    point += Math.floor(place / count);
    if (!(point <= 0x10_ff_ff)) return '';
    place %= count;
    letters.splice(place++, 0, String.fromCodePoint(point));
  }
  return letters.join('');
}

/** Section 6.1. */
function biasOf(moved: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(moved / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let steps = 0;
  for (; delta > ((BASE - LEAST) * MOST) / 2; steps += BASE)
    delta = Math.floor(delta / (BASE - LEAST));
  return steps + Math.floor(((BASE - LEAST + 1) * delta) / (delta + 38));
}
