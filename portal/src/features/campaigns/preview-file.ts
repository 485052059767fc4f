/** What is in a file: its columns and first rows, as the service reads it. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import type { FilePreview } from '../../shared/api/types.ts';

/** The beginning of a text is enough to see its columns, and is there at once. */
const HEAD_BYTES = 256 * 1024;
const WORKBOOKS = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'];
/** A large workbook takes a while to arrive. */
const PATIENCE_MS = 10 * 60_000;

export type FileColumn = FilePreview['columns'][number];

/** `seen` is undefined until the service has answered. */
export function useFilePreview(file: File | undefined) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['previewBatch', file?.name, file?.size, file?.lastModified],
    enabled: file !== undefined,
    queryFn: async () =>
      api.call('previewBatch', { file: await headOf(file), timeoutMs: PATIENCE_MS }),
  });
  return { seen: data, problem: error, isReading: isFetching };
}

/** A workbook is of use only as a whole. */
async function headOf(file: File | undefined): Promise<File> {
  if (file === undefined) throw new Error('a file has been chosen');
  if (file.size <= HEAD_BYTES) return file;
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  if (WORKBOOKS.includes(signature)) return file;
  // Whole lines, so that no character is cut.
  return new File([bytes.subarray(0, bytes.lastIndexOf(0x0a))], file.name);
}
