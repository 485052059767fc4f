/**
 * The name that each attempt at a message is given on the platform, which repeats it in statuses:
 * by it a status is understood whose message's answer was lost, or has not come yet.
 */

/** `<uuid>.<attempt>`: far below the 256 characters that the platform keeps. */
export function writeOpaqueId(uuid: string, attempt: number): string {
  return `${uuid}.${attempt}`;
}

export type OpaqueId = { readonly uuid: string; readonly attempt: number };

/**
 * What a repeated name says; undefined when it is none of ours. No message is tried ten thousand
 * times, and the store keeps 15 bits of an attempt's number.
 */
export function readOpaqueId(text: string): OpaqueId | undefined {
  const [, uuid, attempt] = /^([0-9a-f-]{36})\.([1-9]\d{0,3})$/.exec(text) ?? [];
  return uuid === undefined || attempt === undefined
    ? undefined
    : { uuid, attempt: Number(attempt) };
}
