/**
 * Reads one file, in a process of its own: whatever the file does to it, the service goes on. The
 * file is already open, as descriptor 3; rows leave over the channel to the parent, a few batches
 * ahead of what it has taken.
 */
import { fstatSync } from 'node:fs';
import type { SheetCaps } from './caps.ts';
import { packRows, type PackedRows, type SheetRow } from './packed-rows.ts';
import { readSource, type ReadResult } from './read-source.ts';
import { RowSink } from './source.ts';

export type FromReader =
  | { readonly kind: 'rows'; readonly packed: PackedRows; readonly share: number }
  | { readonly kind: 'end'; readonly result: ReadResult };

/** `start` once, then `more` for each batch taken. */
export type ToReader =
  | { readonly kind: 'start'; readonly caps: SheetCaps }
  | { readonly kind: 'more' };

const FILE = 3;
/** How many batches may be on their way. */
const AHEAD = 3;

let onWay = 0;
let wake: (() => void) | undefined;

const tell = (message: FromReader): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });

async function send(rows: readonly SheetRow[], share: number): Promise<void> {
  while (onWay >= AHEAD) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  onWay++;
  await tell({ kind: 'rows', packed: packRows(rows), share });
}

async function start(caps: SheetCaps): Promise<void> {
  const sink = new RowSink(caps, send);
  const source = { fd: FILE, fileBytes: fstatSync(FILE).size, caps, sink };
  await tell({ kind: 'end', result: await readSource(source) });
  process.disconnect();
}

process.on('message', (message: ToReader) => {
  switch (message.kind) {
    case 'start':
      void start(message.caps);
      return;
    case 'more':
      onWay--;
      wake?.();
      wake = undefined;
  }
});
// Nobody takes the rows any more.
process.on('disconnect', () => process.exit());
