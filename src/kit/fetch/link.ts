import { FetchStop } from './outcome.ts';

/**
 * Reads a link. Throws a FetchStop when it is no http or https address, is longer than
 * `mostCharacters`, or carries a name or password.
 */
export function readLink(text: string, mostCharacters: number, base?: URL): URL {
  const isReadable = text.length <= mostCharacters && URL.canParse(text, base?.href);
  if (!isReadable) throw new FetchStop('not_a_link');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchStop('not_a_link');
  if (url.username !== '' || url.password !== '') throw new FetchStop('credentials');
  url.hash = '';
  return url;
}

/** The host without the brackets of version 6 and without a last dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
