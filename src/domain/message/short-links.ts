/** Addresses in the texts of a campaign, replaced by short ones of each recipient's own. */

/** None is read as another: no 0, O, o, 1, I, l or i. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_SIGNS = 8;
const CODE = new RegExp(`^[${SIGNS}]{${CODE_SIGNS}}$`);

/** Where the links of accounts without a domain of their own are. */
export const SHORT_PATH = '/s/';

/** What a dry run shows in place of a code: as long as one, and none (it has an `o`). */
const SAMPLE_CODE = 'YourCode';

export type ShortLink = {
  readonly code: string;
  /** Instead of the code, should somebody have that. */
  readonly spare: string;
  /** As it stands in the text. */
  readonly target: string;
};

/** Whether it can be a code: of anything else no store needs to be asked. */
export const isShortCode = (text: string): boolean => CODE.test(text);

/** As many codes as there are. */
const CODES = SIGNS.length ** CODE_SIGNS;
const DRAWN_OCTETS = 6;
/** Numbers at or above this are drawn again, so that each code is as likely as the others. */
const FAIR_BELOW = 2 ** (8 * DRAWN_OCTETS) - (2 ** (8 * DRAWN_OCTETS) % CODES);
const POOL_OCTETS = 682 * DRAWN_OCTETS;

/**
 * Draws codes, each of 46 bits that cannot be guessed.
 * @param random octets of the machine's randomness, as many as asked for
 */
export function drawCodes(random: (octets: number) => Buffer): () => string {
  let pool: Buffer = Buffer.alloc(0);
  let at = 0;
  const draw = (): string => {
    if (at >= pool.length) [pool, at] = [random(POOL_OCTETS), 0];
    let number = pool.readUIntBE(at, DRAWN_OCTETS);
    at += DRAWN_OCTETS;
    if (number >= FAIR_BELOW) return draw();
    let code = '';
    for (let sign = 0; sign < CODE_SIGNS; sign += 1) {
      code += SIGNS[number % SIGNS.length];
      number = Math.floor(number / SIGNS.length);
    }
    return code;
  };
  return draw;
}

/** A text as it was before; what leads nowhere any more stays. */
export function restoreAddresses(
  text: string,
  targets: Readonly<Record<string, string>> | undefined,
): string {
  if (targets === undefined) return text;
  return Object.entries(targets).reduce(
    (whole, [code, target]) =>
      target === '' ? whole : whole.replace(new RegExp(`https?://[^\\s]+/${code}`), () => target),
    text,
  );
}

/** What people see as an address; what closes a sentence or a bracket is none of it. */
const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/giu;
const AFTER = /[.,;:!?'’)\]}…۔،؛؟]+$/u;

/** The address without what follows it; undefined: it leads nowhere. */
function addressIn(found: string): string | undefined {
  const end = AFTER.exec(found)?.[0] ?? '';
  // A bracket that the address opens belongs to it: `/wiki/Lahore_(city)`.
  const own = end.startsWith(')') && found.slice(0, -end.length).includes('(') ? ')' : '';
  const address = found.slice(0, found.length - end.length) + own;
  return URL.canParse(address) ? address : undefined;
}

/**
 * Replaces each http and https address of a text.
 * @param base what a code stands behind: `https://go.shop.pk/`
 * @param draw undefined: the text is only shown, with a sample, and has no links
 */
export function shortenAddresses(
  text: string,
  { base, draw }: { readonly base: string; readonly draw: (() => string) | undefined },
): { readonly text: string; readonly links: readonly ShortLink[] } {
  const links: ShortLink[] = [];
  const short = text.replaceAll(ADDRESS, (found) => {
    const target = addressIn(found);
    if (target === undefined) return found;
    const code = draw?.() ?? SAMPLE_CODE;
    if (draw !== undefined) links.push({ code, spare: draw(), target });
    return base + code + found.slice(target.length);
  });
  return { text: short, links };
}
