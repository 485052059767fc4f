/**
 * The whole service in this process: nodes on a database of their own, with the named world in it,
 * and four simulated operators on real ports. Everything is stopped after the test file.
 */
import { inject } from 'vitest';
import { plainBehaviour, type Behaviour } from '../../fakes/smsc/knobs.ts';
import { Operator } from '../../fakes/smsc/operator.ts';
import { plainOptions, type OperatorOptions } from '../../fakes/smsc/options.ts';
import { layFoundation, startApp } from '../../src/app.ts';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import type { GivenLinkConfig } from '../../src/domain/routing/smpp-link-config.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { loadConfig, type Config, type Secrets } from '../../src/kit/config.ts';
import { createLog } from '../../src/kit/log.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { loginsOf } from '../../src/kit/postgres/roles.ts';
import { afterFile } from './after-file.ts';
import { TEST_MASTER_KEY } from './built-world.ts';
import { temporaryDir } from './temporary.ts';
import { leadLinks, worldDatabase, type World, type WorldDatabase } from './world.ts';

export const OPERATOR_NAMES = ['jazz', 'zong', 'ufone', 'telenor'] as const;
export type Operators = Readonly<Record<(typeof OPERATOR_NAMES)[number], Operator>>;

/** One running node. */
export type Node = {
  readonly baseUrl: string;
  /** Finishes what is in flight, as a signal does. */
  stop(): Promise<void>;
  /** It is dead, and will not be stopped with the others. */
  forget(): void;
};

export type NodeSettings = {
  readonly config?: Partial<Config>;
  readonly clock?: Clock;
  /** Another route to the same database, for example one that can be cut. */
  readonly address?: ServerAddress;
  /** The name servers to ask for proofs of domains. */
  readonly nameServers?: readonly string[];
  readonly secrets?: Partial<Secrets>;
  /** Stands between the node and its database. */
  readonly around?: (db: Database) => Database;
};

export type Paigham = {
  /** The first node's. */
  readonly baseUrl: string;
  readonly node: Node;
  readonly world: World;
  /** The test's own connections. */
  readonly db: Database;
  readonly address: ServerAddress;
  readonly operators: Operators;
  /** Every line that the nodes have logged. */
  readonly logged: readonly string[];
  /** Another node on the same database. */
  startNode(settings?: NodeSettings): Promise<Node>;
  /** Changes how every operator behaves. */
  behave(change: Partial<Behaviour>): Promise<void>;
  /** Stops every node; the operators and the database stay until the test file ends. */
  stop(): Promise<void>;
};

export type PaighamSettings = NodeSettings & {
  readonly operator?: Partial<OperatorOptions>;
  /** How every operator behaves at first. */
  readonly behaviour?: Partial<Behaviour>;
  /** Fields of every link that differ from the demo world's. */
  readonly link?: GivenLinkConfig;
  /** Starts no node: `startNode` does. */
  readonly withoutNode?: boolean;
  /** The database to use instead of a clone of the world. */
  readonly fresh?: WorldDatabase;
};

/** Nobody is there: no test asks the real one. */
const NO_PLATFORM = 'http://127.0.0.1:9';

/** Node settings for tests: free ports, few connections. */
export function testConfig(change: Partial<Config> = {}): Config {
  const loaded = loadConfig({}, []);
  if (loaded.kind !== 'loaded') throw new Error('the defaults are no configuration');
  const few = { port: 0, databasePool: 5, shutdownMs: 2_000 };
  return { ...loaded.config, graphAddress: NO_PLATFORM, ...few, ...change };
}

export const TEST_SECRETS: Secrets = { masterKey: TEST_MASTER_KEY.toString('base64') };

/** Starts a service. Call it in `beforeAll` or in a test. */
export async function startPaigham(settings: PaighamSettings = {}): Promise<Paigham> {
  const { fresh = await worldDatabase() } = settings;
  const { address, database: db, world } = fresh;
  const { operators, ports } = await startOperators(settings);
  await leadLinks(fresh, ports);
  for (const name of OPERATOR_NAMES) {
    const { link: config } = settings;
    if (config !== undefined) must(await setLink(world.admin, { name, config }));
  }
  const logged: string[] = [];
  const folder = temporaryDir();
  const nodes = new Set<Node>();
  const startNode = async (own: NodeSettings = {}): Promise<Node> => {
    const node = await startOne({ address, folder, ...settings, ...own }, logged, () =>
      nodes.delete(node),
    );
    nodes.add(node);
    // Of a service that files share, this is all that ends with the file.
    afterFile(async () => {
      if (nodes.has(node)) await node.stop();
    });
    return node;
  };
  const stop = async (): Promise<void> => {
    for (const node of nodes) await node.stop();
  };
  afterFile(async () => {
    await stop();
    for (const name of OPERATOR_NAMES) await operators[name].close();
  });
  const node = settings.withoutNode === true ? NO_NODE : await startNode();
  return {
    node,
    world,
    db,
    address,
    operators,
    logged,
    startNode,
    stop,
    baseUrl: node.baseUrl,
    async behave(change) {
      for (const name of OPERATOR_NAMES) await operators[name].change(change);
    },
  };
}

const NO_NODE: Node = { baseUrl: '', stop: () => Promise.resolve(), forget: () => undefined };

/** An operator's default behaviour, to go back to. */
export const PLAIN_BEHAVIOUR: Readonly<Behaviour> = plainBehaviour();

type StartedOperators = {
  readonly operators: Operators;
  readonly ports: readonly [number, number, number, number];
};

async function startOperators(settings: PaighamSettings): Promise<StartedOperators> {
  const make = (name: string): Operator =>
    new Operator({
      ...plainOptions,
      name,
      port: 0,
      systemId: 'paigham',
      password: 'demo',
      keepMessages: 10_000,
      ...settings.operator,
      behaviour: { receiptDelayMs: 20, ...settings.behaviour },
    });
  const operators = {
    jazz: make('Jazz'),
    zong: make('Zong'),
    ufone: make('Ufone'),
    telenor: make('Telenor'),
  };
  const { jazz, zong, ufone, telenor } = operators;
  const ports = await Promise.all([jazz.listen(), zong.listen(), ufone.listen(), telenor.listen()]);
  return { operators, ports };
}

async function startOne(
  settings: NodeSettings & { readonly address: ServerAddress; readonly folder: string },
  logged: string[],
  forget: () => void,
): Promise<Node> {
  const { clock = wallClock, address, nameServers = NOBODY, around = (db) => db } = settings;
  const { dataDir = makeTemporaryDir(settings.folder) } = settings.config ?? {};
  const config = testConfig({
    databasePool: inject('databasePool'),
    ...settings.config,
    dataDir,
  });
  const log = createLog(config, { write: (line: string) => void logged.push(line) });
  const logins = loginsOf(address);
  const secrets = { ...TEST_SECRETS, ...settings.secrets };
  const foundation = await layFoundation(config, secrets, {
    ...{ log, clock, logins, nameServers },
  });
  const app = await startApp({ ...foundation, db: around(foundation.db) }, secrets);
  return {
    baseUrl: app.baseUrl ?? '',
    forget,
    async stop() {
      forget();
      await app.stop();
      await foundation.close();
    },
  };
}

/** No test asks this machine's name servers. */
const NOBODY = ['127.0.0.1:9'];
