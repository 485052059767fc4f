/** Starts a platform: its Graph port, its management port, and a way to stop both. */

import { listenManagement } from '../kit/management.ts';
import { listenGraph } from './graph/server.ts';
import { routes } from './management/routes.ts';
import { plainOptions, type PlatformOptions } from './options.ts';
import { ChatPlatform } from './platform.ts';

export type RunningPlatform = {
  readonly platform: ChatPlatform;
  /** Base address of the Graph interface, without a version. */
  readonly url: string;
  /** Address of the management port and its page. */
  readonly managementUrl: string;
  close(): Promise<void>;
};

/** Starts it on 127.0.0.1; in tests with `{port: 0, managementPort: 0, …}`. */
export async function startChatPlatform(
  options: Partial<PlatformOptions> = {},
): Promise<RunningPlatform> {
  const platform = new ChatPlatform({ ...plainOptions, ...options });
  const graph = await listenGraph(platform, platform.options.port);
  const management = await listenManagement(platform, routes, platform.options.managementPort);
  return {
    platform,
    url: `http://127.0.0.1:${graph.port}`,
    managementUrl: `http://127.0.0.1:${management.port}`,
    close() {
      platform.close();
      for (const { server } of [graph, management]) {
        server.close();
        server.closeAllConnections();
      }
      return Promise.resolve();
    },
  };
}
