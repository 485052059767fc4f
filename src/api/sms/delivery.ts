/**
 * `/api/delivery.php`: what became of a send, by the id of the request or of one of its messages
 * (contract section 7), or by a chat message's UUID.
 */
import { type Refusal, refuse } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { type MessageState, REPORT_WORDS } from '../../domain/message/message.ts';
import { type MessageReport, type Report, wordOf } from '../../domain/message/report.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import type { Journey } from '../../journey/journey.ts';
import { idOfUuid, uuidOf } from '../../kit/uuid-ids.ts';
import { answerDone, answerRefusal, type Body, type Tree } from '../answer.ts';
import { type ActAs, type Authenticate, unproven } from '../authenticate.ts';
import type { ElementOf, Endpoint } from '../form-route.ts';

const PARAMETERS = new Set(['api_key', 'id', 'page', 'format'] as const);

type DeliveryDeps = {
  readonly journey: Pick<Journey, 'report'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

export function createDelivery(deps: DeliveryDeps): Endpoint<ElementOf<typeof PARAMETERS>> {
  const { journey, authenticate, actAs } = deps;
  return {
    path: '/api/delivery.php',
    scope: 'read',
    parameters: PARAMETERS,
    answer({ request, parameters, responseFormat }) {
      const identify = () => authenticate.byKey(parameters.get('api_key'), request, 'read');
      return actAs(identify, responseFormat, async (account, inFormat) => {
        const asked = { id: parameters.get('id').trim(), page: parameters.get('page').trim() };
        const found = await findReport(journey, account.id, asked);
        return unproven(
          'reason' in found
            ? answerRefusal(found, inFormat)
            : answerDone(describeReport(found), inFormat),
        );
      });
    },
  };
}

/**
 * An impossible id is answered exactly like an unknown one, so that nobody learns which ids exist.
 * No id at all is a missing value.
 */
async function findReport(
  journey: Pick<Journey, 'report'>,
  accountId: AccountId,
  asked: { readonly id: string; readonly page: string },
): Promise<Report | Refusal> {
  if (asked.id === '') return refuse('report_id_missing');
  const page = asked.page === '' ? 1 : readPositive(asked.page);
  if (page === undefined) return refuse('page_unknown', { why: 'use a number from 1' });
  const id = readPositive(asked.id) ?? idOfUuid(asked.id);
  const report = id === undefined ? undefined : await journey.report(accountId, id, page);
  if (report === undefined) return refuse('report_unknown');
  const last = Math.max(1, Math.ceil(report.total / limit('reportLines')));
  if (page > last) return refuse('page_unknown', { why: `the last one is ${last}` });
  return report;
}

function readPositive(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return value > 0 && Number.isSafeInteger(value) ? value : undefined;
}

/**
 * Plain: just the state for one message, else a line per recipient, and a last one `MORE 1005` when
 * further pages have so many. The state comes first: callers take a text that begins
 * with digits for a refusal.
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
  if (more > 0) lines.push(`MORE ${more}`);
  return lines.join('\n');
}

function treeOf(report: Report): Tree {
  const pages = Math.ceil(report.total / limit('reportLines'));
  // A batch's id is decimal, whatever its messages are.
  const itself = report.messages.find(({ id }) => id === report.id);
  return {
    success: 'true',
    status: 'OK',
    id: idOf(report.id, itself),
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

/** What is not known yet, or never will be, is left out: an empty string is not a valid time. */
function entryOf(message: MessageReport): Tree {
  const { level, sentAtMs, doneAtMs, reason, chat } = message;
  return {
    status: REPORT_WORDS[message.state],
    id: idOf(message.id, message),
    messageid: idOf(message.id, message),
    gsm: message.recipient,
    network: message.network,
    parts: String(message.parts),
    price: showRupees(message.priceMicros),
    ...(level === undefined ? {} : { level }),
    accepted_at: timeText(message.acceptedAtMs),
    ...(sentAtMs === undefined ? {} : { sent_at: timeText(sentAtMs) }),
    ...(doneAtMs === undefined ? {} : { done_at: timeText(doneAtMs) }),
    ...(chat?.readAtMs === undefined ? {} : { read_at: timeText(chat.readAtMs) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** As the answer to the send named it. */
function idOf(id: number, message: MessageReport | undefined): string {
  return message?.chat === undefined ? String(id) : uuidOf(id);
}

/** RFC 3339, UTC, milliseconds. */
function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
