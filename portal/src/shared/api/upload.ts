import { readFailure } from '../../../../packages/client/src/failure.ts';
import { CALLS } from '../../../../packages/client/src/generated/api.ts';
import {
  addressOfCall,
  PaighamError,
  sessionHeaders,
  type AnyTakes,
  type JsonName,
} from './api.ts';
import type { Calls } from './types.ts';

export type Upload = Pick<AnyTakes, 'path'> & {
  /** Of the form; what is undefined is left out. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly file: File;
  /** From 0 to 100. */
  readonly onProgress: (percent: number) => void;
};

/** A call with a file, and its progress, which fetch does not tell. Rejects with PaighamError. */
export function upload<Name extends JsonName>(
  name: Name,
  { file, fields = {}, onProgress, ...takes }: Upload,
): Promise<Calls[Name]['gives']> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(field, value);
  }
  // Last, so that an invalid field is reported before the file has been sent.
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(CALLS[name].method, addressOfCall(name, takes));
    for (const [header, value] of Object.entries(sessionHeaders())) {
      request.setRequestHeader(header, value);
    }
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(Math.floor((loaded / total) * 100));
    });
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status >= 200 && status < 300) resolve(response as Calls[Name]['gives']);
      else reject(new PaighamError(readFailure(status, response)));
    });
    request.addEventListener('error', () => {
      const detail = 'The connection was lost while the file was uploaded: try again.';
      reject(new PaighamError({ kind: 'unreachable', detail }));
    });
    request.send(form);
  });
}
