import type { Given } from '../../operations/operation.ts';
import { type Fields, plural, showCount } from '../../operations/show.ts';
import { limit } from '../../domain/limits.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import { BYTE_ORDER_MARK, writeCsvLine } from '../../kit/write-csv.ts';
import type { RemoteCommand } from '../commands.ts';
import { required } from '../integrate.ts';
import { harmless } from '../print.ts';
import { asTyped, findServer, SERVER_OPTIONS, type Remote, type RemoteAnswer } from '../remote.ts';
import { followBatch } from './follow-batch.ts';
import { type FileToPost, type NotPosted, postFile, type SendTools } from './post-file.ts';
import { createProgress } from './progress.ts';
import type { ServedBatch } from './served-batch.ts';

/** Exit codes; other commands use them up to 2. */
const DONE = 0;
const REFUSED = 1;
const PARTLY = 3;
const UNREACHABLE = 4;

async function sendFile(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const path = given.arg('FILE');
  const fields = readFields(given);
  const bytes = await remote.sizeOf(path);
  if (bytes > limit('fileBytes')) {
    throw new Refusal(`${path} is larger than ${limit('fileBytes')} bytes.`);
  }
  const server = await findServer(remote, given);
  const client = remote.connect(server);
  const progress = createProgress(remote.screen, remote.note);
  const tools = { remote, client, progress };
  const file = { path, name: path.split('/').at(-1) ?? path, bytes };
  const results = given.option('results');
  const columns = pairsOf(given).map((pair) => pair.split('=', 1)[0] ?? '');
  const upload = { fields, file, baseUrl: server.baseUrl, columns, results };
  if (given.has('dry-run')) return runDry(tools, upload);
  const declined = given.has('yes') ? undefined : await lookFirst(tools, upload);
  if (declined !== undefined) return declined;
  const posted = await postFile(tools, { fields, file, dryRun: false });
  if (posted.kind !== 'posted') return notPosted(posted, upload);
  const { id } = posted.batch;
  if (id === null) throw new Refusal('The service does not say which batch it has made.');
  remote.note(`Batch ${id}: it continues even if you stop watching.`);
  const followed = await followBatch(tools, { id, forLastWords: results !== undefined });
  if (followed.kind === 'lost') {
    throw new Refusal(`${followed.why}. The batch goes on: see ${whereRows(server.baseUrl, id)}`);
  }
  if (followed.batch.state === 'refused') return refusedLater(followed.batch, upload);
  if (results !== undefined) await saveRows({ remote, client }, id, results);
  const note = results === undefined ? whereRows(server.baseUrl, id) : `The rows: ${results}`;
  const { batch: ended } = followed;
  return { code: codeOf(ended), data: describe(ended), full: ended, note };
}

type Tools = SendTools & { readonly remote: Remote };

type Upload = Pick<FileToPost, 'fields' | 'file'> & {
  readonly baseUrl: string;
  /** The variables named by --column. */
  readonly columns: readonly string[];
  readonly results: string | undefined;
};

async function runDry(tools: Tools, upload: Upload): Promise<RemoteAnswer> {
  const posted = await postFile(tools, { ...upload, dryRun: true });
  if (posted.kind !== 'posted') return notPosted(posted, upload);
  const { batch } = posted;
  const { results } = upload;
  const notes = [...describePreview(batch)];
  if (results !== undefined) {
    await tools.remote.writeText(results, writeLeftOut(batch));
    const [listed, all] = [batch.left_out?.length ?? 0, batch.rows_left_out ?? 0];
    const of = listed < all ? `the first ${listed} of ${all}` : `all, ${all}`;
    notes.push(`Rows that are left out are in ${results}: ${of}.`);
  }
  const shown = notes.length === 0 ? {} : { note: notes.join('\n') };
  return { code: codeOf(batch), data: describe(batch), full: batch, ...shown };
}

/**
 * Shows what would be sent, and asks the person at the terminal; undefined: go on. If this preview
 * fails, it does not hold up a nightly job: the upload itself is tried more patiently.
 */
async function lookFirst(tools: Tools, upload: Upload): Promise<RemoteAnswer | undefined> {
  const { remote } = tools;
  const posted = await postFile(tools, { ...upload, dryRun: true, tries: 1 });
  let question = 'Send it without a preview?';
  if (posted.kind === 'posted') {
    const { recipients, price, currency } = posted.batch;
    const sum = `In all: ${describeSum(posted.batch)}.`;
    remote.note([...describePreview(posted.batch), sum].join('\n'));
    question = `Send ${plural(recipients ?? 0, 'message')} for ${price} ${currency}?`;
  } else if (posted.mayPass) {
    const why = posted.kind === 'refused' ? posted.problem.detail : posted.why;
    remote.note(`No preview: ${why}.`);
  } else {
    return notPosted(posted, upload);
  }
  if ((await remote.confirm(`${question} [y/N] `)) !== false) return undefined;
  remote.note('Nothing was sent.');
  return { code: REFUSED };
}

function notPosted(posted: NotPosted, upload: Upload): RemoteAnswer {
  if (posted.kind === 'refused') {
    return { code: REFUSED, ...describeProblem(posted.problem, upload) };
  }
  return { code: UNREACHABLE, data: { refused: `Cannot use ${upload.baseUrl}: ${posted.why}` } };
}

function refusedLater(batch: ServedBatch, upload: Upload): RemoteAnswer {
  const { problem } = batch;
  return problem === null
    ? { code: REFUSED, data: describe(batch), full: batch }
    : { code: REFUSED, ...describeProblem(problem, upload), full: batch };
}

/** The sentence, the first invalid fields or rows, and that there are no results. */
function describeProblem(
  { code, detail, errors = [] }: NonNullable<ServedBatch['problem']>,
  { columns, results }: Upload,
): Pick<RemoteAnswer, 'data' | 'note'> {
  const [refused = detail, ...others] = asTyped({ code, detail, errors });
  const lines = others.slice(0, MOST_ERRORS);
  const more = others.length > MOST_ERRORS ? ['…'] : [];
  const unwritten = results === undefined ? [] : [`${results} is not written.`];
  // The missing one may be one of these, misspelt.
  const isNamed = code === 'variable_missing' && columns.length > 0;
  const named = isNamed ? [`--column names ${columns.join(', ')}.`] : [];
  const notes = [...lines, ...more, ...named, ...unwritten];
  const data = { refused };
  return notes.length === 0 ? { data } : { data, note: notes.join('\n') };
}

const MOST_ERRORS = 10;

function whereRows(baseUrl: string, id: string): string {
  const rows = new URL(`/v1/batches/${id}/rows?format=csv`, baseUrl).href;
  return `The rows: curl -H "Authorization: Bearer $PAIGHAM_KEY" '${rows}' -o rows.csv`;
}

async function saveRows(
  { remote, client }: Pick<Parameters<typeof followBatch>[0], 'remote' | 'client'>,
  id: string,
  file: string,
): Promise<void> {
  remote.note(`Saving ${file} …`);
  const saved = await client.save(`/v1/batches/${id}/rows?format=csv`, file);
  const why = saved.kind === 'failed' ? saved.why : `the service answered ${saved.status}`;
  if (saved.kind === 'failed' || saved.status !== 200) {
    throw new Refusal(`The rows of batch ${id} could not be saved: ${why}.`);
  }
}

function codeOf({ rows_left_out: leftOut, counts }: ServedBatch): number {
  const { failed = 0, rejected = 0, expired = 0 } = counts ?? {};
  return (leftOut ?? 0) + failed + rejected + expired > 0 ? PARTLY : DONE;
}

function describe(batch: ServedBatch): Fields {
  const { id, state, rows, rows_left_out: leftOut, recipients, parts, price, counts } = batch;
  const occurring = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  return {
    id,
    state,
    rows,
    left_out: leftOut,
    messages: recipients,
    parts,
    price: price === null ? null : `${price} ${batch.currency}`,
    ...Object.fromEntries(occurring),
  };
}

function readFields(given: Given): Readonly<Record<string, string>> {
  const network = given.option('network');
  const numbers = given.option('number-column');
  const name = given.option('name');
  return {
    sender: required(given, 'sender'),
    template_id: required(given, 'template'),
    ...readSaid(given),
    duplicate: given.has('keep-duplicates') ? '1' : '0',
    ...(numbers === undefined ? {} : { number_column: numbers }),
    ...(name === undefined ? {} : { name }),
    ...(given.has('include-hidden') ? { include_hidden: '1' } : {}),
    ...(given.has('short-links') ? { short_links: '1' } : {}),
    ...(given.has('unicode') ? { type: 'unicode' } : {}),
    ...(given.has('ported') ? { ported: '1' } : {}),
    ...(network === undefined ? {} : { network }),
  };
}

/** `name=B`, as given with `--column`. */
function pairsOf(given: Given): readonly string[] {
  const pairs = (given.option('column') ?? '').split(',').map((pair) => pair.trim());
  return pairs.filter((pair) => pair !== '');
}

/** Chat messages by `--content`, else texts. */
function readSaid(given: Given): Readonly<Record<string, string>> {
  const content = given.option('content');
  const fallback = given.option('fallback');
  if (content === undefined) {
    if (fallback !== undefined) throw new UsageError('--fallback is for --content.');
    return { message: readMessage(given) };
  }
  if (given.has('message') || given.has('column')) {
    throw new UsageError('--content cannot be used together with --message or --column.');
  }
  return { kind: 'chat', content, ...(fallback === undefined ? {} : { fallback }) };
}

/** `--message` unchanged, or `{"name":"#B#"}` for `--column name=B`. */
function readMessage(given: Given): string {
  const message = given.option('message');
  if (message !== undefined && given.has('column')) {
    throw new UsageError('--message and --column cannot be used together.');
  }
  if (message !== undefined) return message;
  const values = pairsOf(given).map((pair): [string, string] => {
    const [, name, letters] = /^(.+)=([A-Za-z]{1,2})$/.exec(pair) ?? [];
    if (name === undefined || letters === undefined) {
      throw new UsageError('--column must be a variable and a column, such as name=B.');
    }
    return [name, `#${letters.toUpperCase()}#`];
  });
  return JSON.stringify(Object.fromEntries(values));
}

export const sendFileCommand: RemoteCommand = {
  name: 'send-file',
  args: ['FILE'],
  options: [
    { name: 'template', value: 'ID', about: 'the template' },
    { name: 'sender', value: 'NAME', about: 'the sender ID; of chat messages your number' },
    {
      name: 'column',
      value: 'NAME=B',
      many: true,
      about: 'a variable, and its column',
      elsewhere: 'value',
    },
    { name: 'name', value: 'NAME', about: 'what the batch is called; as its file by default' },
    { name: 'number-column', value: 'B', about: 'the column of the numbers; A by default' },
    { name: 'message', value: 'JSON', about: 'instead of --column: {"name":"Dear #B#"}' },
    {
      name: 'content',
      value: 'JSON',
      about: 'chat messages instead: {"body":[{"type":"text","text":"#B#"}]}',
    },
    {
      name: 'fallback',
      value: 'JSON',
      about:
        'a text to those whom a chat message does not reach in time: {"after_minutes":15,' +
        '"sender":"SHOP","template_id":"7","message":{"name":"#B#"}}',
    },
    { name: 'unicode', about: 'allows texts in Urdu' },
    { name: 'short-links', about: 'addresses become short ones of each recipient; counts clicks' },
    { name: 'include-hidden', about: 'sends to rows that the sheet hides, too' },
    { name: 'keep-duplicates', about: 'sends to a number as often as it occurs' },
    { name: 'ported', about: 'looks up ported numbers, which is charged' },
    { name: 'network', value: 'NAME', about: 'the operator of all numbers' },
    { name: 'dry-run', about: 'reads, checks and prices everything, and sends nothing' },
    { name: 'yes', about: 'sends at once, without a preview and without asking' },
    {
      name: 'results',
      value: 'FILE',
      about: 'saves the result of each row as CSV; with --dry-run, the rows left out',
    },
    ...SERVER_OPTIONS,
  ],
  about:
    'Sends a personalised text, or a chat message, to the number in each row of a .csv, .txt, ' +
    '.xlsx or .xls file; column A has the numbers, unless you name another. It calls the ' +
    'running service with an account’s API key: from PAIGHAM_KEY, --key-file, "paigham login", ' +
    'or typed in. At a terminal it first shows three texts and the price, and asks. Exit codes: ' +
    '0 all sent, 1 refused, 3 sent except for some rows, 4 the service cannot be reached.',
  runRemote: sendFile,
};

/** At most this many left-out rows are named; a file takes all of them. */
const MOST_NAMED = 20;

/** The first texts as recipients will read them, and the rows left out. */
function describePreview(dryRun: ServedBatch): readonly string[] {
  const { examples, left_out: leftOut, rows, rows_left_out: count, currency } = dryRun;
  const texts = (examples ?? []).flatMap(({ row, number, text, parts, price }) => [
    `Row ${row}, ${number}, ${plural(parts, 'part')}, ${price} ${currency}:`,
    ...harmless(text)
      .split('\n')
      .map((line) => `  ${line}`),
  ]);
  const told = [...texts, ...describeCheck(dryRun), ...describeFallback(dryRun)];
  if (count === null || count === 0) return told;
  const named = (leftOut ?? []).slice(0, MOST_NAMED).map(({ row, number, column, reason }) => {
    const where = column === null ? `row ${row}` : `row ${row}, column ${column}`;
    return `  ${where}: ${reason}${reason.includes(number) ? '' : ` (${number})`}`;
  });
  const more = count - named.length;
  const of = `${showCount(count)} of ${plural(rows ?? count, 'row')}`;
  return [
    ...told,
    `${of} ${count === 1 ? 'is' : 'are'} left out:`,
    ...named,
    ...(more > 0 ? [`  … and ${showCount(more)} more: --dry-run --results FILE saves them`] : []),
  ];
}

/** Repeated numbers, and what costs more than one part, and why. */
function describeCheck({ check, currency }: ServedBatch): readonly string[] {
  if (check === undefined || check === null) return [];
  const { rows_repeated: repeated, unicode, long } = check;
  const of = harmless(unicode.characters.join(' '));
  const more = ({ messages, price }: typeof long, why: string) =>
    messages === 0
      ? []
      : [`${plural(messages, 'text')} with more parts, by ${why}: ${price} ${currency} more.`];
  return [
    ...(repeated === 0 ? [] : [`${plural(repeated, 'row')} with a number of an earlier row.`]),
    ...more(unicode, `Unicode characters (${of})`),
    ...more(long, 'their length'),
  ];
}

/** What the texts to those whom chat messages do not reach would cost at most. */
function describeFallback({ fallback, currency }: ServedBatch): readonly string[] {
  if (fallback === undefined || fallback === null) return [];
  const { messages, price, without_number: nameless, left_out: leftOut } = fallback;
  const without = (nameless ?? 0) + (leftOut ?? 0);
  return [
    `Texts to those whom it does not reach: ${plural(messages ?? 0, 'text')} at most, for ` +
      `${price} ${currency} more.`,
    ...(without === 0 ? [] : [`${plural(without, 'recipient')} can get no text.`]),
  ];
}

/** `4 messages, 4 parts, 19.20 PKR`. */
function describeSum({ recipients, parts, price, currency }: ServedBatch): string {
  const messages = plural(recipients ?? 0, 'message');
  return `${messages}, ${plural(parts ?? 0, 'part')}, ${price} ${currency}`;
}

/** The rows that a dry run leaves out as CSV, as far as the service lists them. */
function writeLeftOut({ left_out: leftOut }: ServedBatch): string {
  const lines = (leftOut ?? []).map(({ row, number, column, reason }) =>
    writeCsvLine([row, number, 'left_out', reason, column]),
  );
  const heading = writeCsvLine(['row', 'number', 'state', 'reason', 'column']);
  return BYTE_ORDER_MARK + heading + lines.join('');
}
