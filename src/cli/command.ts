/** What a command of the staff's command line is. */
import type { ChatAdmin } from '../admin/chat/chat-admin.ts';
import type { Admin, Outcome } from '../admin/admin.ts';
import type { Patient } from '../admin/doctor/doctor.ts';
import type { Directory } from '../domain/portability/directory.ts';
import type { OptionShape } from '../kit/arguments.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { Refusal } from '../kit/refusal.ts';

/** What commands work with. */
export type Line = {
  readonly admin: Admin;
  /** The context of operations, with the chat platform at hand. */
  readonly chat: ChatAdmin;
  readonly reader: Reader;
  readonly patient: Patient;
  /** Asked without charging anybody. */
  readonly directory: Directory;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** A variable of the environment; undefined: it is not set, or empty. */
  readonly variable: (name: string) => string | undefined;
  /** Asks whoever sits at the terminal, without showing the answer; undefined: nobody does. */
  readonly askSecret: (question: string) => Promise<string | undefined>;
  /** Puts a question with yes or no to whoever sits at the terminal; undefined: nobody does. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  /** The lines of a file, one after the other. */
  readonly readLines: (file: string) => AsyncIterable<string>;
};

/** What the help tells of a command, and its words are read by. */
export type Described = {
  /** A noun and a verb: `account set`. */
  readonly name: string;
  /**
   * Words that must follow, as the help names them: `ACCOUNT`. A last `WORD…` takes several, a
   * last `[WORD]` may be left out.
   */
  readonly args: readonly string[];
  readonly options: readonly OptionShape[];
  /** One sentence. */
  readonly about: string;
};

export type Command = Described & {
  /** Throws `Refusal` for what the caller can mend, `UsageError` for wrong words. */
  readonly run: (line: Line, given: Given) => Promise<Answer>;
};

/** The words that followed a command. */
export type Given = {
  /** The word that stands where the command's `args` name it; '' for one that was left out. */
  arg(name: string): string;
  /** Every word from that place on. */
  args(name: string): readonly string[];
  /** undefined: not given. */
  option(name: string): string | undefined;
  has(name: string): boolean;
};

export type Value = string | number | boolean | null | readonly string[];
export type Fields = Readonly<Record<string, Value>>;

/** What a command answers: printed for people, or as JSON with `--json`. */
export type Answer = {
  readonly data: Fields | readonly Fields[];
  /** With `--json`, instead of the data: what has more depth than columns. */
  readonly full?: unknown;
  /** For people, instead of the data in columns. */
  readonly text?: string;
  /** For people, after it. */
  readonly note?: string;
  /** For people, instead of a list without rows: `No replies found.` */
  readonly empty?: string;
  /** The command worked and found something wrong: exit code 1. */
  readonly isBad?: boolean;
};

/** Fields of operations that are called otherwise on the command line. */
const NAMES: Readonly<Record<string, string>> = {
  account: 'ACCOUNT',
  againMicros: 'AGAIN',
  amountMicros: 'RUPEES',
  business: 'BUSINESS',
  host: 'HOST',
  number: 'NUMBER',
  phoneNumberId: 'NUMBER_ID',
  priceMicros: 'RUPEES',
  templatesMost: '--templates',
  file: 'FILE',
  firstMicros: 'FIRST',
  graceMs: '--grace',
  hours: 'HOURS',
  link: 'LINK',
  message: 'WORDING',
  minutes: 'MINUTES',
  most: 'MOST',
  operator: 'the operator',
  partPriceMicros: 'RUPEES',
  prefixes: 'the prefixes',
  carrier: 'the carrier',
  costMicros: '--cost',
  reason: '--reason',
  recipient: 'NUMBER',
  template: 'TEMPLATE',
  validFromMs: '--from',
  variables: '--variables',
};

/** What an operation gave. @throws Refusal naming the field and the rule. */
export function settled<T>(outcome: Outcome<T>, given: Given): T {
  if (outcome.ok) return outcome.value;
  const { field, rule } = outcome;
  // A whole sentence names its field itself.
  if (/^[A-Z]/.test(rule)) throw new Refusal(`${rule}.`);
  const option = field.replaceAll(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();
  const name = given.has(option) ? `--${option}` : (NAMES[field] ?? field.toUpperCase());
  throw new Refusal(`${name} ${rule}.`);
}
