/**
 * An id in a path. undefined: it cannot be one, and is answered like one that there is not, and
 * like another account's.
 */
export function readId(text: string | undefined): number | undefined {
  const id = Number(/^[1-9]\d{0,15}$/.exec(text ?? '')?.[0]);
  return Number.isSafeInteger(id) ? id : undefined;
}
