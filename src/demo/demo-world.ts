/**
 * What `bin/start` adds for a newcomer: simulated operators, a number directory, and a seeded world
 * described in data/demo.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desk } from '../desk/desk.ts';
import { seedDemo, type Demo } from '../desk/demo/seed-demo.ts';
import type { Clock } from '../kit/clock.ts';
import { writePrivateFile } from '../kit/private-file.ts';
import type { ChatDesk } from '../desk/chat/chat-desk.ts';
import { buildChat, type BuiltChat } from '../desk/demo/build-chat.ts';
import type { AccountId } from '../domain/ids.ts';
import { describePlatform, startPlatform } from './chat-platform.ts';
import { describeDirectory, startNumberDirectory } from './number-directory.ts';
import { describeDemo } from './panel.ts';
import { describeSimulators, startSimulators } from './simulators.ts';

export type DemoWorld = {
  /**
   * Connects the chat number, now that the platform can report to the service, writes
   * data/demo.json for the address it listens on, and gives the words for the console.
   */
  announce(baseUrl: string, chat: ChatDesk): Promise<string>;
  stop(): Promise<void>;
};

function describeChat({ numberId, templates }: BuiltChat) {
  return {
    chatappId: String(numberId),
    chatTemplates: templates.map(({ id, name, kind }) => ({ id: String(id), name, kind })),
  };
}

/** Starts the simulators, if wished, and seeds an empty database. */
export async function openDemoWorld(
  desk: Desk,
  settings: { readonly dataDir: string; readonly simulators: boolean; readonly clock: Clock },
): Promise<DemoWorld> {
  const { dataDir, clock } = settings;
  const file = join(dataDir, 'demo.json');
  const save = (demo: Demo): void => writePrivateFile(file, `${JSON.stringify(demo, null, 2)}\n`);
  const simulators = await describeSimulators(dataDir, desk.random);
  const directory = settings.simulators ? await describeDirectory(dataDir) : undefined;
  const running = settings.simulators ? [await startSimulators(dataDir, simulators, clock)] : [];
  if (directory !== undefined) {
    running.push(await startNumberDirectory(dataDir, directory, clock));
  }
  const platform = settings.simulators ? await describePlatform(dataDir, desk.random) : undefined;
  if (platform !== undefined) running.push(await startPlatform(dataDir, platform, clock));
  const links = simulators.map(({ name, port, systemId, password }) => ({
    operator: name,
    port,
    systemId,
    password,
  }));
  await seedDemo(desk, { baseUrl: '', links, save });
  return {
    async announce(baseUrl, chat) {
      if (!existsSync(file)) return `\n  Paigham   ${baseUrl}\n`;
      const known = { ...(JSON.parse(readFileSync(file, 'utf8')) as Demo), baseUrl };
      const accountId = Number(known.accountId) as AccountId;
      const seed = { ...chat, actor: 'seed', publicAddress: baseUrl };
      const built = platform && (await buildChat(seed, accountId, platform.access));
      const demo = built === undefined ? known : { ...known, ...describeChat(built) };
      save(demo);
      return describeDemo(demo, { simulators, directory, platform });
    },
    async stop() {
      for (const { stop } of running) await stop();
    },
  };
}
