/**
 * What `bin/start` adds for a newcomer: simulated operators, a number directory, and a seeded world
 * described in data/demo.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Admin } from '../operations/admin.ts';
import { seedDemo, type Demo } from './seed-demo.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import type { ChatAdmin } from '../features/chat-numbers/chat-admin.ts';
import { buildChat, type BuiltChat } from './build-chat.ts';
import type { AccountId } from '../domain/ids.ts';
import { describePlatform, startPlatform } from './chat-platform.ts';
import { describeDirectory, startNumberDirectory } from './number-directory.ts';
import { describeDemo, type Beside } from './panel.ts';
import { describeGateway, startPaymentGateway } from './payment-gateway.ts';
import type { Running } from './side-program.ts';
import { describeSimulators, leadLinks, placeSimulators, startSimulators } from './simulators.ts';

export type DemoWorld = {
  /**
   * Connects the chat number, now that the platform can reach the service, writes data/demo.json
   * with the address it listens on, and returns the text for the console.
   */
  announce(baseUrl: string, chat: ChatAdmin): Promise<string>;
  stop(): Promise<void>;
};

function describeChat({ numberId, templates }: BuiltChat) {
  return {
    chatappId: String(numberId),
    chatTemplates: templates.map(({ id, name, kind }) => ({ id: String(id), name, kind })),
  };
}

/** Starts the simulators if wanted, and seeds an empty database. */
export async function openDemoWorld(
  admin: Admin,
  settings: { readonly dataDir: string; readonly simulators: boolean; readonly clock: Clock },
): Promise<DemoWorld> {
  const { dataDir, clock } = settings;
  const file = join(dataDir, 'demo.json');
  const save = (demo: Demo): void => writePrivateFile(file, `${JSON.stringify(demo, null, 2)}\n`);
  const links = describeSimulators(dataDir, admin.random).map(
    ({ name, port, systemId, password }) => ({ operator: name, port, systemId, password }),
  );
  await seedDemo(admin, { baseUrl: '', links, save });
  const running: Running[] = [];
  const stop = async (): Promise<void> => {
    for (const program of running.splice(0)) await program.stop();
  };
  const beside = settings.simulators
    ? await startBeside(admin, { dataDir, clock, running }).catch(async (error: unknown) => {
        await stop();
        throw error;
      })
    : undefined;
  return {
    async announce(baseUrl, chat) {
      if (!existsSync(file)) return `\n  Paigham   ${baseUrl}\n`;
      const known = { ...(JSON.parse(readFileSync(file, 'utf8')) as Demo), baseUrl };
      const accountId = Number(known.accountId) as AccountId;
      const seed = { ...chat, actor: 'seed', publicAddress: baseUrl };
      const built = beside && (await buildChat(seed, accountId, beside.platform.access));
      const demo = built === undefined ? known : { ...known, ...describeChat(built) };
      save(demo);
      return describeDemo(demo, beside);
    },
    stop,
  };
}

type Start = {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Holds what has been started, even if the next one fails to start. */
  readonly running: Running[];
};

/** Starts the simulators, and points the demo world's links to their current ports. */
async function startBeside(admin: Admin, { dataDir, clock, running }: Start): Promise<Beside> {
  const simulators = await placeSimulators(dataDir, describeSimulators(dataDir, admin.random));
  running.push(await startSimulators(dataDir, simulators, clock));
  const directory = await describeDirectory(dataDir);
  running.push(await startNumberDirectory(dataDir, directory, clock));
  const platform = await describePlatform(dataDir, admin.random);
  running.push(await startPlatform(dataDir, platform, clock));
  const gateway = await describeGateway(dataDir, admin.random);
  running.push(await startPaymentGateway(dataDir, gateway, clock));
  await leadLinks(admin, simulators);
  return { simulators, directory, platform, gateway };
}
