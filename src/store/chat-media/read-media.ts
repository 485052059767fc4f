import type { ChatMediaKind } from '../../domain/chat/media.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A file that we keep, without its content. */
export type KeptMedia = {
  readonly kind: ChatMediaKind;
  readonly mime: string;
  readonly extension: string;
  readonly bytes: number;
};

const FIND_MEDIA = `
  select kind, mime, extension, bytes from chat_media where account_id = $1 and id = $2`;

export async function findMedia(
  reader: Reader,
  accountId: AccountId,
  id: ChatMediaId,
): Promise<KeptMedia | undefined> {
  const [found] = await reader.read<KeptMedia>('find-media', FIND_MEDIA, [accountId, id]);
  return found;
}

const READ_PIECE = `
  select content from chat_media_pieces where account_id = $1 and media_id = $2 and piece = $3`;

/** The content of a file, a piece at a time, one statement each. */
export async function* readPieces(
  reader: Reader,
  accountId: AccountId,
  id: ChatMediaId,
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece += 1) {
    const values = [accountId, id, piece];
    const rows = await reader.read<{ readonly content: Buffer }>('read-piece', READ_PIECE, values);
    const [row] = rows;
    if (row === undefined) return;
    yield row.content;
  }
}
