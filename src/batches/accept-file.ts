/**
 * First stage for a send from a file: can this request be sent, whatever its rows are? The same
 * checks in the same order as for a send to numbers (contract section 3), as far as they do not
 * need the file; `url` takes the place of `mobile`, and `duplicate` is checked with the other
 * options.
 */
import type { Account } from '../domain/account/account.ts';
import { isRefusal, refuse, type Refusal } from '../domain/failure/failure.ts';
import type { FileRequest, FileSource } from '../domain/message/file-send.ts';
import type { DayHours } from '../domain/policy/hours.ts';
import type { Sender } from '../domain/sender/sender.ts';
import {
  columnWords,
  LAST_COLUMN,
  lettersOf,
  readColumnText,
  writeColumnText,
  type ColumnText,
} from '../domain/template/column-text.ts';
import {
  faultOfNames,
  faultOfValue,
  valueIn,
  render,
  type Template,
  type ValueFault,
  type Variable,
} from '../domain/template/template.ts';
import {
  findSender,
  findTemplate,
  findValues,
  judgeOptions,
  type Options,
} from '../journey/accept/judge-request.ts';
import { refusalOfValue } from '../journey/accept/refusal-of-value.ts';
import { settleText } from '../journey/accept/settle-text.ts';
import type { AcceptContext } from '../journey/accept/accept-context.ts';

/** What to make of every row, whatever is sent to it. */
export type RowsOrder = {
  readonly account: Account;
  readonly dryRun: boolean;
  readonly sendAtMs: number | undefined;
  /** From 1 for A. */
  readonly numberColumn: number;
  /** The highest column that is read. */
  readonly lastColumn: number;
  readonly keepsRepeated: boolean;
  readonly includesHidden: boolean;
  /** Whether a row may name a chat user by the platform's id. */
  readonly takesUsers: boolean;
  /** What the account calls it. */
  readonly name: string | undefined;
  readonly contacts: FileRequest['contacts'];
  readonly only: FileRequest['only'];
  readonly source: FileSource;
};

/** What to make of every row of a file of texts. */
export type FileOrder = RowsOrder &
  Options & {
    readonly sender: Sender;
    readonly template: Template;
    readonly sendHours: DayHours | undefined;
    /** In the template's order. */
    readonly values: readonly RowValue[];
    readonly textColumn: number | undefined;
  };

export type RowValue = { readonly variable: Variable; readonly text: ColumnText };

/** Judges a request, without fetching or reading anything. */
export function acceptFile(
  request: FileRequest,
  source: FileSource,
  context: Pick<AcceptContext, 'routing' | 'demoText'>,
): FileOrder | Refusal {
  const { account, textColumn } = request;
  if (request.sender === undefined) return refuse('sender_empty');
  if (source.kind === 'link' && source.link.trim() === '') return refuse('url_missing');
  if (request.values === undefined) return refuse('message_empty');
  const template = findTemplate(request);
  if ('reason' in template) return template;
  const given = findValues(account, request.values);
  if (isRefusal(given)) return given;
  const values = textColumn === undefined ? readValues(template, given) : [];
  if ('reason' in values) return values;
  const sender = findSender(request, template);
  if ('reason' in sender) return sender;
  const options = judgeOptions(request, context);
  if ('reason' in options) return options;
  const columns = [textColumn ?? 0, ...values.flatMap(({ text }) => text.columns)];
  const rows = acceptRows(request, source, columns);
  if ('reason' in rows) return rows;
  const { sendHours } = request;
  const order = { ...rows, ...options, sender, template, sendHours, values, textColumn };
  if (textColumn !== undefined) return order;
  return refusalOfWording(order, context.demoText) ?? order;
}

/** What does not depend on the channel; `columns` are those that are referred to. */
export function acceptRows(
  request: FileRequest,
  source: FileSource,
  columns: readonly number[],
): RowsOrder | Refusal {
  const { account, dryRun, keepsRepeated = true, includesHidden = false, only } = request;
  const { numberColumn = 1, sendAtMs, name, contacts } = request;
  if (isRefusal(keepsRepeated)) return keepsRepeated;
  if (isRefusal(includesHidden)) return includesHidden;
  return {
    account,
    dryRun,
    sendAtMs,
    numberColumn,
    lastColumn: Math.max(numberColumn, ...columns),
    keepsRepeated,
    includesHidden,
    takesUsers: request.chat !== undefined,
    name,
    contacts,
    only,
    source,
  };
}

/** The values with their references; those that are the same in every row are judged at once. */
function readValues(
  { variables, wording }: Template,
  given: ReadonlyMap<string, unknown>,
): readonly RowValue[] | Refusal {
  const refusalOf = (fault: ValueFault): Refusal =>
    refusalOfValue(fault, [...wording.names, ...given.keys()]);
  const named = faultOfNames(variables, given);
  if (named !== undefined) return refusalOf(named);
  const values: RowValue[] = [];
  for (const variable of variables) {
    const value = valueIn(given, variable);
    const text = readColumnText(value ?? '');
    const strange = text.columns.find((column) => column > LAST_COLUMN);
    if (strange !== undefined)
      return refuse('column_out_of_reach', { column: columnWords(strange) });
    const isConstant = value === undefined || text.columns.length === 0;
    const fault = isConstant ? faultOfValue(variable, value) : undefined;
    if (fault !== undefined) return refusalOf(fault);
    values.push({ variable, text });
  }
  return values;
}

/**
 * A wording that itself needs unicode is refused before its file is fetched. References stay in
 * place, so that the position is the one the caller would count.
 */
function refusalOfWording(order: FileOrder, demoText: string): Refusal | undefined {
  const { account, sender, template, unicode, values } = order;
  const references = Array.from({ length: order.lastColumn }, (_, at) => `#${lettersOf(at + 1)}#`);
  const asWritten = new Map(
    values.map(({ variable, text }) => [variable.name, writeColumnText(text, references)]),
  );
  const text = settleText(render(template.wording, asWritten), {
    account,
    demoText,
    unicode,
    senderRoute: sender.route,
  });
  return 'reason' in text && text.reason === 'needs_unicode' ? text : undefined;
}
