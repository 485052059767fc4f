/** What a number directory is to the journey, whatever protocol it speaks. */

export type DirectoryAnswer =
  /** The operator that has the number, by the name it has in our settings. */
  | { readonly kind: 'operator'; readonly name: string }
  /** The number was never ported: it belongs to the holder of its prefix. */
  | { readonly kind: 'not_ported' }
  /** It answered, and did not know: no such number, or a word for an operator that is not ours. */
  | { readonly kind: 'unknown' }
  /** No answer that can be understood, in the time there is. */
  | { readonly kind: 'failed' };

/** One question to the directory itself; `failed` for numbers that the answer leaves out. */
export type AskDirectory = (
  numbers: readonly string[],
) => Promise<ReadonlyMap<string, DirectoryAnswer>>;

export type Directory = {
  /** The answer for each number (digits with country code). Never rejects. */
  lookUp(numbers: readonly string[]): Promise<ReadonlyMap<string, DirectoryAnswer>>;
  /** Whether it could answer so many within the time that a request is given. */
  mayTake(numbers: number): boolean;
  /** It is not asked now, because it is not there or has been failing. */
  isDown(): boolean;
};

/** No directory: nothing is known. */
export const NO_DIRECTORY: Directory = {
  lookUp: (numbers) => Promise.resolve(new Map(numbers.map((number) => [number, FAILED]))),
  mayTake: () => false,
  isDown: () => true,
};

export const FAILED: DirectoryAnswer = { kind: 'failed' };
export const UNKNOWN: DirectoryAnswer = { kind: 'unknown' };
