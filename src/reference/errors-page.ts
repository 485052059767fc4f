/** The page of everything that can come to nothing, from the failure catalogue. */
import { API_FAILURES } from '../domain/failure/api-failures.ts';
import { CHAT_FAILURES } from '../domain/failure/chat-failures.ts';
import { REQUEST_FAILURES } from '../domain/failure/request-failures.ts';
import { FILE_FAILURES } from '../domain/failure/file-failures.ts';
import type { Failure, FailureCode } from '../domain/failure/failure.ts';
import { MESSAGE_FAILURES } from '../domain/failure/message-failures.ts';
import { writeTable } from './table.ts';

/**
 * The words of the SMS seed's section 7, whose code 3 is reserved and never used; from 20 those of
 * the chat service alone.
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

Every way in which a request or a message can come to nothing. \`{name}\` stands for a detail that
is filled in. *Permanent*: the same thing later fails again. *Billable*: the account pays all the
same. *Alarm*: ours to mend, somebody must be told.

## Codes

Code 3 is reserved and never used.

${writeTable(['code', 'meaning'], Object.entries(codeMeanings))}

## At the door

Roughly in the order of the checks; the first that fails is the answer, as
\`<code> : <sentence>\` or the same in JSON or XML.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(REQUEST_FAILURES).map(requestRow),
)}

## In a file

A personalised send whose link, file or rows are to blame; it has those above too.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(FILE_FAILURES).map(requestRow),
)}

## At the chat interface

These besides; an entry that is refused has its sentence in its own place of \`results\`, and
the others of its request go on.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(CHAT_FAILURES).map(requestRow),
)}

## At the JSON API

\`/v1\` answers with \`application/problem+json\`; its \`code\` is the reason.
It has those above too.

${writeTable(
  ['reason', 'code', 'HTTP', 'sentence', 'permanent', 'Retry-After', 'billable', 'alarm'],
  Object.entries(API_FAILURES).map(requestRow),
)}

## Messages under way

Of messages that were accepted. The sentence stands as \`reason\` in the delivery report.

${writeTable(
  ['reason', 'sentence', 'permanent', 'billable', 'alarm'],
  Object.entries(MESSAGE_FAILURES).map(messageRow),
)}
`;
}
