import type { AccountId } from '../../domain/ids.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { TObject } from '../../kit/shape.ts';
import { readFields } from './read-fields.ts';
import { checkBody, type Payload } from './read-payload.ts';
import type { ReceiveUpload } from './receive-upload.ts';

export const FORM_BODY = 'multipart/form-data';

/** Whether a content type is that of a form that may contain a file. */
export function isForm(contentType: string): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === FORM_BODY;
}

/** Receives a form and checks its fields against the shape. A refused one leaves no file behind. */
export async function readForm(
  request: HttpRequest,
  accountId: AccountId,
  form: { readonly receive: ReceiveUpload; readonly shape: TObject },
): Promise<Payload> {
  const received = await form.receive(request, accountId);
  if (received.kind === 'refused') return received;
  const { fields, file, release } = received;
  const read = readFields(fields, form.shape);
  const checked = read.kind === 'refused' ? read : await checkBody(read.values, form.shape);
  if (checked.kind === 'read') return { ...checked, file, release };
  await release();
  return checked;
}
