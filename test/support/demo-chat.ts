/**
 * What staff do with chat numbers and templates (test/admin), without sending: the demo world's
 * simulated platform, and operations that use it. `connectRoshan` connects Roshan Store's number;
 * its templates go by kind: text, buttons, authentication, waiting, refused, header_media. For
 * tests that do not use a platform see without-platform.ts.
 */
import { onTestFinished } from 'vitest';
import { startChatPlatform, type RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { PlatformOptions } from '../../fakes/chat-platform/options.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import {
  buildChat,
  type BuiltChatTemplate,
  type DemoChatAccess,
} from '../../src/demo/build-chat.ts';
import { DEMO_CHAT_SEEDS, type DemoChatKind } from '../../src/demo/demo-chat-templates.ts';
import type { Admin } from '../../src/operations/admin.ts';
import type { AccountId, LinkId } from '../../src/domain/ids.ts';
import { NO_SAMPLES } from './chat-world.ts';

export const CHAT_ACCESS: DemoChatAccess = {
  business: '200000000000001',
  phoneNumberId: '300000000000001',
  appId: '100000000000001',
  token: 'simulated-token',
  appSecret: 'simulated-app-secret',
};

/** Another number of the same business account. */
export const SECOND_NUMBER = '300000000000002';

/** The simulated platform with Roshan Store on it, until the test (file) ends. */
export async function startDemoPlatform(
  change: Partial<PlatformOptions> = {},
): Promise<RunningPlatform> {
  const { business, phoneNumberId, appId, token, appSecret } = CHAT_ACCESS;
  return startChatPlatform({
    port: 0,
    managementPort: 0,
    apps: [{ id: appId, secret: appSecret }],
    accounts: [
      {
        id: business,
        name: 'Roshan Store',
        templateLimit: 250,
        numbers: [
          { id: phoneNumberId, displayNumber: '+92 300 1110001', name: 'Roshan Store' },
          { id: SECOND_NUMBER, displayNumber: '+92 300 1110002', name: 'Roshan Help' },
        ],
        templates: DEMO_CHAT_SEEDS,
      },
    ],
    tokens: [{ token, appId, accounts: [business] }],
    ...change,
  });
}

/** Changes the secret of the app at the platform, until the test ends. */
export function changeAppSecret({ platform: { accounts } }: RunningPlatform, secret: string): void {
  const { appId: id, appSecret } = CHAT_ACCESS;
  accounts.addApp({ id, secret });
  onTestFinished(() => accounts.addApp({ id, secret: appSecret }));
}

/**
 * A context for operations that use the platform at `url`; its connections end with the test.
 * `samples` takes files for templates; without it there are none.
 */
export function chatAdminOf(
  admin: Admin,
  url: string,
  change: Partial<Pick<ChatAdmin, 'publicAddress' | 'samples'>> = {},
): ChatAdmin {
  const platform = createChatPlatform({ origin: url, version: 'v25.0', clock: admin.clock });
  onTestFinished(() => platform.close());
  return { ...admin, platform, samples: NO_SAMPLES, ...change };
}

export type ConnectedRoshan = {
  readonly numberId: LinkId;
  /** @throws if there is none of this kind. */
  template(kind: DemoChatKind): BuiltChatTemplate;
};

/** Connects an account's number as the demo world does. */
export async function connectRoshan(
  admin: ChatAdmin,
  accountId: AccountId,
): Promise<ConnectedRoshan> {
  const built = await buildChat(admin, accountId, CHAT_ACCESS);
  if (built === undefined) throw new Error('the number was disconnected');
  return {
    numberId: built.numberId,
    template(kind) {
      const found = built.templates.find((it) => it.kind === kind);
      if (found === undefined) throw new Error(`there is no template of kind ${kind}`);
      return found;
    },
  };
}
