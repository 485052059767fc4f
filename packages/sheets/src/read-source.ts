import { Refusal, type SheetFault, tooLarge } from './fault.ts';
import { HEAD_BYTES, judgeKind } from './kind.ts';
import { readHead, type Source } from './source.ts';
import { readTextFile } from './text-file.ts';

/** What a file turned out to be. */
export type SheetKind = 'text' | 'xlsx' | 'xls';

export type ReadResult =
  | { readonly kind: 'read'; readonly fileKind: SheetKind; readonly rows: number }
  | { readonly kind: 'refused'; readonly fault: SheetFault };

/** Throws a Refusal. The readers of workbooks are loaded when one is met. */
async function readByKind(source: Source): Promise<SheetKind> {
  const found = judgeKind(await readHead(source.fd, HEAD_BYTES));
  switch (found.kind) {
    case 'text':
      await readTextFile(source, found.utf16);
      return 'text';
    case 'zip': {
      const { readXlsx } = await import('./xlsx.ts');
      await readXlsx(source);
      return 'xlsx';
    }
    case 'compound': {
      const { readXls } = await import('./xls.ts');
      await readXls(source);
      return 'xls';
    }
  }
}

/** Reads a file into the source's sink, to its end or to what is wrong with it. */
export async function readSource(source: Source): Promise<ReadResult> {
  const { caps, sink, fileBytes } = source;
  try {
    if (fileBytes > caps.fileBytes) throw tooLarge('fileBytes', caps.fileBytes);
    const fileKind = await readByKind(source);
    await sink.end();
    if (sink.rows === 0) throw new Refusal({ kind: 'empty' });
    return { kind: 'read', fileKind, rows: sink.rows };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', fault: error.fault };
    throw error;
  }
}
