/** The place that a location header shows on a map (facts of the platform, section 2). */
import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import type { PlaceContent } from './content.ts';
import { textOf, type GivenFields } from './request-value.ts';
import { refuseTooLong, settleValue } from './text.ts';

/** Reads a header of the type `location`; the platform requires all four fields. */
export function readPlace(fields: GivenFields, collapse: boolean): PlaceContent | Refusal {
  const latitude = readDegrees(fields, 'latitude', 90);
  if (typeof latitude !== 'string') return latitude;
  const longitude = readDegrees(fields, 'longitude', 180);
  if (typeof longitude !== 'string') return longitude;
  const name = readWords(fields, 'name', collapse);
  if (typeof name !== 'string') return name;
  const address = readWords(fields, 'address', collapse);
  if (typeof address !== 'string') return address;
  return { kind: 'location', latitude, longitude, name, address };
}

/** Kept as written: as a number it could lose digits, or be shown with an exponent. */
function readDegrees(fields: GivenFields, field: string, most: number): string | Refusal {
  const written = textOf(fields.get(field))?.trim() ?? '';
  if (/^-?\d{1,3}(?:\.\d{1,20})?$/.test(written) && Math.abs(Number(written)) <= most) {
    return written;
  }
  const needed = `${field}, in degrees from -${most} to ${most},`;
  return refuse('chat_form', { place: 'header', needed });
}

function readWords(fields: GivenFields, field: string, collapse: boolean): string | Refusal {
  const written = textOf(fields.get(field));
  if (written === undefined) return refuse('chat_form', { place: 'header', needed: field });
  const place = `header ${field}`;
  const words = settleValue(written.trim(), collapse, place);
  if (typeof words !== 'string') return words;
  return refuseTooLong(words, limit('chatPlaceCharacters'), place) ?? words;
}
