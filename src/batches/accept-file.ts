/**
 * First stage for a send from a file: is this a request that can be sent, whatever its rows are?
 * The same checks in the same order as of a send to numbers (contract section 3), as far as they do
 * not need the file; `url` stands where `mobile` does, `duplicate` with the other options.
 */
import type { Account } from '../domain/account/account.ts';
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { FileRequest, FileSource } from '../domain/message/file-send.ts';
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
  readOptions,
  type Options,
} from '../journey/accept/judge-request.ts';
import { readMessage } from '../journey/accept/read-message.ts';
import { refusalOfValue } from '../journey/accept/refusal-of-value.ts';
import { settleText } from '../journey/accept/settle-text.ts';
import type { AcceptContext } from '../journey/accept/accept-context.ts';

/** What is to be made of every row. */
export type FileOrder = Options & {
  readonly account: Account;
  readonly sender: Sender;
  readonly template: Template;
  readonly dryRun: boolean;
  /** In the order of the template. */
  readonly values: readonly RowValue[];
  /** The highest column that is referred to; 1 when none is. */
  readonly lastColumn: number;
  readonly keepsRepeated: boolean;
  /** Where the file is; of a link as it is after double encoding was undone. */
  readonly source: FileSource;
};

export type RowValue = { readonly variable: Variable; readonly text: ColumnText };

/** Judges a request; fetches and reads nothing. */
export function acceptFile(
  request: FileRequest,
  source: FileSource,
  context: Pick<AcceptContext, 'routing' | 'demoText'>,
): FileOrder | Refusal {
  const read = readMessage({ ...request, link: source.kind === 'link' ? source.link : '' });
  const { account, dryRun } = request;
  const { sender: senderName, link } = read.request;
  if (senderName.trim() === '') return refuse('sender_empty');
  if (source.kind === 'link' && link.trim() === '') return refuse('url_missing');
  if (request.message.trim() === '') return refuse('message_empty');
  const template = findTemplate(read.request);
  if ('reason' in template) return template;
  if (!account.fixedContent) return refuse('fixed_content_off');
  if (!read.ok) return read.refusal;
  const values = readValues(template, read.values);
  if ('reason' in values) return values;
  const sender = findSender(read.request, template);
  if ('reason' in sender) return sender;
  const options = readOptions(read.request, context);
  if ('reason' in options) return options;
  const duplicate = read.request.duplicate.trim();
  if (!['', '0', '1'].includes(duplicate)) return refuse('duplicate_unknown');
  const order: FileOrder = {
    ...options,
    account,
    sender,
    template,
    dryRun,
    values,
    lastColumn: Math.max(1, ...values.flatMap(({ text }) => text.columns)),
    keepsRepeated: duplicate !== '0',
    source: source.kind === 'link' ? { kind: 'link', link } : source,
  };
  return refusalOfWording(order, context.demoText) ?? order;
}

/** The values with their references; what is the same in every row is judged at once. */
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
 * A wording that needs unicode by itself is refused before a file is fetched for it. References
 * stand for themselves, so that the position is the one that the caller would count.
 */
function refusalOfWording(order: FileOrder, demoText: string): Refusal | undefined {
  const { account, sender, template, unicode, values } = order;
  const references = Array.from({ length: order.lastColumn }, (_, at) => `#${lettersOf(at + 1)}#`);
  const asWritten = new Map(
    values.map(({ variable, text }) => [variable.name, writeColumnText(text, references)]),
  );
  const text = settleText(render(template.wording, asWritten), {
    ...{ account, demoText, unicode },
    senderRoute: sender.route,
  });
  return 'reason' in text && text.reason === 'needs_unicode' ? text : undefined;
}
