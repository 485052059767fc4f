/**
 * A file on disk that is made of rows, so that a send to whom they name is a send from a file: what
 * is judged, left out, priced, held and reported is the same.
 */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { writePieces } from '../kit/file-pieces.ts';
import { createSemaphore } from '../kit/semaphore.ts';
import { BYTE_ORDER_MARK } from '../kit/write-csv.ts';
import type { JourneyDeps } from '../journey/deps.ts';

/** Some rows at a time, so that a million are never in memory. */
export type Rows = AsyncIterable<readonly (readonly string[])[]>;

export type RowsFile = { readonly path: string; readonly bytes: number };

/** Writes the file, and removes it when its user is done; refused when too many are written. */
export type WithRowsFile = <Value>(
  of: { readonly accountId: AccountId; readonly rows: Rows },
  use: (file: RowsFile) => Promise<Value>,
) => Promise<Value | Refusal>;

export function createWithRowsFile(
  deps: Pick<JourneyDeps, 'clock' | 'random' | 'files'>,
): WithRowsFile {
  const semaphore = createSemaphore({
    most: limit('contactFilesAtOnce'),
    waiting: limit('filesWaiting'),
    waitMs: limit('fileWaitMs'),
    clock: deps.clock,
    ofOne: { most: 1, waiting: limit('filesWaitingOfAccount') },
  });
  return async ({ accountId, rows }, use) => {
    if (!(await semaphore.enter(accountId))) return refuse('uploads_busy');
    try {
      const file = await writeRowsFile(deps, rows);
      try {
        return await use(file);
      } finally {
        await deps.files.remove(file.path);
      }
    } finally {
      semaphore.leave(accountId);
    }
  };
}

type Writing = Pick<JourneyDeps, 'random'> & {
  readonly files: { readonly fetching: Pick<JourneyDeps['files']['fetching'], 'folder'> };
};

/** Writes the file, empty where there are no rows; whoever asked removes it. */
export async function writeRowsFile({ random, files }: Writing, rows: Rows): Promise<RowsFile> {
  let bytes = 0;
  async function* pieces() {
    for await (const some of rows) {
      const mark = bytes === 0 && some.length > 0 ? BYTE_ORDER_MARK : '';
      const piece = Buffer.from(mark + some.map(lineOf).join(''));
      bytes += piece.length;
      yield piece;
    }
  }
  return { path: await writePieces(files.fetching.folder, pieces(), random), bytes };
}

/** Every cell in quotation marks: nothing in it can be taken for anything else. */
const lineOf = (cells: readonly string[]): string =>
  `${cells.map((it) => `"${it.replaceAll('"', '""')}"`).join(',')}\r\n`;
