import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';

/**
 * The address of a file in its usual form: http or https, without a name or password in it. Whether
 * it may be fetched is judged where it is fetched.
 */
export function readMediaAddress(written: string): string | Refusal {
  const most = limit('chatMediaLinkCharacters');
  const refused = refuse('chat_media_address', { characters: String(most) });
  if (written.length > most || !URL.canParse(written)) return refused;
  const url = new URL(written);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused;
  return url.username === '' && url.password === '' ? url.href : refused;
}
