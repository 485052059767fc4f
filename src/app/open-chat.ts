/** The chat platform for those who change things there. */
import { createChatPlatform } from '../carriers/whatsapp/platform.ts';
import type { ChatDesk, TemplateSamples } from '../desk/chat/chat-desk.ts';
import type { Desk } from '../desk/desk.ts';
import type { Config } from '../kit/config.ts';

export type OpenChat = { readonly chat: ChatDesk; close(): Promise<void> };

/** A desk that can ask the chat platform; `close` ends its connections. */
export function openChat(desk: Desk, config: Config, samples: TemplateSamples): OpenChat {
  const { graphAddress, graphVersion, publicAddress } = config;
  const { clock } = desk;
  const platform = createChatPlatform({ origin: graphAddress, version: graphVersion, clock });
  return { chat: { ...desk, platform, samples, publicAddress }, close: () => platform.close() };
}

/** Where no files are kept: media headers cannot be proposed. */
export const NO_SAMPLES: TemplateSamples = {
  take: () => Promise.resolve({ ok: false, rule: 'cannot be fetched by this program' }),
};
