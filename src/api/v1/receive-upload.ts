/** Files that come with a request: how many at a time, and onto which disk. */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import type { FormField } from '../../kit/http/form.ts';
import { receiveForm, type ReceivedFile, type ReceivedForm } from '../../kit/http/receive-form.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import type { Random } from '../../kit/random.ts';

export type UploadDisk = {
  /** It exists, and holds what passes through. */
  readonly folder: string;
  remove(file: string): Promise<void>;
};

export type ReceivedUpload =
  | {
      readonly kind: 'received';
      readonly fields: readonly FormField[];
      /** On the disk, until `release` is called. */
      readonly file: ReceivedFile | undefined;
      /** Removes the file, and gives its room to others. */
      release(): Promise<void>;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Receives the form of a request, with its file. */
export type ReceiveUpload = (request: HttpRequest, accountId: AccountId) => Promise<ReceivedUpload>;

/** The field of a form that is the file. */
export const FILE_FIELD = 'file';

export function createReceiveUpload(disk: UploadDisk, clock: Clock, random: Random): ReceiveUpload {
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
    ...{ folder: disk.folder, fileField: FILE_FIELD, clock, random },
    fileBytes: limit('fileBytes'),
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
    if (incoming === undefined) throw new Error('a form with a file is taken as it comes');
    if (!enter(accountId)) return refused(refuse('uploads_busy'));
    let form: ReceivedForm | undefined;
    try {
      form = await receiveForm(incoming, request.header('content-type'), room);
    } finally {
      if (form?.kind !== 'received') leave(accountId);
    }
    if (form.kind !== 'received') return refused(refusalOf(form));
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

function refusalOf(form: Exclude<ReceivedForm, { readonly kind: 'received' }>): Refusal {
  switch (form.kind) {
    case 'file_too_large':
      return refuse('file_too_large', { what: `more than ${limit('fileBytes')} bytes` });
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
