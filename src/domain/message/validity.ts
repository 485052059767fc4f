import { MINUTE_MS } from '../durations.ts';
import { limit } from '../limits.ts';
import type { Sender } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';

const HOUR_MINUTES = 60;

/** The longest validity of a template, in minutes: that of every other message. */
export const MOST_VALIDITY_MINUTES = limit('validityHours') * HOUR_MINUTES;

/**
 * How long a message may wait before it is worth nothing any more: what its template says, else as
 * messages of its sender route are (contract section 6).
 */
export function validityMs(
  { sender, template }: { readonly sender: Sender; readonly template: Template },
  { shortCodeValidityMinutes }: { readonly shortCodeValidityMinutes: number },
): number {
  const isCode = sender.route === 'short_code';
  const usual = isCode ? shortCodeValidityMinutes : MOST_VALIDITY_MINUTES;
  return (template.validityMinutes ?? usual) * MINUTE_MS;
}
