/** The chat platform for those who change things there. */
import type { Foundation } from '../app.ts';
import { createChatPlatform } from '../carriers/whatsapp/platform.ts';
import type { ChatAdmin, TemplateSamples } from '../admin/chat/chat-admin.ts';
import type { Admin } from '../admin/admin.ts';
import type { Config } from '../kit/config.ts';
import type { Ids } from '../kit/ids.ts';
import { createMetrics } from '../kit/metrics.ts';
import { machineRandom } from '../kit/random.ts';
import { openChatFiles, type ChatFiles, type ChatFilesParts } from './open-chat-files.ts';

export type OpenChat = { readonly admin: ChatAdmin; close(): Promise<void> };

/** What operations that ask the platform stand on; `close` ends its connections. */
export function openChat(admin: Admin, config: Config, samples: TemplateSamples): OpenChat {
  const { graphAddress, graphVersion, publicAddress } = config;
  const { clock } = admin;
  const platform = createChatPlatform({ origin: graphAddress, version: graphVersion, clock });
  return { admin: { ...admin, platform, samples, publicAddress }, close: () => platform.close() };
}

/** The same for callers of `/v1`, on the service's own foundation. */
export function openSharedChat(
  { config, clock, db, seal }: Foundation,
  ids: Ids,
  samples: TemplateSamples,
): OpenChat {
  const admin = { transact: db.transact, actor: 'v1', clock, random: machineRandom, seal, ids };
  return openChat(admin, config, samples);
}

/** Samples for a program that seldom takes any: what they need is opened when one is taken. */
export function lazySamples(parts: ChatFilesParts): TemplateSamples & { stop(): void } {
  let opening: Promise<ChatFiles> | undefined;
  let opened: ChatFiles | undefined;
  return {
    async take(accountId, link) {
      opening ??= openChatFiles(parts, createMetrics());
      opened = await opening;
      return opened.samples.take(accountId, link);
    },
    stop: () => opened?.stop(),
  };
}
