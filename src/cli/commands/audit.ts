import { micros } from '../../domain/pricing/money.ts';
import { listAudit, type AuditRecord } from '../../store/audit/list-audit.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { limitOption, more, readLimit, readSpan, SPAN_OPTIONS } from '../paging.ts';
import { readList, readNumber, showRupees, showTime } from '../values.ts';

const SHOWN = 50;

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.option('account');
  const action = given.option('action');
  const before = given.option('before');
  const most = readLimit(given, SHOWN);
  const { lines, stoppedAt } = await listAudit(line.reader, {
    accountId: named === undefined ? undefined : (await findAccount(line, named)).id,
    actions: action === undefined ? undefined : readList(action),
    actor: given.option('actor'),
    ...readSpan(given, line.admin.clock.nowMs()),
    beforeId: before === undefined ? undefined : readNumber(before, '--before'),
    most,
  });
  const stopped = `Only lines from ${stoppedAt} on were searched: go on by --before ${stoppedAt}.`;
  return {
    data: lines.map(rowOf),
    full: lines.map((it) => ({ ...rowOf(it), detail: it.detail })),
    empty: 'No lines found.',
    ...more(lines, most),
    ...(stoppedAt === undefined ? {} : { note: stopped }),
  };
}

function rowOf({ id, atMs, actor, accountId, action, detail }: AuditRecord): Fields {
  const shown = Object.entries(detail).map(([name, value]) => wordsOf(name, value));
  return { id, at: showTime(atMs), actor, account: accountId, action, detail: shown.join(', ') };
}

/** Moments, but no durations, are shown as times, and amounts as rupees. */
function wordsOf(name: string, value: unknown): string {
  const text = String(value);
  if (name.endsWith('Ms') && /^\d{12,15}$/.test(text)) {
    return `${name.slice(0, -'Ms'.length)} ${showTime(Number(text))}`;
  }
  if (name.endsWith('Micros') && /^-?\d+$/.test(text)) {
    return `${name.slice(0, -'Micros'.length)} ${showRupees(micros(BigInt(text)))} rupees`;
  }
  return `${name} ${JSON.stringify(value)}`;
}

export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    args: [],
    options: [
      { name: 'account', value: 'ACCOUNT', about: 'about this account' },
      { name: 'actor', value: 'ACTOR', about: 'by whom: line:root' },
      { name: 'action', value: 'ACTION,…', about: 'what: link.set, or link for all of a kind' },
      ...SPAN_OPTIONS,
      { name: 'before', value: 'ID', about: 'older than this line' },
      limitOption(SHOWN),
    ],
    about: 'Lists who changed what, and who looked at whose messages, newest first.',
    run: list,
  },
];
