/** The answer to a send that was accepted, or would have been (contract section 2). */
import { limit } from '../../domain/limits.ts';
import type { Acceptance } from '../../domain/message/draft.ts';
import { formatRupees, showRupees } from '../../domain/pricing/money.ts';
import type { Body, Tree } from '../answer.ts';

/**
 * Plain: exactly `OK ID:<id>`, whatever the number of recipients; JSON and XML with an entry per
 * recipient. A dry run has no ids and never says OK, so that nobody takes it for a send.
 */
export function describeAcceptance(acceptance: Acceptance, dryRun: boolean): Body {
  if (dryRun) return { plain: () => dryRunLine(acceptance), tree: () => treeOf(acceptance, true) };
  return { plain: () => `OK ID:${acceptance.id}`, tree: () => treeOf(acceptance, false) };
}

function dryRunLine({ priceMicros, parts, recipients }: Acceptance): string {
  const price = showRupees(priceMicros);
  return `DRY RUN: ${price} PKR, ${count(parts, 'part')}, ${count(recipients, 'recipient')}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function treeOf(acceptance: Acceptance, dryRun: boolean): Tree {
  const status = dryRun ? 'DRY RUN' : 'OK';
  const results = resultsOf(acceptance, status);
  const leftOut = acceptance.leftOut ?? acceptance.filtered.length;
  return {
    success: 'true',
    status,
    ...(dryRun ? {} : { id: String(acceptance.id) }),
    type: 'API',
    totalprice: showRupees(acceptance.priceMicros),
    totalgsm: String(acceptance.parts),
    remaincredit: formatRupees(acceptance.remainingMicros),
    results,
    ...(acceptance.recipients + leftOut > results.length ? { truncated: 'true' } : {}),
  };
}

/**
 * Accepted recipients first, then what was filtered out, up to the limit of an answer; left-out
 * rows of a file have a limit of their own.
 */
function resultsOf(acceptance: Acceptance, status: string): readonly Tree[] {
  const most = limit('resultsPerAnswer');
  const accepted = acceptance.listed.slice(0, most).map(({ id, recipient }): Tree => {
    if (id === undefined) return { status, gsm: recipient };
    return { status, id: String(id), messageid: String(id), gsm: recipient };
  });
  const room = acceptance.leftOut === undefined ? most - accepted.length : limit('rowsInAnswer');
  const filtered = acceptance.filtered.slice(0, room).map(({ shown, reason, code = 7 }): Tree => {
    return { status: String(code), reason, gsm: shown };
  });
  return [...accepted, ...filtered];
}
