/** Where in the content of a chat message something is wrong. */
import type { FailureReason, Refusal } from '../../domain/failure/failure.ts';

type Content = Readonly<Record<string, unknown>> | undefined;

/** Of refusals that are always about the same. */
const PLACES: Partial<Record<FailureReason, string>> = {
  chat_type_unknown: 'type',
  chat_text_empty: 'text/body',
  chat_header_none: 'header',
  chat_header_missing: 'header',
  chat_values_count: 'body',
  chat_value_unknown: 'body',
  chat_button_unknown: 'buttons',
  chat_button_repeated: 'buttons',
  chat_button_missing: 'buttons',
  chat_code_differs: 'buttons',
};

/**
 * The path to what a refusal is about, and whether it is in what the recipient has of its own, over
 * what all have in common. Empty: in neither, since there is no content at all.
 */
export function placeInContent(
  refusal: Refusal,
  { own, common }: { readonly own: Content; readonly common: Content },
): { readonly path: readonly string[]; readonly isOwn: boolean } {
  const all = { ...common, ...own };
  const path = own === undefined && common === undefined ? [] : pathOf(refusal, all);
  const [top = ''] = path;
  const isOwn = own !== undefined && (top in own || common === undefined || !(top in common));
  return { path, isOwn };
}

function pathOf({ reason, details }: Refusal, all: NonNullable<Content>): readonly string[] {
  const { field, place } = details ?? {};
  if (typeof field === 'string') return field.split('.');
  if (place === 'header' && reason.startsWith('chat_value_')) return ['header', 'text'];
  if (typeof place === 'string') return namedPath(place);
  const known = PLACES[reason];
  if (known !== undefined) return known.split('/');
  // A file, of free form or of a header.
  const { type } = all;
  if (reason.startsWith('chat_media_')) return [typeof type === 'string' ? type : 'header', 'url'];
  return [];
}

/** `body value 2`, as sentences count from 1, is `body/1/text`. */
function namedPath(place: string): readonly string[] {
  const [, part = place, at] = /^(body|buttons)\D+(\d+)$/.exec(place) ?? [];
  if (at !== undefined) return [part, String(Number(at) - 1), ...(part === 'body' ? ['text'] : [])];
  return place.startsWith('button ') ? ['buttons'] : place.split(' ');
}
