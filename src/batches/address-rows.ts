/** Finds operators and links for the rows of a file that policy permits. */
import type { Refusal } from '../domain/failure/failure.ts';
import type { AddressedMessage } from '../domain/message/draft.ts';
import type { LeftOutRow, RowReason } from '../domain/message/file-send.ts';
import type { Opening } from '../domain/policy/hours.ts';
import type { Counted } from '../domain/policy/velocity.ts';
import type { Lookup } from '../domain/portability/directory.ts';
import type { OperatorId } from '../domain/ids.ts';
import { lettersOf } from '../domain/template/column-text.ts';
import type { FileOrder } from './accept-file.ts';
import { askPolicy } from '../journey/accept/ask-policy.ts';
import { chooseLinks } from '../journey/accept/choose-links.ts';
import { findOperators, type Located } from '../journey/accept/find-operators.ts';
import type { ReadyRow } from './judge-rows.ts';
import type { AcceptContext } from '../journey/accept/accept-context.ts';

/** A row that can be sent, still without a price. */
export type AddressedRow = AddressedMessage & { readonly row: number };

export type AddressedRows = {
  readonly addressed: readonly AddressedRow[];
  readonly leftOut: readonly LeftOutRow[];
  readonly opening: Opening | undefined;
  readonly counted: Counted | undefined;
  /** Numbers looked up here, for a charge, for the first time in the file. */
  readonly lookups: readonly Lookup[];
};

/** How a file's numbers are looked up: once each, however often they appear. */
export type FileLookups = {
  readonly mustKnow: boolean;
  /** Whether the directory can take all the numbers that are not saved. */
  readonly mayAsk: boolean;
  readonly known: Map<string, OperatorId | undefined>;
};

/**
 * Addresses some rows of a file. Policy comes first, so that nothing is paid for numbers it leaves
 * out.
 * @param lookups undefined: by `network`, else by prefix.
 */
export async function addressRows(
  order: FileOrder,
  rows: readonly ReadyRow[],
  context: AcceptContext,
  lookups: FileLookups | undefined,
): Promise<AddressedRows | Refusal> {
  const { account, sender, template } = order;
  const { permitted, filtered, opening, counted } = await askPolicy(order, rows, context);
  const out = leavingOut(order);
  const forbidden = filtered.map(({ item, why, reason }) => out(item, why, reason));
  const found = await locate({ order, rows: permitted, lookups }, context);
  if ('reason' in found) {
    counted?.keepOnly(new Set());
    return found;
  }
  const { routable, unroutable } = chooseLinks(context.routing, found.located, {
    senderRoute: sender.route,
    category: template.category,
    accountId: account.id,
    isTest: account.isTest,
  });
  const strange = unroutable.map(({ item, operator, reason }) =>
    out(item, operator === undefined ? 'no_network' : 'no_route', reason),
  );
  return {
    addressed: routable,
    leftOut: [...forbidden, ...strange],
    opening,
    counted,
    lookups: found.lookups,
  };
}

type Question = {
  readonly order: FileOrder;
  readonly rows: readonly ReadyRow[];
  readonly lookups: FileLookups | undefined;
};

type Found = {
  readonly located: readonly (ReadyRow & Located)[];
  readonly lookups: readonly Lookup[];
};

async function locate(
  { order, rows, lookups }: Question,
  context: AcceptContext,
): Promise<Found | Refusal> {
  const { way } = order;
  const network = way.kind === 'given' ? way.network : undefined;
  if (lookups === undefined) {
    return { located: findOperators(context.routing, rows, network), lookups: [] };
  }
  const { known, mustKnow, mayAsk } = lookups;
  const strange = rows.filter(({ recipient }) => !known.has(recipient));
  const looked = await context.lookUp({
    account: order.account,
    senderRoute: order.sender.route,
    parts: strange.reduce((sum, row) => sum + row.parts, 0),
    recipients: [...new Set(strange.map(({ recipient }) => recipient))],
    mustKnow,
    mayAsk,
    dryRun: order.dryRun,
    // A repeat was answered before the file was read.
    idempotency: undefined,
  });
  if ('reason' in looked) return looked;
  for (const { recipient, operatorId } of looked.located) known.set(recipient, operatorId);
  const located = rows.map((row) => ({ ...row, operatorId: known.get(row.recipient) }));
  return { located, lookups: looked.lookups?.numbers ?? [] };
}

const CODES: Readonly<Partial<Record<RowReason, 9 | 12>>> = {
  no_route: 12,
  no_price: 12,
  not_own_number: 9,
  opted_out: 9,
  do_not_call: 9,
  no_consent: 9,
  too_many: 9,
};

/** A row whose number gets nothing, with a reason worded so that any answer may show it. */
export function leavingOut({ numberColumn }: Pick<FileOrder, 'numberColumn'>) {
  const column = lettersOf(numberColumn);
  return (
    { row, recipient }: { readonly row: number; readonly recipient: string },
    reason: RowReason,
    rule: string,
  ): LeftOutRow => ({ row, shown: recipient, column, code: CODES[reason] ?? 7, reason, rule });
}
