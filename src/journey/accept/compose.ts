/**
 * What a send says, and with which sender and template, whoever receives it (contract section 3).
 */
import { isRefusal, refuse, sentenceOf, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { FilteredRecipient, SendRequest } from '../../domain/message/draft.ts';
import type { RecipientList } from '../../domain/recipient/recipient.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import { checkValues, render, type Template } from '../../domain/template/template.ts';
import { forEachYielding } from '@paigham/base/yielding.ts';
import type { AcceptContext } from './accept-context.ts';
import { refusalOfNumbers } from './address-messages.ts';
import {
  findSender,
  findTemplate,
  findValues,
  judgeOptions,
  type Judged,
  type Options,
} from './judge-request.ts';
import { refusalOfValue } from './refusal-of-value.ts';
import { settleText, type SettledText } from './settle-text.ts';

type Composed = {
  readonly sender: Sender;
  readonly template: Template;
  readonly way: Options['way'];
  readonly text: SettledText;
};

type ComposeContext = Pick<AcceptContext, 'routing' | 'demoText'>;

/** Checks everything about a send except its recipients, and settles its text. */
export function compose(request: Judged, context: ComposeContext): Composed | Refusal {
  const { values: given, account } = request;
  if (given === undefined) return refuse('message_empty');
  const template = findTemplate(request);
  if ('reason' in template) return template;
  const values = findValues(account, given);
  if (isRefusal(values)) return values;
  const checked = checkValues(template.variables, values);
  if (!checked.ok) {
    return refusalOfValue(checked.fault, [...template.wording.names, ...values.keys()]);
  }
  const sender = findSender(request, template);
  if ('reason' in sender) return sender;
  const options = judgeOptions(request, context);
  if ('reason' in options) return options;
  const text = settleText(render(template.wording, checked.values), {
    account,
    senderRoute: sender.route,
    unicode: options.unicode,
    demoText: context.demoText,
  });
  return 'reason' in text ? text : { sender, template, way: options.way, text };
}

/** The text of the first recipient who can be written to, and everybody's texts. */
type ComposedEach = Composed & {
  readonly texts: ReadonlyMap<string, SettledText>;
  /** Recipients whose values make a text. */
  readonly recipients: RecipientList;
  /** Recipients whose values do not, with the reason. */
  readonly unwritten: readonly FilteredRecipient[];
};

/**
 * The same where each recipient has values of its own, which override those of the request. When
 * nobody's values make a text, the request is refused as the first recipient's would be alone.
 */
export async function composeEach(
  request: Judged & { readonly ownValues: NonNullable<SendRequest['ownValues']> },
  recipients: RecipientList,
  context: ComposeContext,
): Promise<ComposedEach | Refusal> {
  const { values: shared, ownValues } = request;
  const none = refusalOfNumbers(recipients);
  if (none !== undefined) return none;
  if (shared === undefined) return refuse('message_empty');
  if (isRefusal(shared)) return shared;
  const texts = new Map<string, SettledText>();
  const refusals = new Map<string, Refusal>();
  let first: Composed | undefined;
  await forEachYielding(recipients.accepted, limit('rowsInPiece'), (recipient) => {
    const values = new Map([...shared, ...(ownValues.get(recipient) ?? [])]);
    const one = compose({ ...request, values }, context);
    if ('reason' in one) return refusals.set(recipient, one);
    first ??= one;
    return texts.set(recipient, one.text);
  });
  if (first === undefined) return firstOf(refusals);
  const accepted = recipients.accepted.filter((recipient) => texts.has(recipient));
  const unwritten = [...refusals].map(([shown, refusal]) => {
    return { shown, reason: sentenceOf(refusal), code: 12, word: refusal.reason } as const;
  });
  return { ...first, texts, recipients: { ...recipients, accepted }, unwritten };
}

function firstOf(refusals: ReadonlyMap<string, Refusal>): Refusal {
  const [refusal] = refusals.values();
  if (refusal === undefined) throw new Error('a number is neither usable nor refused');
  return refusal;
}
