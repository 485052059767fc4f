/** WebCrypto: a global on every platform except Node 18, which has it in a module. */

export type WebCrypto = typeof globalThis.crypto;

/** `crypto`, wherever it is. */
export async function webCrypto(): Promise<WebCrypto> {
  const given = (globalThis as { readonly crypto?: WebCrypto }).crypto;
  if (given !== undefined) return given;
  // In a variable, so that bundlers for browsers do not try to resolve it.
  const name = 'node:crypto';
  const { webcrypto } = (await import(name)) as { readonly webcrypto: WebCrypto };
  return webcrypto;
}

/** A unique id under which a request is accepted only once. */
export async function newKey(): Promise<string> {
  return (await webCrypto()).randomUUID();
}
