/** Commands for backups of the embedded database, and for databases that were restored. */
import type { AccountId } from '../domain/ids.ts';
import type { OptionShape } from '../kit/arguments.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import { showTime } from '../operations/show.ts';
import type { RemoteCommand } from './commands.ts';
import type { Remote, RemoteAnswer } from './remote.ts';

/** What was ended that waited in a restored database. */
export type Settled = {
  /** Up to when a node worked on it before; undefined: none ever did. */
  readonly workedUntilMs: number | undefined;
  /** Messages that are UNKNOWN now, by account. */
  readonly messages: ReadonlyMap<AccountId, number>;
  /** Files that were cancelled before they were read. */
  readonly files: number;
};

export type SettleAsk = {
  /** It was moved or promoted with all that was committed: nothing is ended. */
  readonly nothingLost: boolean;
  /**
   * Asks before a database is changed that nothing shows to be restored; throws if the person says
   * no.
   */
  readonly agree: (consequence: string) => Promise<void>;
};

export type BackedUp = {
  readonly bytes: number;
  /** `foreign`: the one in the folder is another's, and was left out. */
  readonly key: 'copied' | 'elsewhere' | 'foreign';
};

/** What these commands do, on the installation in `dataDir`; undefined: as all commands find it. */
export type Backups = {
  readonly backUp: (folder: string, dataDir: string | undefined) => Promise<BackedUp>;
  /** Puts a backup into the new folder `dataDir`, and makes it safe to start on. */
  readonly restore: (
    folder: string,
    dataDir: string,
  ) => Promise<Settled & { readonly dataDir: string; readonly hasKey: boolean }>;
  readonly settle: (dataDir: string | undefined, ask: SettleAsk) => Promise<Settled>;
};

const KEY_ELSEWHERE =
  'The backup has no master key: start with MASTER_KEY_FILE or MASTER_KEY as before.';

const KEY_NOTES: Record<BackedUp['key'], string> = {
  copied: 'It contains master.key: protect it like that key.',
  elsewhere: 'The master key is elsewhere: keep a copy of it, too.',
  foreign:
    'The master.key in the folder is not the key of this database and was left out: keep a copy ' +
    'of the one that is.',
};

/** One of every command; these are nothing without it. */
const dataDirOption = (about: string): readonly OptionShape[] => [
  { name: 'data-dir', value: 'FOLDER', about },
];
const INSTALLATION = 'the installation (default: DATA_DIR, else data in the project’s folder)';

const MEBIBYTE = 1_048_576;

const backup: RemoteCommand = {
  name: 'backup',
  about: 'Copies the embedded database and its secrets to a new folder, while the service runs.',
  args: ['FOLDER'],
  options: dataDirOption(INSTALLATION),
  async runRemote({ backups }, given) {
    const folder = given.arg('FOLDER');
    const { bytes, key } = await backups.backUp(folder, given.option('data-dir'));
    const how = `To restore it: paigham restore ${folder} --data-dir NEW`;
    const mebibytes = Math.ceil(bytes / MEBIBYTE);
    const data = { folder, mebibytes, contains_master_key: key === 'copied' };
    return { code: 0, data, note: `${KEY_NOTES[key]}\n${how}` };
  },
};

const restore: RemoteCommand = {
  name: 'restore',
  about:
    'Puts a backup into a new folder (--data-dir) and ends what may have been sent since: those ' +
    'messages are UNKNOWN and not charged.',
  args: ['FOLDER'],
  options: dataDirOption('the new folder, which bin/start is then given (required)'),
  async runRemote({ backups }, given) {
    const dataDir = given.option('data-dir');
    if (dataDir === undefined) throw new UsageError('Name a new folder with --data-dir.');
    const done = await backups.restore(given.arg('FOLDER'), dataDir);
    const how = `To start the service on it: bin/start --data-dir ${done.dataDir}`;
    return tell(done, done.hasKey ? [how] : [KEY_ELSEWHERE, how]);
  },
};

const restored: RemoteCommand = {
  name: 'restored',
  about:
    'Says that the database was restored from a backup: what was due in it becomes UNKNOWN and ' +
    'is not charged, because it may have been sent since. No node may be running.',
  args: [],
  options: [
    { name: 'nothing-lost', about: 'it was moved or promoted whole: everything is sent' },
    ...dataDirOption(INSTALLATION),
  ],
  async runRemote(remote, given) {
    const agree = given.has('yes') ? async () => undefined : agreeAt(remote);
    const nothingLost = given.has('nothing-lost');
    const settled = await remote.backups.settle(given.option('data-dir'), { nothingLost, agree });
    return tell(settled, ['The service may start on it.']);
  },
};

export const BACKUP_COMMANDS: readonly RemoteCommand[] = [backup, restore, restored];

function agreeAt({ confirm }: Remote): SettleAsk['agree'] {
  return async (consequence) => {
    const answer = await confirm(`${consequence}\nGo on? [y/N] `);
    if (answer === undefined) {
      throw new UsageError(`${consequence}\nNothing was changed: add --yes to skip this question.`);
    }
    if (!answer) throw new Refusal('Nothing was changed.');
  };
}

function tell(settled: Settled, next: readonly string[]): RemoteAnswer {
  const { workedUntilMs, messages, files } = settled;
  const data = [...messages].map(([account, unknown]) => ({ account, unknown }));
  const note = [
    ...(workedUntilMs === undefined
      ? []
      : [`It knows of nothing after ${showTime(workedUntilMs)}.`]),
    `Files that were cancelled before they were sent: ${files}.`,
    ...next,
  ].join('\n');
  const full = { until: workedUntilMs, accounts: data, files };
  return { code: 0, data, empty: 'No message of it may have been sent since.', full, note };
}
