/**
 * Every setting there is: its type, its default, what it is for. The environment and the command
 * line are read by it (config.ts), `--help` and the page of settings are printed from it, so there
 * is no second list to keep.
 *
 * A setting's name follows from its key: `dataDir` is DATA_DIR in the environment and --data-dir
 * on the command line. Secrets are apart, cannot be given on the command line (every user of the
 * machine can read those), and never reach a log.
 */
import type { Static } from 'typebox';
import { Type } from 'typebox';

const roles = ['all', 'api', 'carriers', 'worker'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

export const settingsSchema = Type.Object({
  host: Type.String({
    default: '127.0.0.1',
    description: 'The address to listen on.',
  }),
  port: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    description: 'The TCP port to listen on; 0 takes a free one.',
  }),
  dataDir: Type.String({
    default: './data',
    description: 'The folder of the embedded database, its password, keys and the demo world.',
  }),
  masterKeyFile: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A file that holds MASTER_KEY, not where the database is. Absent: DATA_DIR/master.key.',
    }),
  ),
  roles: Type.Array(Type.Enum(roles), {
    default: ['all'],
    minItems: 1,
    uniqueItems: true,
    description:
      'What this process does. api: answers HTTP. carriers: holds links to operators. ' +
      'worker: routes, settles, sweeps. all: everything.',
  }),
  production: Type.Boolean({
    default: false,
    description:
      'Seeds nothing, starts no simulated operator, refuses unsafe settings and a demo database.',
  }),
  adoptDemo: Type.Boolean({
    default: false,
    description:
      'Lets production start on the database of a demo: disables its accounts, users and links.',
  }),
  simulators: Type.Boolean({
    default: true,
    description: 'Starts the simulated operators of the demo world; never in production.',
  }),
  trustedProxies: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    uniqueItems: true,
    description:
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed when an ' +
      "account's IP list is checked.",
  }),
  plainHttp: Type.Boolean({
    default: false,
    description:
      'Serves callers in production who reach a HOST open to the network without a proxy of ' +
      'TRUSTED_PROXIES: their keys travel unencrypted. For networks that nobody else can read.',
  }),
  always200: Type.Boolean({
    default: false,
    description:
      'Answers refusals with HTTP status 200 too, for callers that cannot read a body on others. ' +
      'Accounts have a switch of their own.',
  }),
  demoText: Type.String({
    default: ' -Demo message, account not verified.',
    minLength: 1,
    maxLength: 160,
    description: 'Appended to every message of an account that is not verified.',
  }),
  shortCodeValidityMinutes: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 1_440,
    description:
      'How long a message by the short-code route may wait to be taken by its operator; then it ' +
      'expires and is not charged. A template may say otherwise.',
  }),
  databasePool: Type.Integer({
    default: 20,
    minimum: 2,
    maximum: 500,
    description: 'Connections to the database at most, a third of them for reading.',
  }),
  ownAddresses: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    uniqueItems: true,
    description:
      'Public addresses or CIDR ranges under which this installation is known: links to files ' +
      'are never followed there, nor to private networks.',
  }),
  fetchLoopback: Type.Optional(
    Type.Boolean({
      description:
        'Follows links to files on this machine itself, for trying out. Absent: off, but in the ' +
        'demo world while HOST is this machine; never where others can ask.',
    }),
  ),
  queueBound: Type.Integer({
    default: 1_000_000,
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Messages that may wait to be sent; beyond it sends are answered with 503.',
  }),
  mnpDirectory: Type.Enum(['none', 'http', 'enum'] as const, {
    default: 'none',
    description:
      'The number directory that says which network a ported number is on. http: JSON over HTTP. ' +
      'enum: DNS, by RFC 6116. none: look-ups are answered as if it were down.',
  }),
  mnpAddress: Type.String({
    default: '',
    maxLength: 2_000,
    description:
      'Where it is. http: its address, with {number} (923001234567) or {national} (3001234567) ' +
      'where one number is asked for. enum: the name server, 192.0.2.1:53.',
  }),
  mnpBody: Type.String({
    default: '',
    maxLength: 10_000,
    description:
      'http: the JSON that is posted to ask for many numbers; "{numbers}" or "{nationals}" in it ' +
      'becomes their list. Absent: one GET for each number.',
  }),
  mnpListPath: Type.String({
    default: '',
    description:
      'http: the way to the entries of an answer, data.results. Absent: it is the list, or the ' +
      'entry.',
  }),
  mnpNumberPath: Type.String({
    default: '',
    description: 'http: the way from an entry to its number. Needed to ask for many.',
  }),
  mnpOperatorPath: Type.String({
    default: 'operator',
    description: 'http: the way from an entry to the word for its operator.',
  }),
  mnpOperators: Type.Array(Type.String({ pattern: '^.+=.+$' }), {
    default: [],
    uniqueItems: true,
    description:
      'What its words mean: MOBILINK=Jazz,CMPAK=Zong. enum: beginnings of routing numbers. ' +
      'A word that is not listed counts as unknown.',
  }),
  mnpSuffix: Type.String({
    default: 'e164.arpa',
    pattern: '^[A-Za-z0-9.-]+$',
    description: 'enum: the domain that numbers stand under.',
  }),
  mnpTimeoutMs: Type.Integer({
    default: 1_500,
    minimum: 10,
    maximum: 60_000,
    description: 'Milliseconds that one question to the number directory may take.',
  }),
  mnpRate: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 100_000,
    description: 'Numbers that the directory may be asked about in any second.',
  }),
  mnpQuestions: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 1_000,
    description: 'Questions to the number directory that may be under way at a time.',
  }),
  mnpBatch: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 10_000,
    description: 'http: numbers in one question, where many are asked for.',
  }),
  publicAddress: Type.String({
    default: '',
    maxLength: 255,
    description:
      'Where others reach this service: https://messages.example.com; production needs it. No ' +
      'account can take this host as its own. The chat platform is told to report there; without ' +
      'it somebody has to enter the address at the platform.',
  }),
  graphAddress: Type.String({
    default: 'https://graph.facebook.com',
    maxLength: 255,
    description: 'Where the interface of the chat platform is.',
  }),
  graphVersion: Type.String({
    default: 'v25.0',
    pattern: '^v[0-9]{1,3}\\.[0-9]$',
    description:
      'The version of that interface. Each ends on a date: a start warns of it 60 days before.',
  }),
  shutdownMs: Type.Integer({
    default: 15_000,
    minimum: 0,
    maximum: 600_000,
    description: 'Milliseconds that what is in flight is given to finish when the service stops.',
  }),
  logLevel: Type.Enum(logLevels, {
    default: 'info',
    description: 'The least important entries that are logged.',
  }),
  logFile: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A file to log to. Absent: standard error in production, else DATA_DIR/paigham.log.',
    }),
  ),
});

export const secretsSchema = Type.Object({
  databaseUrl: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'A PostgreSQL of your own, as a postgres:// address. Absent: embedded.',
    }),
  ),
  databaseOwnerUrl: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'The same database for the role that owns the tables (db/roles.sql): needed by the start ' +
        'that brings a new version. Absent: DATABASE_URL.',
    }),
  ),
  databaseReadUrl: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'The same database for a role that only reads. Absent: DATABASE_URL.',
    }),
  ),
  masterKey: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        '32 bytes in base64 that encrypt account keys at rest and hash them for lookup. With the ' +
        'embedded database one is made in DATA_DIR/master.key. Losing it makes every key useless.',
    }),
  ),
  mnpHeaders: Type.Optional(
    Type.String({
      pattern: '^\\{.*\\}$',
      description:
        'Headers of every question to the number directory, as a JSON object of texts: ' +
        '{"Authorization":"Bearer …"}.',
    }),
  ),
  metricsToken: Type.Optional(
    Type.String({
      minLength: 16,
      description:
        'At least 16 characters. Who sends it as a bearer token may read /metrics from anywhere. ' +
        'Without it only this machine may, and in production nobody.',
    }),
  ),
});

export type Config = Readonly<Static<typeof settingsSchema>>;
export type Secrets = Readonly<Static<typeof secretsSchema>>;
export type Role = (typeof roles)[number];

/** What we read of a schema, whatever its type. */
export type SettingSchema = {
  readonly type?: string;
  readonly default?: unknown;
  readonly description: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly items?: SettingSchema;
};

export type Setting = {
  /** Its key in `Config` or `Secrets`. */
  readonly key: string;
  /** Its name in the environment: DATA_DIR. */
  readonly env: string;
  /** Its name on the command line: --data-dir; secrets have none. */
  readonly flag: string | undefined;
  readonly schema: SettingSchema;
};

function list(properties: Readonly<Record<string, unknown>>, secret: boolean): Setting[] {
  return Object.entries(properties).map(([key, schema]) => {
    const words = key.replaceAll(/([a-z])([A-Z0-9])/g, '$1_$2');
    const flag = secret ? undefined : `--${words.toLowerCase().replaceAll('_', '-')}`;
    return { key, env: words.toUpperCase(), flag, schema: schema as SettingSchema };
  });
}

export const settings: readonly Setting[] = list(settingsSchema.properties, false);
export const secretSettings: readonly Setting[] = list(secretsSchema.properties, true);
