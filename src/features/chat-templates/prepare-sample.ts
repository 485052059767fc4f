import type { PlatformAccess } from '../../domain/chat/platform.ts';
import type { ProposedHeader } from '../../domain/chat/components.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import type { BusinessRecord } from '../../store/chat/businesses.ts';
import { refuse } from '../../operations/admin.ts';
import { refuseBy, type ChatAdmin, type ChatOutcome } from '../chat-numbers/chat-admin.ts';

type Header = {
  readonly accountId: AccountId;
  readonly business: BusinessRecord;
  readonly access: PlatformAccess;
  readonly header: ProposedHeader | undefined;
};

export type PreparedSample = {
  /** The platform's handle for it, which names the file in the proposal. */
  readonly handle: string | undefined;
  /** The same file as we keep it: it is used when a send brings none. */
  readonly mediaId: ChatMediaId | undefined;
};

/** Keeps the sample of a media header and uploads it to the platform; nothing for other headers. */
export async function prepareSample(
  { samples, platform }: ChatAdmin,
  { accountId, business, access, header }: Header,
): Promise<ChatOutcome<PreparedSample>> {
  if (header === undefined || !('sampleUrl' in header)) {
    return { ok: true, value: { handle: undefined, mediaId: undefined } };
  }
  const { appId } = business;
  if (appId === undefined) {
    return refuse('/header', 'needs the id of the platform app: connect the number with it');
  }
  const taken = await samples.take(accountId, { url: header.sampleUrl, wanted: header.type });
  if (!taken.ok) return refuse('/header/sample_url', taken.rule);
  const uploaded = await platform.uploadSample(access, { appId, ...taken.file });
  if (uploaded.kind !== 'done') return refuseBy(uploaded, '/header/sample_url');
  return { ok: true, value: { handle: uploaded.value, mediaId: taken.id } };
}
