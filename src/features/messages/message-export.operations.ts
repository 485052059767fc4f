/** Messages as a file for a complaint to an operator: what was submitted, when, and the answers. */
import { describeStatus } from '@paigham/smpp';
import { limit } from '../../domain/limits.ts';
import { stampInZone } from '../../domain/policy/hours.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { BYTE_ORDER_MARK, writeCsvLine, type Cell } from '../../kit/write-csv.ts';
import { readAttemptsOf, type ExportedAttempt } from './export-attempts.sql.ts';
import { searchMessages, type ListedMessage, type MessageSearch } from './search-messages.sql.ts';
import type { Admin } from '../../operations/admin.ts';
import { argument, text } from '../../operations/fields.ts';
import { showMessageId, wordOf } from './message-words.ts';
import { noteSearch, placeOf, SEARCH } from './messages.operations.ts';
import { query } from '../../operations/operation.ts';

/** A file that people and mail servers still take. */
const MOST_MESSAGES = 10_000;

const HEAD = [
  ...['message', 'account', 'account name', 'number', 'sender', 'sender type', 'operator'],
  ...['state', 'reason', 'accepted', 'expires', 'done', 'attempt', 'part', 'link'],
  ...['operator id', 'outcome', 'code', 'answered', 'receipt', 'receipt code', 'receipt at'],
];

export type MessageExport = {
  readonly csv: string;
  readonly messages: number;
  /** Where the search ended before its end: there are more below this id. */
  readonly stoppedAt: number | undefined;
};

/** All that is found, up to a bound: a line for each attempt at each part. The look is audited. */
export async function exportMessages(
  reader: Reader,
  admin: Admin,
  search: Omit<MessageSearch, 'most'>,
): Promise<MessageExport> {
  const found: ListedMessage[] = [];
  const lines = [writeCsvLine(HEAD)];
  let belowId: number | undefined = search.belowId;
  while (belowId !== undefined && found.length < MOST_MESSAGES) {
    const most = Math.min(limit('rowsInPiece'), MOST_MESSAGES - found.length);
    const page = await searchMessages(reader, { ...search, belowId, most });
    const { messages } = page;
    const attempts = await readAttemptsOf(reader, messages);
    for (const it of messages) lines.push(...linesOf(it, attempts.get(it.id) ?? []));
    found.push(...messages);
    belowId = messages.length === most ? messages.at(-1)?.id : page.stoppedAt;
    // Nothing was found in what was looked through: whoever asks goes on from there.
    if (messages.length === 0) break;
  }
  await noteSearch(admin, search, found);
  const csv = BYTE_ORDER_MARK + lines.join('');
  return { csv, messages: found.length, stoppedAt: belowId };
}

function linesOf(it: ListedMessage, attempts: readonly ExportedAttempt[]): readonly string[] {
  const own: readonly Cell[] = [
    ...[showMessageId(it.id, it.isChat), String(it.accountId), it.account, it.recipient],
    ...[it.sender ?? '', it.senderRoute ?? '', it.network, wordOf(it.state), it.reason ?? ''],
    ...[stamp(it.acceptedAtMs), stamp(it.expiresAtMs), stamp(it.doneAtMs)],
  ];
  if (attempts.length === 0)
    return [writeCsvLine([...own, ...HEAD.slice(own.length).map(() => '')])];
  return attempts.map((one) =>
    writeCsvLine([
      ...own,
      ...[one.attempt, one.part, one.link, one.operatorKey ?? '', one.outcome],
      ...[one.status === undefined ? '' : codeOf(one.status, it.isChat), stamp(one.answeredAtMs)],
      one.receiptState === undefined ? '' : wordOf(one.receiptState),
      ...[one.receiptError ?? '', stamp(one.receiptAtMs)],
    ]),
  );
}

const codeOf = (status: number, isChat: boolean): string =>
  isChat ? String(status) : describeStatus(status);

/** `2026-11-26 15:04:05.123`, in Pakistan's time: as the operator's log has it. */
function stamp(atMs: number | undefined): string {
  if (atMs === undefined) return '';
  const second = stampInZone(atMs).slice(0, 19).replace('T', ' ');
  return `${second}.${String(Math.floor(atMs % 1_000)).padStart(3, '0')}`;
}

const { beforeId: _, ...WHICH } = SEARCH;

export const messageExport = query({
  name: 'message export',
  about:
    'Writes messages and each attempt at them to a new CSV file, for a complaint to an operator: ' +
    'found as by message list, times in Pakistan time with milliseconds. The look is audited.',
  input: { file: argument('FILE', text('FILE')), ...WHICH },
  async read({ reader, admin }, { file, ...input }) {
    const place = await placeOf(reader, { ...input, beforeId: undefined });
    const { csv, messages, stoppedAt } = await exportMessages(reader, admin, place);
    const note = stoppedAt === undefined ? undefined : 'There are more: name a shorter period.';
    return { data: { file, messages }, note, saves: { file, octets: Buffer.from(csv) } };
  },
});
