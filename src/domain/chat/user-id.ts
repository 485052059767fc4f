/**
 * Ids by which the chat platform names people who may hide their number: a two-letter country, a
 * dot, and up to 128 letters and digits, before which a group of businesses has `ENT.`.
 */
declare const chatUserId: unique symbol;
export type ChatUserId = string & { readonly [chatUserId]: true };

/** A little wider than what is known of them: an id of theirs must not be lost. */
const USER_ID = /^[A-Z]{2}\.[A-Za-z0-9.]{1,140}$/;

export function isUserId(text: string): text is ChatUserId {
  return USER_ID.test(text);
}

/** An id as people copy it: blanks around it, and marks of direction, are no part of it. */
export function readUserId(written: string): ChatUserId | undefined {
  const bare = bareOf(written);
  return isUserId(bare) ? bare : undefined;
}

/**
 * Whether somebody means such an id, well written or not. Its digits must never be read as a
 * number: that would be somebody else's.
 */
export function looksLikeUserId(text: string): boolean {
  return /^[a-z]{2,4}\./i.test(bareOf(text));
}

const bareOf = (written: string): string => written.replaceAll(/\p{Cf}/gu, '').trim();
