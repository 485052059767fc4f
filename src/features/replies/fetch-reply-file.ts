import type { PlatformMedia } from '../../domain/chat/platform.ts';
import type { ChatReply } from '../../domain/chat/webhook-event.ts';
import { limit } from '../../domain/limits.ts';
import { listNumbers } from '../../store/chat/numbers.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import { findAccess } from '../chat-numbers/find-access.ts';

type FetchedReplyFile =
  | { readonly kind: 'file'; readonly media: PlatformMedia; readonly fileName: string }
  /** The reply has no file. */
  | { readonly kind: 'none' }
  /** The platform says it no longer has it. */
  | { readonly kind: 'gone' }
  /** It may be available later. */
  | { readonly kind: 'unavailable' };

/**
 * The file of a user's message, from the platform, which keeps it for 7 days (facts of the
 * platform, section 5). It is not kept here.
 */
export async function fetchReplyFile(
  admin: ChatAdmin,
  { accountId, linkId, media, type, operatorKey }: ChatReply,
): Promise<FetchedReplyFile> {
  if (media === undefined) return { kind: 'none' };
  const numbers = await admin.transact((transaction) => listNumbers(transaction, { accountId }));
  const business = numbers.find(({ id }) => id === linkId)?.businessPlatformId;
  const opened = await findAccess(admin, accountId, business);
  if (!opened.ok) return { kind: 'unavailable' };
  const mostBytes = limit('chatReplyMediaBytes');
  const read = await admin.platform.readMedia(opened.value.access, { id: media.id, mostBytes });
  switch (read.kind) {
    case 'done':
      return {
        kind: 'file',
        media: read.value,
        fileName: media.fileName ?? `${type}-${operatorKey.slice(-12).replaceAll(/\W/g, '')}`,
      };
    case 'refused':
      return { kind: GONE.includes(read.refusal.code) ? 'gone' : 'unavailable' };
    case 'unsent':
    case 'lost':
      return { kind: 'unavailable' };
  }
}

/** Codes for an object that does not exist. */
const GONE: readonly number[] = [33, 100];
