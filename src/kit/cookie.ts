/** The cookie of a session (RFC 6265bis). */
import type { HttpRequest } from '@paigham/http/request.ts';

const NAME = 'paigham_session';
/** Only over https, for this host alone, and never set by a neighbouring host. */
const SECURE_NAME = `__Host-${NAME}`;

/** What the session's cookie holds; undefined: there is none. */
export function readSessionCookie(
  request: Pick<HttpRequest, 'header'>,
  isSecure: boolean,
): string | undefined {
  const wanted = isSecure ? SECURE_NAME : NAME;
  for (const pair of request.header('cookie').split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === wanted && value !== undefined && value !== '') return value.trim();
  }
  return undefined;
}

/** `Set-Cookie` for a session's token, until the browser forgets it; `''` removes it. */
export function writeSessionCookie(
  token: string,
  { isSecure, maxAgeSeconds }: { readonly isSecure: boolean; readonly maxAgeSeconds: number },
): string {
  const name = isSecure ? SECURE_NAME : NAME;
  const secure = isSecure ? '; Secure' : '';
  const age = token === '' ? 0 : maxAgeSeconds;
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
}

/** Whether a browser reaches this service by https: a proxy in front says so. */
export function isSecure(request: Pick<HttpRequest, 'header'>, publicAddress: string): boolean {
  return (
    request.header('x-forwarded-proto').split(',')[0]?.trim() === 'https' ||
    publicAddress.startsWith('https://')
  );
}
