/**
 * Every setting: its type, default and purpose. The environment and the command line are
 * parsed against it (config.ts), and `--help` and the settings page are printed from it, so there
 * is no second list to maintain.
 *
 * A setting's name follows from its key: `dataDir` is DATA_DIR in the environment and --data-dir
 * on the command line. Secrets are separate (config-secrets.ts).
 */
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { paymentSettings } from './config-payments.ts';
import { secretsSchema } from './config-secrets.ts';

export { secretsSchema };

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
    description: 'The TCP port to listen on; 0 picks a free one.',
  }),
  dataDir: Type.String({
    form: 'path',
    default: './data',
    description:
      'The folder of the embedded database, its passwords, the keys and the demo data. Default: ' +
      "in the program's folder.",
  }),
  masterKeyFile: Type.Optional(
    Type.String({
      form: 'path',
      minLength: 1,
      description:
        'A file that holds MASTER_KEY, away from the database. Default: DATA_DIR/master.key. ' +
        'The first start on an embedded database makes it, and says so; none is ever made for a ' +
        'database that exists.',
    }),
  ),
  roles: Type.Array(Type.Enum(roles), {
    default: ['all'],
    minItems: 1,
    uniqueItems: true,
    description:
      'What this process does. api: answers HTTP. carriers: holds links to operators. ' +
      'worker: runs background jobs and reads files. all: everything.',
  }),
  production: Type.Boolean({
    default: false,
    description:
      'No demo data and no simulated operators; refuses unsafe settings and a demo database.',
  }),
  adoptDemo: Type.Boolean({
    default: false,
    description:
      'Lets production start on a demo database: disables its accounts, users and links.',
  }),
  simulators: Type.Boolean({
    default: true,
    description: 'Starts the simulated operators of the demo; never in production.',
  }),
  trustedProxies: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    uniqueItems: true,
    description:
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For header is trusted when an ' +
      "account's IP list is checked.",
  }),
  plainHttp: Type.Boolean({
    default: false,
    description:
      'Lets production listen on a network HOST without one of TRUSTED_PROXIES in front: keys ' +
      'travel unencrypted. Only for networks that nobody else can read.',
  }),
  always200: Type.Boolean({
    default: false,
    description:
      'Refusals get HTTP status 200 too, for callers that cannot read the body of any other. ' +
      'Each account has a switch of its own.',
  }),
  demoText: Type.String({
    default: ' -Demo message, account not verified.',
    minLength: 1,
    maxLength: 160,
    description: 'Appended to every message of an account that is not verified.',
  }),
  retentionDays: Type.Integer({
    default: 400,
    minimum: 0,
    maximum: 10_000,
    description:
      'For how many days messages are kept, with their texts, attempts and replies; sums for ' +
      'reports, the ledger and the audit stay. 0: for ever.',
  }),
  textDays: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 10_000,
    description:
      'For how many days the texts of messages are kept, where that is shorter: afterwards they ' +
      'are emptied, except of what still waits. 0: as long as the messages.',
  }),
  paymentNote: Type.String({
    default: '',
    maxLength: 1_000,
    description:
      'How customers add credit, shown where they see their credit: a bank account, whom to send ' +
      'the slip to. `\\n` is a new line.',
  }),
  ...paymentSettings,
  statementFrom: Type.String({
    default: '',
    maxLength: 1_000,
    description:
      'Who issues statements and invoices, as it stands on them: name, address, NTN and STRN of ' +
      'whoever runs the service. `\\n` is a new line.',
  }),
  creditSecondPersonRupees: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 100_000_000,
    description:
      'Credit above this many rupees, added or taken back, waits for a second person to confirm ' +
      'it. 0: one person moves any amount.',
  }),
  shortCodeValidityMinutes: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 1_440,
    description:
      'How long a message on the short-code route may wait for its operator to take it; then it ' +
      'expires and is not charged. A template can override this.',
  }),
  databasePool: Type.Integer({
    default: 20,
    minimum: 2,
    maximum: 500,
    description: 'Maximum number of database connections; a third of them only read.',
  }),
  ownAddresses: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    uniqueItems: true,
    description:
      'Public addresses or CIDR ranges of this installation: links to files are never followed ' +
      'there, nor to private networks.',
  }),
  fetchLoopback: Type.Optional(
    Type.Boolean({
      description:
        'Follows links to files on this machine, and posts webhooks to it, for trials. Default: ' +
        'on in a demo with HOST on this machine, else off; never allowed where others can ' +
        'send requests.',
    }),
  ),
  eventDays: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 366,
    description: 'How long events of accounts are kept, and the log of what webhooks answered.',
  }),
  queueBound: Type.Integer({
    default: 1_000_000,
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Messages that may wait to be sent; above this, sends get a 503.',
  }),
  mnpDirectory: Type.Enum(['none', 'http', 'enum'] as const, {
    default: 'none',
    description:
      'The number directory that says which network a ported number is on. http: JSON over HTTP. ' +
      'enum: DNS, by RFC 6116. none: look-ups fail as if the directory were down.',
  }),
  mnpAddress: Type.String({
    default: '',
    maxLength: 2_000,
    description:
      'The address of the number directory. http: a URL, with {number} (923001234567) or ' +
      '{national} (3001234567) to look up one number. enum: the name server, 192.0.2.1:53.',
  }),
  mnpBody: Type.String({
    default: '',
    maxLength: 10_000,
    description:
      'http: the JSON to POST for several numbers at once; "{numbers}" or "{nationals}" in it is ' +
      'replaced by their list. Default: one GET per number.',
  }),
  mnpListPath: Type.String({
    default: '',
    description:
      'http: the path to the entries of a response, such as data.results. Default: the response ' +
      'itself is the list, or the one entry.',
  }),
  mnpNumberPath: Type.String({
    default: '',
    description: 'http: the path from an entry to its number. Required with MNP_BODY.',
  }),
  mnpOperatorPath: Type.String({
    default: 'operator',
    description: 'http: the path from an entry to the name of its operator.',
  }),
  mnpOperators: Type.Array(Type.String({ form: 'THEIRS=OURS', pattern: '^.+=.+$' }), {
    default: [],
    uniqueItems: true,
    description:
      "Our names for the directory's operators: MOBILINK=Jazz,CMPAK=Zong. enum: prefixes of " +
      'routing numbers instead. Any other name counts as unknown.',
  }),
  mnpSuffix: Type.String({
    form: 'domain',
    default: 'e164.arpa',
    pattern: '^[A-Za-z0-9.-]+$',
    description: 'enum: the domain that numbers are looked up under.',
  }),
  mnpTimeoutMs: Type.Integer({
    default: 1_500,
    minimum: 10,
    maximum: 60_000,
    description: 'Timeout of one query to the number directory, in milliseconds.',
  }),
  mnpRate: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 100_000,
    description: 'Maximum numbers looked up in the directory per second, by all nodes together.',
  }),
  mnpQuestions: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 1_000,
    description: 'Maximum concurrent queries to the number directory.',
  }),
  mnpBatch: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 10_000,
    description: 'http: maximum numbers in one query, with MNP_BODY.',
  }),
  publicAddress: Type.String({
    default: '',
    maxLength: 255,
    description:
      'The public address of this service: https://messages.example.com; required in production. ' +
      'No account can claim this host as its own. The chat platform (WhatsApp) posts its ' +
      'webhooks there; without it you enter the webhook address at the platform yourself.',
  }),
  graphAddress: Type.String({
    default: 'https://graph.facebook.com',
    maxLength: 255,
    description: "The address of the chat platform's API.",
  }),
  graphVersion: Type.String({
    form: 'version, such as v25.0',
    default: 'v25.0',
    pattern: '^v[0-9]{1,3}\\.[0-9]$',
    description:
      'The version of that API. Each version has an end date: startup warns 60 days before it.',
  }),
  signupAppId: Type.Optional(
    Type.String({
      form: 'the digits of an app',
      pattern: '^[0-9]{1,25}$',
      description:
        'The app of this service at the chat platform: with SIGNUP_APP_SECRET and ' +
        'SIGNUP_CONFIG_ID people connect their numbers in the platform’s dialogue (Embedded ' +
        'Signup). Default: by ids and a token alone.',
    }),
  ),
  signupConfigId: Type.Optional(
    Type.String({
      form: 'the digits of a configuration',
      pattern: '^[0-9]{1,25}$',
      description:
        'The configuration of that dialogue (Facebook Login for Business), whose tokens have no ' +
        'end. PUBLIC_ADDRESS/portal/chat-numbers/connect must be a redirect address of the app.',
    }),
  ),
  signupVersion: Type.String({
    form: 'version, such as v4',
    default: 'v4',
    pattern: '^v[0-9]{1,2}$',
    description: 'The version of that dialogue.',
  }),
  signupAddress: Type.String({
    default: 'https://www.facebook.com',
    maxLength: 255,
    description: 'Where that dialogue is.',
  }),
  trialMessages: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 100,
    description: 'For how many messages to its own people a new account is given credit.',
  }),
  trialCredit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description:
        'Rupees that a new account is given to try the service, whatever TRIAL_MESSAGES cost. ' +
        'Default: 50 in a demo, else their price.',
    }),
  ),
  mailFrom: Type.String({
    default: '',
    maxLength: 255,
    description:
      'The sender of mails to people: Paigham <noreply@messages.example.com>. Required with ' +
      'SMTP_URL.',
  }),
  shutdownMs: Type.Integer({
    default: 15_000,
    minimum: 0,
    maximum: 600_000,
    description: 'How long the service waits for work in flight when it stops, in milliseconds.',
  }),
  tracesUrl: Type.Optional(
    Type.String({
      form: 'http:// or https:// address',
      pattern: '^https?://',
      description:
        'Where traces go, by OTLP over HTTP: http://127.0.0.1:4318/v1/traces. Default: nowhere.',
    }),
  ),
  tracesPercent: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 100,
    description: 'How many of a hundred messages are traced.',
  }),
  logLevel: Type.Enum(logLevels, {
    default: 'info',
    description: 'The lowest level that is logged.',
  }),
  logFile: Type.Optional(
    Type.String({
      form: 'path',
      minLength: 1,
      description:
        'A file to log to. Default: standard error in production, else DATA_DIR/paigham.log.',
    }),
  ),
});

export type Config = Readonly<Static<typeof settingsSchema>>;
export type Secrets = Readonly<Static<typeof secretsSchema>>;
export type Role = (typeof roles)[number];

/** The schema fields that we use, whatever the type. */
export type SettingSchema = {
  readonly type?: string;
  readonly default?: unknown;
  readonly description: string;
  /** What a text must be; `path`: of a file or folder. */
  readonly form?: string;
  readonly maxLength?: number;
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
