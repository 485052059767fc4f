/** A send to contacts: they are written as the rows of a file (decision 113). */
import type { Account } from '../../domain/account/account.ts';
import { readFilter } from '../../domain/contact/filter.ts';
import { CONTACT_COLUMNS } from '../../domain/contact/contact.ts';
import { referToColumns, type ContactColumn } from '../../domain/contact/references.ts';
import type { ContactsOfFile } from '../../domain/message/file-send.ts';
import type { Journey } from '../../journey/journey.ts';
import { escapeName } from '@paigham/base/json.ts';
import type { Static } from '../../kit/shape.ts';
import { refused, refuseFields, type Outcome } from '../../api/v1/endpoint.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { readId } from '../../api/v1/shapes.ts';
import { findSegment, findUnknownFields } from '../contacts/contacts.sql.ts';
import type { FILTER } from '../contacts/filter-shape.ts';
import type { NewFallback } from './fallback.http.ts';

type Body = {
  readonly segment_id?: string;
  readonly filter?: Static<typeof FILTER>;
  readonly message?: Readonly<Record<string, string>>;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly kind?: 'sms' | 'chat';
  readonly fallback?: NewFallback;
};

type Deps = {
  readonly chat: Pick<OperateDeps, 'reader'>;
  readonly journey: Pick<Journey, 'withRowsFile' | 'rowsOfContacts'>;
};

/** What a send from a file makes of a send to contacts. */
export type ToContacts = {
  readonly contacts: ContactsOfFile;
  /** Values of texts, or the content of chat messages and the text that follows. */
  readonly said: Pick<Body, 'message' | 'content' | 'fallback'>;
  readonly file: { readonly path?: string; readonly name: string; readonly bytes: number };
};

export const isToContacts = (body: Partial<Body>): boolean =>
  body.segment_id !== undefined || body.filter !== undefined;

/**
 * Sends to the contacts of a segment or a filter. Their file is gone when the request is answered;
 * `isLater`: it is made when it is read, of whom the filter finds then.
 */
export async function sendToContacts<Shown>(
  { chat, journey }: Deps,
  { account, fields, isLater }: { account: Account; fields: Body; isLater: boolean },
  send: (to: ToContacts) => Promise<Outcome<Shown>>,
): Promise<Outcome<Shown>> {
  const id = fields.segment_id === undefined ? undefined : (readId(fields.segment_id) ?? 0);
  const accountId = account.id;
  const segment = id === undefined ? undefined : await findSegment(chat.reader, { accountId, id });
  if (id !== undefined && segment === undefined) return refused('segment_unknown');
  const filter = readFilter(segment?.filter ?? fields.filter ?? {});
  if ('rule' in filter) {
    return refuseFields([{ pointer: `/filter/${filter.field}`, rule: filter.rule }], 'body');
  }
  const isChat = fields.kind === 'chat';
  const at = isChat ? '/content' : '/message';
  const referred = isChat
    ? referToColumns(fields.content ?? {})
    : referToColumns(fields.message ?? {});
  if (referred.kind === 'wrong') {
    const pointer = `${at}/${escapeName(referred.value)}`;
    return refuseFields([{ pointer, rule: referred.rule }], 'body');
  }
  const columns = [...referred.columns];
  const texts = referToColumns(fields.fallback?.message ?? {}, columns);
  if (texts.kind === 'wrong') {
    const pointer = `/fallback/message/${escapeName(texts.value)}`;
    return refuseFields([{ pointer, rule: texts.rule }], 'body');
  }
  const unknown = await unknownField(chat.reader, accountId, columns);
  if (unknown !== undefined) {
    const rule = `must refer to what contacts have: none has a field “${unknown}”`;
    return refuseFields([{ pointer: at, rule }], 'body');
  }
  const name = segment?.name ?? 'contacts';
  const contacts = { filter, columns, ...(isChat ? { withUsers: true as const } : {}) };
  const said = {
    [isChat ? 'content' : 'message']: referred.values,
    ...(fields.fallback && { fallback: { ...fields.fallback, message: texts.values } }),
  };
  if (isLater) return send({ contacts, said, file: { name, bytes: 0 } });
  const rows = journey.rowsOfContacts({ accountId, ...contacts });
  const sent = await journey.withRowsFile({ accountId, rows }, (file) =>
    send({ contacts, said, file: { ...file, name } }),
  );
  return 'reason' in sent ? { kind: 'refused', refusal: sent } : sent;
}

/** A field that no contact has: a misspelt one would leave everybody out. */
async function unknownField(
  reader: OperateDeps['reader'],
  accountId: Account['id'],
  columns: readonly ContactColumn[],
): Promise<string | undefined> {
  const own: readonly string[] = CONTACT_COLUMNS;
  const names = columns.map(({ name }) => name).filter((name) => !own.includes(name));
  if (names.length === 0) return undefined;
  return (await findUnknownFields(reader, { accountId, names }))[0]?.name;
}
