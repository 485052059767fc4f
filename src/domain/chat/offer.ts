/**
 * A limited-time offer: a line of its own in a template of marketing, and when the offer ends in
 * each message, which counts down to it (public pages of the platform, 17 June 2026).
 */
import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import type { ChatProposal } from './components.ts';
import { fieldsOf, textOf, type Given } from './request-value.ts';
import type { RuleFault } from './template.ts';
import { countCharacters } from './text.ts';

/** `expires`: each message says when the offer ends. */
export type ChatOffer = { readonly text: string; readonly expires: boolean };

/** When the offer of a message ends. */
export type OfferContent = { readonly expiresAtMs: number };

/** What the platform demands of a template with an offer. */
export function faultsOfOffer({
  category,
  offer,
  header,
  body,
  footer,
  buttons,
}: ChatProposal): readonly RuleFault[] {
  if (offer === undefined) return [];
  const { text, expires } = offer;
  const most = { text: limit('chatOfferCharacters'), body: limit('chatOfferBodyCharacters') };
  const codeAt = buttons.findIndex(({ type }) => type === 'copy_code');
  const isFile = header === undefined || header.type === 'image' || header.type === 'video';
  const rules: readonly (readonly [boolean, string, string])[] = [
    [category === 'marketing', '/offer', 'is for templates of the category marketing'],
    [text.trim() !== '', '/offer/text', 'must be given'],
    [
      countCharacters(text) <= most.text,
      '/offer/text',
      `must not have more than ${most.text} characters`,
    ],
    [!text.includes('{{'), '/offer/text', 'must not hold variables'],
    [isFile, '/header', 'must be an image or a video beside an offer'],
    [
      countCharacters(body?.text ?? '') <= most.body,
      '/body/text',
      `must not have more than ${most.body} characters beside an offer`,
    ],
    [footer === undefined, '/footer', 'must not be given beside an offer'],
    [codeAt <= 0, '/buttons', 'must begin with copy_code beside an offer'],
    [codeAt >= 0 || !expires, '/buttons', 'must include copy_code, because the offer expires'],
    [buttons.some(({ type }) => type === 'url'), '/buttons', 'must include a url beside an offer'],
  ];
  return rules.flatMap(([isFit, pointer, rule]) => (isFit ? [] : [{ pointer, rule }]));
}

/** What an entry says of its template's offer; whether that is over is seen when it is sent. */
export function checkOffer(
  offer: ChatOffer | undefined,
  given: Given | undefined,
): OfferContent | Refusal | undefined {
  const isGiven = given !== undefined && given !== null;
  if (offer?.expires !== true) return isGiven ? refuse('chat_offer_none') : undefined;
  const written = textOf(fieldsOf(given)?.get('expires_at'))?.trim() ?? '';
  const expiresAtMs = MOMENT.test(written) ? Date.parse(written) : Number.NaN;
  if (!Number.isNaN(expiresAtMs)) return { expiresAtMs };
  return refuse('chat_form', {
    place: 'offer',
    needed: 'expires_at, such as 2026-12-31T18:00:00+05:00,',
  });
}

/** RFC 3339: without an offset nobody knows which moment is meant. */
const MOMENT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
