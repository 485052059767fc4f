/** Files that come with a request: how many at a time, and where on disk. */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { FormField } from '@paigham/http/form.ts';
import { receiveForm, type ReceivedFile, type ReceivedForm } from '@paigham/http/receive-form.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Random } from '@paigham/base/random.ts';

type UploadDisk = {
  /** An existing folder for files in transit. */
  readonly folder: string;
  remove(file: string): Promise<void>;
};

type ReceivedUpload =
  | {
      readonly kind: 'received';
      readonly fields: readonly FormField[];
      /** On disk until `release` is called. */
      readonly file: ReceivedFile | undefined;
      /** Removes the file, and frees its room for others. */
      release(): Promise<void>;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Files of at most this many bytes. */
type Most = { readonly fileBytes: number };
const FILES: Most = { fileBytes: limit('fileBytes') };

/** Room for a form's fields besides its file: a body that announces more is refused unread. */
const FORM_BYTES = limit('uploadFields') * limit('parameterValueBytes');

/** Why a form with a file may be refused, whatever the file is for. */
export const UPLOAD_FAILURES = [
  'file_too_large',
  'uploads_busy',
  'disk_full',
  'parameter_too_large',
  'too_many_parameters',
  'request_too_slow',
] as const;

export type ReceiveUpload = (request: HttpRequest, accountId: AccountId) => Promise<ReceivedUpload>;

export const FILE_FIELD = 'file';

/** Each of them has its own room: documents do not wait for campaigns. */
export function createReceiveUpload(
  disk: UploadDisk,
  clock: Clock,
  random: Random,
  { fileBytes }: Most = FILES,
): ReceiveUpload {
  const open = new Map<AccountId, number>();
  const enter = (accountId: AccountId): boolean => {
    const own = open.get(accountId) ?? 0;
    const all = [...open.values()].reduce((sum, count) => sum + count, 0);
    if (own >= limit('uploadsPerAccount') || all >= limit('uploadsAtOnce')) return false;
    open.set(accountId, own + 1);
    return true;
  };
  const leave = (accountId: AccountId): void => {
    const left = (open.get(accountId) ?? 1) - 1;
    if (left > 0) open.set(accountId, left);
    else open.delete(accountId);
  };
  const room = {
    folder: disk.folder,
    fileField: FILE_FIELD,
    clock,
    random,
    fileBytes,
    fields: limit('uploadFields'),
    fieldBytes: limit('parameterValueBytes'),
    pace: {
      totalMs: limit('uploadTotalMs'),
      paceMs: limit('uploadPaceMs'),
      paceBytes: limit('uploadPaceBytes'),
    },
  };
  return async (request, accountId) => {
    const { incoming } = request;
    if (incoming === undefined) throw new Error('a form with a file was read as a whole');
    if (Number(request.header('content-length')) > room.fileBytes + FORM_BYTES) {
      return refused(refusalOf({ kind: 'file_too_large' }, fileBytes));
    }
    if (!enter(accountId)) return refused(refuse('uploads_busy'));
    let form: ReceivedForm | undefined;
    try {
      form = await receiveForm(incoming, request.header('content-type'), room);
    } finally {
      if (form?.kind !== 'received') leave(accountId);
    }
    if (form.kind !== 'received') return refused(refusalOf(form, fileBytes));
    const { fields, file } = form;
    const release = async (): Promise<void> => {
      leave(accountId);
      if (file !== undefined) await disk.remove(file.path);
    };
    return { kind: 'received', fields, file, release };
  };
}

function refused(refusal: Refusal): ReceivedUpload {
  return { kind: 'refused', refusal };
}

function refusalOf(
  form: Exclude<ReceivedForm, { readonly kind: 'received' }>,
  fileBytes: number,
): Refusal {
  switch (form.kind) {
    case 'file_too_large':
      return refuse('file_too_large', { what: `more than ${fileBytes} bytes` });
    case 'field_too_large': {
      const bytes = String(limit('parameterValueBytes'));
      return refuse('parameter_too_large', { parameter: 'field', bytes });
    }
    case 'too_many':
      return refuse('too_many_parameters', { parameters: String(limit('uploadFields')) });
    case 'too_slow':
      return refuse('request_too_slow');
    case 'cut':
      return refuse('body_unreadable', { why: 'it ended too early' });
    case 'unreadable':
      return refuse('body_unreadable', { why: form.why });
  }
}
