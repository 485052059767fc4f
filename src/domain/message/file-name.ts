/** What a file of rows is called, as far as anybody says. */
import { nameInAddress } from '../chat/media.ts';
import { limit } from '../limits.ts';
import type { FileSource } from './file-send.ts';

/** Control characters, halves of characters, and what turns the direction of reading around. */
const UNSHOWN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A dot and a few letters: the last part of many links is no name of a file. */
const EXTENSION = /\.[A-Za-z0-9]{1,5}$/;

/**
 * A name as it is kept and shown: its last part where it names folders, without what cannot be
 * shown, not too long; undefined where nothing is left.
 */
export function keptFileName(given: string): string | undefined {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const shown = last.replaceAll(UNSHOWN, '').trim();
  const short = shown.slice(0, limit('uploadNameCharacters'));
  // Never through a character of two units.
  const whole = short.isWellFormed() ? short : short.slice(0, -1);
  return whole === '' ? undefined : whole;
}

/** What the file of a send is called; undefined where neither the caller nor its link says. */
export function nameOfSource(source: FileSource): string | undefined {
  if (source.kind === 'upload') return keptFileName(source.name ?? '');
  const name = nameInAddress(source.link.trim()) ?? '';
  return EXTENSION.test(name) ? keptFileName(name) : undefined;
}
