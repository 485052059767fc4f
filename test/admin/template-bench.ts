/** Operations on templates of Roshan Store, on a platform where somebody decides by hand. */
import { afterAll } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { ChatAdmin, TakenSample } from '../../src/features/chat-numbers/chat-admin.ts';
import { createChatTemplate } from '../../src/features/chat-templates/create-template.ts';
import { syncTemplates } from '../../src/features/chat-templates/sync-templates.ts';
import { DEMO_PICTURE } from '../../src/demo/demo-picture.ts';
import { must } from '../../src/operations/admin.ts';
import type { ChatProposal } from '../../src/domain/chat/components.ts';
import type { AccountId, ChatMediaId, ChatTemplateId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { readSnapshot } from '../../src/store/snapshots/read-snapshots.ts';
import {
  findChatTemplate,
  listChatTemplates,
  listTemplateChanges,
} from '../../src/store/chat/templates.ts';
import { NO_SAMPLES, tellPlatform } from '../support/chat-world.ts';
import {
  chatAdminOf,
  connectRoshan,
  startDemoPlatform,
  type ConnectedRoshan,
} from '../support/demo-chat.ts';
import { worldDatabase } from '../support/world.ts';

/** The id of every file that is taken. */
export const SAMPLE = 77 as ChatMediaId;

async function* picture(): AsyncGenerator<Uint8Array> {
  yield DEMO_PICTURE;
}
const taken: TakenSample = {
  ok: true,
  id: SAMPLE,
  file: { fileName: 'a.png', mime: 'image/png', bytes: DEMO_PICTURE.length, read: picture },
};

/** Takes whatever has .png in its address. */
export const samples: ChatAdmin['samples'] = {
  ...NO_SAMPLES,
  take: (_, { url }) =>
    Promise.resolve(
      url.includes('.png') ? taken : { ok: false, rule: 'cannot be used: it is no picture' },
    ),
};

/** Buttons that the document promises, and that the platform refuses. */
export const TOO_MANY_THERE: ChatProposal['buttons'] = Array.from(
  { length: 2 },
  () => ({ type: 'copy_code', example: 'SAVE10' }) as const,
);

let named = 0;

/** A name that nobody has used. */
export const newName = (): string => `proposal_${++named}`;

export function propose(change: Partial<ChatProposal> = {}): ChatProposal {
  return {
    name: newName(),
    language: 'en',
    category: 'utility',
    header: undefined,
    body: { text: 'Dear {{1}}, we have your order.', examples: ['Ali'] },
    footer: undefined,
    offer: undefined,
    buttons: [],
    cards: [],
    code: undefined,
    ...change,
  };
}

/** The named world with Roshan Store on a platform of its own, until the test file ends. */
export async function openTemplateWorld() {
  const { database, world } = await worldDatabase();
  // Templates stay as they are until somebody decides.
  const platform = await startDemoPlatform({ behaviour: { approval: 'by_hand' } });
  afterAll(() => platform.close());
  const { accountId } = world.roshan;
  let connected: ConnectedRoshan | undefined;
  /** What one test works with; the first connects the number. */
  const begin = async () => {
    const admin = chatAdminOf(world.admin, platform.url, { samples });
    connected ??= await connectRoshan(admin, accountId);
    return { admin, connected, bench: createBench(database, { admin, accountId, platform }) };
  };
  return { database, world, accountId, begin };
}

export type TemplateBench = ReturnType<typeof createBench>;

/** What tests do with the templates of an account again and again. */
function createBench(
  database: Database,
  {
    admin,
    accountId,
    platform,
  }: {
    readonly admin: ChatAdmin;
    readonly accountId: AccountId;
    readonly platform: RunningPlatform;
  },
) {
  const find = async (id: ChatTemplateId) => {
    const found = await findChatTemplate(database, { accountId, id });
    if (found === undefined) throw new Error('the template is gone');
    return found;
  };
  const decide = async (id: ChatTemplateId, event: string, reason = 'NONE'): Promise<void> => {
    const { name, language } = await find(id);
    await tellPlatform(platform, '/templates/decide', { name, language, event, reason });
  };
  return {
    find,
    decide,
    create: async (change: Partial<ChatProposal> = {}): Promise<ChatTemplateId> => {
      const asked = { accountId, business: undefined, proposal: propose(change) };
      return must(await createChatTemplate(admin, asked));
    },
    named: async (name: string) => {
      const page = { beforeId: undefined, most: 1, state: undefined, name };
      return (await listChatTemplates(database, { ...page, accountId }))[0];
    },
    history: async (id: ChatTemplateId) =>
      (await listTemplateChanges(database, { accountId, id, most: 50 })).toReversed(),
    sync: async () => must(await syncTemplates(admin, { accountId, business: undefined })),
    known: async (id: ChatTemplateId) =>
      (await readSnapshot(database, accountId, 0))?.chat.templates.get(id),
  };
}
