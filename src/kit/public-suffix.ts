import { getPublicSuffix } from 'tldts';

/**
 * Whether everybody registers names of their own under it: com.pk, co.uk, and by the private
 * section of the list what hosting companies give out, such as github.io.
 */
export function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}
