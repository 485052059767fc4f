/** The results of a run, as lines for people; and the conditions that must hold after it. */
import { quantile } from '../median.ts';
import { busiestSecond } from '../rows/pace.ts';
import { figure } from '../table.ts';
import type { Books } from './books.ts';
import type { ConnectedNumber } from './install.ts';
import type { Accepted } from './load.ts';
import { THROUGHPUT, type HeardSend, type PlatformStats } from './platform.ts';
import type { Drained, Sample } from './watch.ts';

/** A measured period, in milliseconds since 1970. */
export type Span = { readonly fromMs: number; readonly untilMs: number };

export type Run = Span & {
  /** The whole run, including what came before the period. */
  readonly accepted: readonly Accepted[];
  readonly heard: readonly HeardSend[];
  readonly samples: readonly Sample[];
  readonly numbers: readonly ConnectedNumber[];
  /** Statuses that were processed within the period. */
  readonly words: number;
  readonly replies: number;
  readonly drained: Drained;
  /** From the start of the load until everything had ended. */
  readonly cpuMs: { readonly node: number; readonly database: number };
  readonly stats: PlatformStats;
  readonly books: Books;
};

const TAKEN = '200';
/** How many points of the curve are shown. */
const POINTS = 12;

/** The figures, one per line. */
export function describeRun(run: Run): readonly string[] {
  return [
    ...describeSends(run),
    ...describeNumbers(run),
    ...describeReports(run),
    ...describeRest(run),
  ];
}

function describeSends({ accepted, heard, ...run }: Run): readonly string[] {
  const within = accepted.filter(({ answeredMs }) => isWithin(run, answeredMs));
  const due = accepted.filter(({ dueMs }) => isWithin(run, dueMs));
  const answers = sorted(due.map(({ dueMs, answeredMs }) => answeredMs - dueMs));
  const heardAtMs = new Map(heard.map((it) => [nameOf(it), momentOf(it)]));
  const ways = sorted(due.map(({ id, dueMs }) => (heardAtMs.get(id) ?? Infinity) - dueMs));
  return [
    `accepted: ${figure(perSecond(run, within.length), 1)}/s, ${within.length} in all`,
    `request to answer: ${spread(answers)}`,
    `request to the platform: ${spread(ways)}`,
  ];
}

function describeNumbers({ heard, numbers, ...run }: Run): readonly string[] {
  const all = heard.filter((it) => isWithin(run, momentOf(it)));
  const lines = numbers.map(({ phoneNumberId }) => {
    const own = all.filter(({ path }) => path.includes(phoneNumberId)).map(momentOf);
    const most = busiestSecond(own.toSorted((a, b) => a - b));
    const rate = figure(perSecond(run, own.length), 1);
    return `  number ${phoneNumberId}: ${rate}/s, at most ${most} of ${THROUGHPUT} in any second`;
  });
  const refused = heard.filter(({ answer }) => answer !== TAKEN).map(({ answer }) => answer);
  const words = refused.length === 0 ? 'none refused' : `refused: ${[...new Set(refused)].join()}`;
  const rate = figure(perSecond(run, all.length), 1);
  return [`the platform heard ${rate}/s, ${words} (${refused.length})`, ...lines];
}

function describeReports({ words, replies, books, stats, ...run }: Run): readonly string[] {
  const share = (count: number): string => `${figure((count * 100) / books.messages, 1)} %`;
  const { attempts, refused, lost } = stats.webhooks;
  return [
    `delivered: ${share(books.delivered)}, read: ${share(books.read)}`,
    `worked off: ${figure(perSecond(run, words), 1)} statuses and replies a second`,
    `webhook: ${attempts} posts, ${refused} of them refused, ${lost} lost`,
    `replies: ${replies} written, ${books.replies} kept`,
  ];
}

function describeRest({ samples, drained, cpuMs, accepted, ...run }: Run): readonly string[] {
  const within = samples.filter(({ atMs }) => isWithin(run, atMs));
  const memory = within.map((it) => it.megabytes);
  const third = Math.floor(memory.length / 3);
  const [first, last] = [memory.slice(0, third), memory.slice(-third)].map(meanOf);
  const step = Math.max(1, Math.ceil(memory.length / POINTS));
  const curve = memory.filter((_, at) => at % step === 0).map((it) => figure(it));
  const most = (field: 'line' | 'posts'): number => Math.max(...within.map((it) => it[field]));
  const end = within.at(-1);
  const each = (ms: number): string => figure((ms * 1_000) / accepted.length);
  const { node, database } = cpuMs;
  return [
    `backlog at the end: ${end?.line} in line, ${end?.open} open, ${end?.posts} posts ` +
      `(at most ${most('line')} in line, ${most('posts')} posts)`,
    `drained after: ${drained.line} ms in line, ${drained.open} ms open, ${drained.posts} ms posts`,
    `memory: first third ${figure(first ?? 0)} MB, last third ${figure(last ?? 0)} MB, ` +
      `peak ${figure(Math.max(...memory))} MB; ${curve.join(' ')}`,
    `CPU of a message with all its reports: ${each(node + database)} µs ` +
      `(service ${each(node)}, PostgreSQL ${each(database)})`,
  ];
}

/** A sentence for each condition that does not hold once everything is over. */
export function findBreaches({ accepted, heard, books, numbers, replies }: Run): readonly string[] {
  const taken = heard.filter(({ answer }) => answer === TAKEN).map(nameOf);
  const known = new Set(taken);
  const promised = new Set(accepted.map(({ id }) => id));
  const claims: readonly (readonly [string, number])[] = [
    ['promised twice under one id', accepted.length - promised.size],
    ['promised and not in the database', accepted.length - books.messages],
    ['promised and never at the platform', accepted.filter(({ id }) => !known.has(id)).length],
    ['twice at the platform', taken.length - known.size],
    ['at the platform and never promised', taken.filter((id) => !promised.has(id)).length],
    ['without an end', books.open],
    ['not delivered', books.messages - books.delivered],
    ['delivered and not charged once', books.messages - books.charged],
    ['millionths that the ledger does not sum to zero by', books.sum],
    ['millionths still reserved', books.reserved],
    ['millionths of revenue without a message', books.unexplained],
    ['millionths between balance and transfers', books.drift],
    ['answers lost', books.ambiguous],
    ['posts that could not be worked off', books.failed_posts],
    ['replies not kept', replies - books.replies],
    ['numbers without a message', numbers.length - numbersOf(heard, numbers)],
  ];
  return claims.filter(([, count]) => count !== 0).map(([what, count]) => `${what}: ${count}`);
}

function numbersOf(heard: readonly HeardSend[], numbers: readonly ConnectedNumber[]): number {
  return numbers.filter((number) => heard.some(({ path }) => path.includes(number.phoneNumberId)))
    .length;
}

/** Our id of the message, from the id that we gave the attempt. */
function nameOf({ body }: HeardSend): string {
  return body.biz_opaque_callback_data?.split('.')[0] ?? '';
}

const momentOf = ({ at }: HeardSend): number => Date.parse(at);

const isWithin = ({ fromMs, untilMs }: Span, atMs: number): boolean =>
  atMs >= fromMs && atMs < untilMs;

const perSecond = ({ fromMs, untilMs }: Span, count: number): number =>
  (count * 1_000) / (untilMs - fromMs);

const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).toSorted();

const spread = (ms: Float64Array): string => {
  const [p50, p99] = [0.5, 0.99].map((share) => figure(quantile(ms, share), 1));
  return `p50 ${p50} ms, p99 ${p99} ms, most ${figure(ms.at(-1) ?? 0, 1)} ms`;
};

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, it) => sum + it, 0) / values.length;
