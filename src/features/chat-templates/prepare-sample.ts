import type { PlatformAccess } from '../../domain/chat/platform.ts';
import type { ProposedCard, ProposedHeader } from '../../domain/chat/components.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import type { BusinessRecord } from '../../store/chat/businesses.ts';
import { refuse } from '../../operations/admin.ts';
import { refuseBy, type ChatAdmin, type ChatOutcome } from '../chat-numbers/chat-admin.ts';

type Asked = {
  readonly accountId: AccountId;
  readonly business: BusinessRecord;
  readonly access: PlatformAccess;
  readonly header: ProposedHeader | undefined;
  readonly cards: readonly ProposedCard[];
};

export type PreparedSamples = {
  /** The platform's handle for it, which names the file in the proposal. */
  readonly handle: string | undefined;
  /** The same file as we keep it: it is used when a send brings none. */
  readonly mediaId: ChatMediaId | undefined;
  /** The handle of each card's file: only a send says which file its cards show. */
  readonly cardHandles: readonly string[];
};

/** Keeps and uploads the samples of a proposal, one by one: each may be refused. */
export async function prepareSamples(
  admin: ChatAdmin,
  { cards, ...asked }: Asked,
): Promise<ChatOutcome<PreparedSamples>> {
  const top = await prepareSample(admin, asked, '/header');
  if (!top.ok) return top;
  const cardHandles: string[] = [];
  for (const [place, { header }] of cards.entries()) {
    const made = await prepareSample(admin, { ...asked, header }, `/cards/${place}/header`);
    if (!made.ok) return made;
    const { handle } = made.value;
    if (handle !== undefined) cardHandles.push(handle);
  }
  return { ok: true, value: { ...top.value, cardHandles } };
}

/** Keeps the sample of a media header and uploads it to the platform; nothing for other headers. */
async function prepareSample(
  { samples, platform }: ChatAdmin,
  { accountId, business, access, header }: Omit<Asked, 'cards'>,
  at: string,
): Promise<ChatOutcome<Omit<PreparedSamples, 'cardHandles'>>> {
  if (header === undefined || !('sampleUrl' in header)) {
    return { ok: true, value: { handle: undefined, mediaId: undefined } };
  }
  const { appId } = business;
  if (appId === undefined) {
    return refuse(at, 'needs the id of the platform app: connect the number with it');
  }
  const taken = await samples.take(accountId, { url: header.sampleUrl, wanted: header.type });
  if (!taken.ok) return refuse(`${at}/sample_url`, taken.rule);
  const uploaded = await platform.uploadSample(access, { appId, ...taken.file });
  if (uploaded.kind !== 'done') return refuseBy(uploaded, `${at}/sample_url`);
  return { ok: true, value: { handle: uploaded.value, mediaId: taken.id } };
}
