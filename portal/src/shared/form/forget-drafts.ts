/** Where drafts are kept in `sessionStorage` (use-draft.ts), and how they are forgotten. */
export const DRAFTS = 'paigham.draft.';

/** Whoever signs out leaves nothing behind. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
  }
}
