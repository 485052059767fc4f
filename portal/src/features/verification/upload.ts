import { readFailure } from '../../../../packages/client/src/failure.ts';
import { addressOfCall, PaighamError, sessionHeaders } from '../../shared/api/api.ts';
import type { VerificationItem } from '../../shared/api/types.ts';

export type Upload = {
  readonly kind: VerificationItem['kind'];
  readonly file: File;
  /** Of the tax document alone. */
  readonly number: string | undefined;
  /** From 0 to 100. */
  readonly onProgress: (percent: number) => void;
};

/** `submitDocument` with its progress, which fetch does not tell. Rejects with PaighamError. */
export function uploadDocument({ kind, file, number, onProgress }: Upload): Promise<void> {
  const form = new FormData();
  if (number !== undefined) form.append('number', number);
  // Last, so that an invalid number is reported before the file has been sent.
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', addressOfCall('submitDocument', { path: { kind } }));
    for (const [name, value] of Object.entries(sessionHeaders())) {
      request.setRequestHeader(name, value);
    }
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(Math.floor((loaded / total) * 100));
    });
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status === 200) resolve();
      else reject(new PaighamError(readFailure(status, response)));
    });
    request.addEventListener('error', () => {
      const detail = 'The connection was lost while the file was uploaded: try again.';
      reject(new PaighamError({ kind: 'unreachable', detail }));
    });
    request.send(form);
  });
}
