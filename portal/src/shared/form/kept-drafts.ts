/** Where drafts are kept in `sessionStorage` (use-draft.ts), and how they are forgotten. */
export const DRAFTS = 'paigham.draft.';

/** Whoever signs out leaves nothing behind. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
  }
}

export function keep(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Longer than the browser keeps: what was kept before would be half of it.
    sessionStorage.removeItem(key);
  }
}

export function kept<Draft extends object>(key: string, empty: Draft): Draft {
  const text = sessionStorage.getItem(key);
  return text === null ? empty : { ...empty, ...(JSON.parse(text) as Partial<Draft>) };
}
