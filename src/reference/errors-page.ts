/** The errors page, from the failure catalogue. */
import { API_FAILURES } from '../domain/failure/api-failures.ts';
import { CHAT_FAILURES } from '../domain/failure/chat-failures.ts';
import { REQUEST_FAILURES } from '../domain/failure/request-failures.ts';
import { FILE_FAILURES } from '../domain/failure/file-failures.ts';
import type { Failure, FailureCode } from '../domain/failure/failure.ts';
import { MESSAGE_FAILURES } from '../domain/failure/message-failures.ts';
import { writeTable } from './table.ts';

/**
 * Section 7 of the SMS interface, where code 3 is reserved and never used; codes from 20 are those
 * of the chat service alone.
 */
const codeMeanings: Readonly<Record<FailureCode, string>> = {
  '1': 'API key invalid, expired, or account disabled',
  '2': 'API key empty',
  '4': 'Sender ID empty',
  '5': 'Recipient empty',
  '6': 'Message empty',
  '7': 'Invalid recipient number',
  '8': 'Insufficient credit',
  '9': 'SMS rejected',
  '12': 'Request rejected; the sentence says why',
  '20': 'Chat: template missing or unknown',
  '21': 'Chat: template not approved',
  '22': 'Chat: values do not match the template',
  '23': 'Chat: the user has not written within 24 hours',
  '24': 'Chat: recipient opted out',
  '25': 'Chat: media refused',
  '26': 'Chat: sending number unknown',
  '27': 'Chat: refused by the platform',
};

const code = (text: string): string => `\`${text}\``;
const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

function requestRow([reason, failure]: readonly [string, Failure]): readonly string[] {
  const { httpStatus, sentence, permanent, billable, alarm, retryAfterSeconds } = failure;
  return [
    code(reason),
    failure.code,
    String(httpStatus),
    sentence,
    yesOrNo(permanent),
    retryAfterSeconds === undefined ? '' : `${retryAfterSeconds} s`,
    yesOrNo(billable),
    yesOrNo(alarm),
  ];
}

function messageRow([reason, failure]: readonly [string, Failure]): readonly string[] {
  const { sentence, permanent, billable, alarm } = failure;
  return [code(reason), sentence, yesOrNo(permanent), yesOrNo(billable), yesOrNo(alarm)];
}

/** Markdown. */
export function writeErrorsPage(): string {
  return `# Errors

Every way a request or message can fail. \`{name}\` stands for a detail that is filled in.
*Permanent*: a retry would fail again. *Billable*: the account pays all the same. *Alarm*: the
operator of the service must act.

## Codes

Code 3 is reserved and never used.

${writeTable(['code', 'meaning'], Object.entries(codeMeanings))}

## Refused requests

Roughly in the order of the checks; the first that fails is the answer, as
\`<code> : <sentence>\` or the same in JSON or XML.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(REQUEST_FAILURES).map(requestRow),
)}

## Files

Errors in the link, file or rows of a personalised send, in addition to those above.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(FILE_FAILURES).map(requestRow),
)}

## Chat interface

In addition: a refused entry carries its sentence in its own element of \`results\`; the other
entries continue.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(CHAT_FAILURES).map(requestRow),
)}

## JSON API

\`/v1\` answers with \`application/problem+json\`; its \`code\` is the reason.
These are in addition to the errors above.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(API_FAILURES).map(requestRow),
)}

## Accepted messages

The sentence is the \`reason\` in the delivery report.

${writeTable(
  ['reason', 'sentence', 'permanent', 'billable', 'alarm'],
  Object.entries(MESSAGE_FAILURES).map(messageRow),
)}
`;
}
