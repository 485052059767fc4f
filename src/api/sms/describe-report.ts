/** A delivery report in its two forms (contract section 7). */
import { limit } from '../../domain/limits.ts';
import { REPORT_WORDS, type MessageState } from '../../domain/message/message.ts';
import { wordOf, type MessageReport, type Report } from '../../domain/message/report.ts';
import { formatRupees } from '../../domain/pricing/money.ts';
import { uuidOf } from '../../kit/uuid-ids.ts';
import type { Body, Tree } from '../answer.ts';

/**
 * Plain: the word alone for one message, else a line per recipient and how many more there are. The
 * word is first: callers take a text that begins with digits for a refusal.
 */
export function describeReport(report: Report): Body {
  return {
    plain: () => (report.total === 1 ? wordOf(report) : linesOf(report)),
    tree: () => treeOf(report),
  };
}

function linesOf({ messages, total, page }: Report): string {
  const lines = messages.map(({ recipient, state }) => `${REPORT_WORDS[state]} ${recipient}`);
  const more = total - (page - 1) * limit('reportLines') - messages.length;
  if (more > 0) lines.push(`… and ${more} more`);
  return lines.join('\n');
}

function treeOf(report: Report): Tree {
  const pages = Math.ceil(report.total / limit('reportLines'));
  return {
    success: 'true',
    status: 'OK',
    id: idOf(report.id, report.messages[0]),
    delivery: wordOf(report),
    total: String(report.total),
    counts: countsOf(report),
    results: report.messages.map(entryOf),
    ...(pages > 1 ? { page: String(report.page), pages: String(pages) } : {}),
  };
}

/** Only states that occur, in the order of a message's life. */
function countsOf({ counts }: Report): Tree {
  const shown: Record<string, string> = {};
  for (const state of STATES) {
    const count = counts.get(state);
    if (count !== undefined) shown[REPORT_WORDS[state]] = String(count);
  }
  return shown;
}

const STATES = Object.keys(REPORT_WORDS) as MessageState[];

/**
 * What is not known yet, or never will be, is left out: an empty text is no time to those who read
 * times.
 */
function entryOf(message: MessageReport): Tree {
  const { level, sentAtMs, doneAtMs, reason, chat } = message;
  return {
    status: REPORT_WORDS[message.state],
    id: idOf(message.id, message),
    messageid: idOf(message.id, message),
    gsm: message.recipient,
    network: message.network,
    parts: String(message.parts),
    price: formatRupees(message.priceMicros),
    ...(level === undefined ? {} : { level }),
    accepted_at: timeText(message.acceptedAtMs),
    ...(sentAtMs === undefined ? {} : { sent_at: timeText(sentAtMs) }),
    ...(doneAtMs === undefined ? {} : { done_at: timeText(doneAtMs) }),
    ...(chat?.readAtMs === undefined ? {} : { read_at: timeText(chat.readAtMs) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** As the send that was answered named it. */
function idOf(id: number, message: MessageReport | undefined): string {
  return message?.chat === undefined ? String(id) : uuidOf(id);
}

/** RFC 3339, UTC, milliseconds. */
function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
