/**
 * Who may import whom: the table of the architecture as data. The first room whose folder a file
 * lies in is its room.
 */

export type RoomName =
  | 'app'
  | 'domain'
  | 'base'
  | 'tool'
  | 'kit'
  | 'store'
  | 'sql'
  | 'http'
  | 'journey'
  | 'deps'
  | 'links'
  | 'stage'
  | 'chat'
  | 'events'
  | 'feature'
  | 'demo'
  | 'carrier'
  | 'portability'
  | 'api'
  | 'cli'
  | 'reference'
  | 'docs'
  | 'portal'
  | 'browser'
  | 'package'
  | 'fake_kit'
  | 'fake'
  | 'bench';

/**
 * May files of one room import each other? `all`: yes, without a circle. `unit`: only within the
 * same folder (or file) directly under the room's. `frame`: also what lies directly in the room's
 * folder, which all its units share.
 */
type Siblings = 'all' | 'unit' | 'frame';

export type Room = {
  readonly name: RoomName;
  readonly folder: RegExp;
  readonly mayImport: readonly RoomName[];
  readonly siblings: Siblings;
  /** Packages from npm and Node's own modules; `true`: any. */
  readonly technology: boolean | readonly string[];
  /** Why, for the sentence. */
  readonly because: string;
};

const everything: readonly RoomName[] = [
  'domain',
  'kit',
  'store',
  'sql',
  'http',
  'journey',
  'deps',
  'links',
  'stage',
  'chat',
  'events',
  'feature',
  'demo',
  'carrier',
  'portability',
  'api',
  'cli',
  'reference',
  'docs',
  'portal',
  'package',
  'fake_kit',
  'fake',
];

export const rooms: readonly Room[] = [
  {
    name: 'app',
    folder: /^src\/(main\.ts|app\.ts|app\/)/,
    mayImport: everything,
    siblings: 'all',
    technology: true,
    because: 'the composition root knows everybody',
  },
  {
    name: 'domain',
    folder: /^src\/domain\//,
    mayImport: ['package'],
    siblings: 'all',
    technology: ['libphonenumber-js/max'],
    because: 'the domain is pure: no I/O, no clock, no randomness',
  },
  {
    name: 'kit',
    folder: /^src\/kit\//,
    mayImport: [],
    siblings: 'all',
    technology: true,
    because: 'the kit knows technology and nothing of messages',
  },
  {
    name: 'store',
    folder: /^src\/store\//,
    mayImport: ['domain', 'kit', 'sql'],
    siblings: 'unit',
    technology: [],
    because: 'a family of statements stands alone',
  },
  {
    name: 'sql',
    folder: /^src\/features\/.*\.sql\.ts$/,
    mayImport: ['domain', 'kit', 'store'],
    siblings: 'all',
    technology: [],
    because: "the statements of a feature are data's own: they know no operation and no endpoint",
  },
  {
    name: 'deps',
    folder: /^src\/journey\/deps\.ts$/,
    mayImport: ['domain', 'kit', 'store', 'sql', 'links'],
    siblings: 'all',
    technology: [],
    because: 'it is types, of what the journey stands on',
  },
  {
    name: 'journey',
    folder: /^src\/(batches\/|(journey|replies)\/(commit\/)?)[^/]+\.ts$/,
    mayImport: ['domain', 'kit', 'store', 'sql', 'deps', 'stage', 'links', 'package'],
    siblings: 'all',
    technology: [],
    because: 'the table of contents puts stages in order; a file goes through them row by row',
  },
  {
    name: 'stage',
    folder: /^src\/(journey|replies)\//,
    mayImport: ['domain', 'kit', 'store', 'sql', 'deps', 'links', 'package'],
    siblings: 'unit',
    technology: [],
    because: 'a stage never calls another: journey.ts does',
  },
  {
    name: 'links',
    folder: /^src\/links\//,
    mayImport: ['domain', 'kit', 'store', 'sql'],
    siblings: 'all',
    technology: [],
    because: 'links are what the journey sends by: they do not know it',
  },
  {
    name: 'chat',
    folder: /^src\/chat\//,
    mayImport: ['domain', 'kit', 'store', 'sql', 'journey', 'links', 'package'],
    siblings: 'all',
    technology: [],
    because: 'it knows the journey by journey.ts alone',
  },
  {
    name: 'events',
    folder: /^src\/events\//,
    mayImport: ['domain', 'kit', 'store', 'sql'],
    siblings: 'all',
    technology: [],
    because: 'events tell what is in the store: what makes them true does not know who is told',
  },
  {
    name: 'demo',
    folder: /^src\/demo\//,
    mayImport: ['domain', 'kit', 'feature', 'store', 'sql'],
    siblings: 'all',
    technology: ['node:child_process', 'node:fs', 'node:net', 'node:path'],
    because: 'the demo world is made by the operations that staff use, beside simulated operators',
  },
  {
    name: 'http',
    folder: /^src\/(features|operations)\/.*\.http\.ts$/,
    mayImport: ['domain', 'kit', 'store', 'sql', 'journey', 'chat', 'feature', 'api', 'package'],
    siblings: 'all',
    technology: [],
    because: 'an endpoint of a feature asks the journey, an operation or a reader, as the API does',
  },
  {
    name: 'feature',
    folder: /^src\/(operations|features)\//,
    mayImport: ['domain', 'kit', 'store', 'sql', 'package'],
    siblings: 'all',
    technology: [],
    because: 'what staff and accounts do, a family of operations a file, on what they all share',
  },
  {
    name: 'carrier',
    folder: /^src\/carriers\//,
    mayImport: ['domain', 'kit', 'package'],
    siblings: 'frame',
    technology: [],
    because: 'a carrier knows neither the store nor another carrier',
  },
  {
    name: 'portability',
    folder: /^src\/portability\//,
    mayImport: ['domain', 'kit'],
    siblings: 'all',
    technology: [],
    because: 'a number directory is an outside party: it knows neither the store nor the journey',
  },
  {
    name: 'api',
    folder: /^src\/api\//,
    mayImport: ['domain', 'kit', 'store', 'sql', 'journey', 'chat', 'feature', 'http', 'package'],
    siblings: 'frame',
    technology: [],
    because: 'the API asks the journey, an operation or a reader',
  },
  {
    name: 'cli',
    folder: /^src\/cli\//,
    mayImport: ['domain', 'kit', 'feature', 'package'],
    siblings: 'all',
    technology: [],
    because: 'a command is an operation, or asks the running service',
  },
  {
    name: 'reference',
    folder: /^src\/reference\//,
    mayImport: ['domain', 'kit'],
    siblings: 'all',
    technology: true,
    because: 'pages are written from the data that the program works by',
  },
  {
    name: 'docs',
    folder: /^src\/docs\//,
    mayImport: ['domain', 'kit'],
    siblings: 'all',
    technology: ['marked', 'node:fs', 'node:module', 'node:path', 'node:util', 'node:zlib'],
    because:
      'pages for people come from files and the catalogue: they ask neither journey nor store',
  },
  {
    name: 'portal',
    folder: /^src\/portal\//,
    mayImport: ['kit'],
    siblings: 'all',
    technology: ['node:fs', 'node:path'],
    because: 'it serves the pages as they were built: they ask the API, like everybody',
  },
  {
    name: 'browser',
    folder: /^portal\//,
    mayImport: ['package', 'base'],
    siblings: 'all',
    technology: true,
    because: 'pages run in a browser, and know the service by the types of its interface alone',
  },
  {
    name: 'base',
    folder: /^packages\/base\//,
    mayImport: [],
    siblings: 'all',
    technology: true,
    because: 'what everything stands on stands on nothing',
  },
  {
    name: 'tool',
    folder: /^packages\/(http|embedded-postgres)\//,
    mayImport: ['base'],
    siblings: 'unit',
    technology: true,
    because: 'a package knows nothing of the service',
  },
  {
    name: 'package',
    folder: /^packages\//,
    mayImport: [],
    siblings: 'unit',
    technology: true,
    because: 'a package knows nothing of the service',
  },
  {
    name: 'fake_kit',
    folder: /^fakes\/kit\//,
    mayImport: [],
    siblings: 'all',
    technology: true,
    because: 'it serves every simulated party and knows none',
  },
  {
    name: 'fake',
    folder: /^fakes\//,
    mayImport: ['package', 'fake_kit'],
    siblings: 'unit',
    technology: true,
    because: 'an outside party shares no code with the service',
  },
  {
    name: 'bench',
    folder: /^bench\//,
    mayImport: ['app', 'kit', 'package', 'fake'],
    siblings: 'all',
    technology: true,
    because: 'a figure is taken from outside, or from whole nodes',
  },
];

/** What other rooms may see of these: their main files. */
export const mainFiles: readonly string[] = [
  'src/journey/journey.ts',
  'src/replies/replies.ts',
  'src/chat/chat.ts',
];

/** Packages of technology: whoever may import the kit may import these, and the kit does. */
export const ofKit: readonly RoomName[] = ['kit', 'base', 'tool'];

/** What the API may not take from the kit's database: with any of them it could write. */
export const writersOfKit: readonly string[] = [
  'Database',
  'Transaction',
  'connect',
  'open',
  'withConnection',
];

export function roomOf(path: string): Room | undefined {
  return rooms.find(({ folder }) => folder.test(path));
}

/**
 * The part of its room that a file belongs to: `carriers/smpp` for src/carriers/smpp/link.ts, and
 * '' for what lies directly in the room's folder.
 */
export function unitOf(path: string): string {
  const [top, second = '', ...rest] = path.split('/');
  if (top !== 'src') return rest.length > 0 ? second : '';
  return rest.length > 1 ? `${second}/${rest[0]}` : '';
}
