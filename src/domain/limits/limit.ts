/** One limit, with its reason. */
export type Limit = { readonly value: number; readonly why: string };
