/** The demo world's chat service: a connected number, its templates, and their prices. */
import type { AccountId, ChatTemplateId, LinkId } from '../domain/ids.ts';
import type { ChatPrice } from '../domain/chat/chat-tariff.ts';
import type { PlatformOutcome } from '../domain/chat/platform.ts';
import { micros, parseRupees } from '../domain/pricing/money.ts';
import { listChatTariffs } from '../features/tariffs/tariffs.sql.ts';
import { listNumbers } from '../store/chat/numbers.ts';
import { findBusiness } from '../store/chat/businesses.ts';
import { type ChatTemplateRecord, listOfBusiness } from '../store/chat/templates.ts';
import type { ChatAdmin } from '../features/chat-numbers/chat-admin.ts';
import { connectNumber } from '../features/chat-numbers/connect-number.ts';
import { setChatTariff } from '../features/tariffs/tariffs.operations.ts';
import { syncTemplates } from '../features/chat-templates/sync-templates.ts';
import { must } from '../operations/admin.ts';
import {
  DEMO_CHAT_TEMPLATES,
  PICTURE_TEMPLATE,
  pictureTemplate,
  type DemoChatKind,
} from './demo-chat-templates.ts';
import { DEMO_PICTURE } from './demo-picture.ts';

/** What the simulated platform knows the demo account by. */
export type DemoChatAccess = {
  readonly business: string;
  readonly phoneNumberId: string;
  readonly appId: string;
  readonly token: string;
  readonly appSecret: string;
};

export type BuiltChatTemplate = {
  readonly id: ChatTemplateId;
  readonly name: string;
  readonly kind: DemoChatKind;
  readonly state: string;
};

export type BuiltChat = {
  readonly numberId: LinkId;
  /** The first is approved, text only, with two variables in its body. */
  readonly templates: readonly BuiltChatTemplate[];
};

/** Per message. */
const PRICES: Readonly<Record<ChatPrice, string>> = {
  marketing: '14.50',
  utility: '3.20',
  authentication: '3.20',
  free_form: '1.00',
};

/**
 * Connects the number, or has the simulated platform report here again, because it forgets that
 * when it ends. undefined when somebody has disconnected the number.
 */
export async function buildChat(
  admin: ChatAdmin,
  accountId: AccountId,
  access: DemoChatAccess,
): Promise<BuiltChat | undefined> {
  await setPrices(admin);
  const own = await admin.transact((transaction) => listNumbers(transaction, { accountId }));
  if (own.some(({ enabled }) => !enabled)) return undefined;
  const input = { accountId, ...access, verifyToken: undefined, config: {} };
  const { linkId } = must(await connectNumber(admin, input));
  await proposePicture(admin, access);
  const { business } = access;
  must(await syncTemplates(admin, { accountId, business }));
  return { numberId: linkId, templates: await listBuilt(admin, accountId, business) };
}

async function setPrices(admin: ChatAdmin): Promise<void> {
  const known = await admin.transact((transaction) =>
    listChatTariffs(transaction, { accountId: undefined }),
  );
  for (const category of ['marketing', 'utility', 'authentication', 'free_form'] as const) {
    if (known.some((it) => it.category === category)) continue;
    const priceMicros = parseRupees(PRICES[category]) ?? micros(0n);
    const everybody = { accountId: undefined, validFromMs: undefined };
    must(await setChatTariff(admin, { ...everybody, category, priceMicros }));
  }
}

/** A platform that has the template already says so; the others are its seeds. */
async function proposePicture({ platform }: ChatAdmin, access: DemoChatAccess): Promise<void> {
  const { business: businessId, token: credential, appId } = access;
  const opened = { businessId, credential };
  const handle = given(
    await platform.uploadSample(opened, {
      appId,
      fileName: 'sale.png',
      mime: 'image/png',
      bytes: DEMO_PICTURE.length,
      read: () => pieces(DEMO_PICTURE),
    }),
  );
  const created = await platform.createTemplate(opened, pictureTemplate(handle));
  if (created.kind !== 'refused') given(created);
}

async function* pieces(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  yield octets;
}

/** The result of a call that cannot fail here. @throws if it did. */
function given<Value>(outcome: PlatformOutcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  throw new Error(`the simulated platform: ${JSON.stringify(outcome)}`);
}

async function listBuilt(
  admin: ChatAdmin,
  accountId: AccountId,
  business: string,
): Promise<readonly BuiltChatTemplate[]> {
  const stored = await admin.transact(async (transaction) => {
    const known = await findBusiness(transaction, { platformId: business });
    return known === undefined
      ? []
      : listOfBusiness(transaction, { accountId, businessId: known.id });
  });
  const kinds: readonly (readonly [string, DemoChatKind])[] = [
    ...DEMO_CHAT_TEMPLATES.map(({ name, kind }) => [name, kind] as const),
    [PICTURE_TEMPLATE, 'header_media'],
  ];
  return kinds.flatMap(([name, kind]) => {
    const found = stored.find((it: ChatTemplateRecord) => it.name === name);
    return found === undefined ? [] : [{ id: found.id, name, kind, state: found.state }];
  });
}
