import type { Account } from '../../domain/account/account.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { LinkId, OperatorId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type {
  AddressedMessage,
  FilteredRecipient,
  SendRequest,
} from '../../domain/message/draft.ts';
import { readRecipients } from '../../domain/recipient/recipients.ts';
import { linkFor, operatorByPrefix } from '../../domain/routing/routing.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import type { SettledText } from './settle-text.ts';
import type { Surroundings } from './surroundings.ts';

/** A checked text and to whom it goes. */
export type Envelope = {
  readonly request: SendRequest;
  readonly sender: Sender;
  readonly template: Template;
  readonly text: SettledText;
  /** What `network` names. */
  readonly network: OperatorId | undefined;
};

export type Addressing = {
  readonly messages: readonly AddressedMessage[];
  readonly filtered: readonly FilteredRecipient[];
};

/**
 * One message per number that can be sent to (contract section 4). Numbers that cannot are filtered
 * out and reported; when none is left, the request is refused: 7, or 9 when it was the recipients'
 * own wish.
 */
export async function addressMessages(
  envelope: Envelope,
  around: Surroundings,
): Promise<Addressing | Refusal> {
  const { account, mobile } = envelope.request;
  const most = limit('recipientsPerRequest');
  const read = readRecipients(mobile);
  if (read.accepted.length + read.filtered.length > most) {
    return refuse('too_many_recipients', { recipients: String(most) });
  }
  const filtered: FilteredRecipient[] = read.filtered.map(({ shown, reason }) => ({
    shown,
    reason,
  }));
  if (read.accepted.length === 0) {
    const why = read.filtered[0]?.reason ?? 'no number is given';
    return refuse('no_valid_recipient', { why });
  }
  const routed = address(envelope, read.accepted, around);
  filtered.push(...routed.unroutable.map((shown) => ({ shown, reason: 'no network is known' })));
  if (routed.messages.length === 0) return refuse('recipient_unroutable');
  const optedOut = await findOptedOut(account, envelope.template, routed.messages, around);
  const messages = routed.messages.filter(({ recipient }) => !optedOut.has(recipient));
  if (messages.length === 0) return refuse('rejected_opted_out');
  filtered.push(...[...optedOut].map((shown) => ({ shown, reason: 'opted out' })));
  return { messages, filtered };
}

function address(
  envelope: Envelope,
  recipients: readonly string[],
  around: Surroundings,
): { readonly messages: AddressedMessage[]; readonly unroutable: string[] } {
  const { text, alphabet, parts } = envelope.text;
  const messages: AddressedMessage[] = [];
  const unroutable: string[] = [];
  const links = new Map<OperatorId, LinkId | undefined>();
  for (const recipient of recipients) {
    const operatorId = envelope.network ?? operatorByPrefix(around.roads, recipient);
    if (operatorId !== undefined && !links.has(operatorId)) {
      links.set(operatorId, linkFor(around.roads, operatorId, envelope.sender.route));
    }
    const linkId = operatorId === undefined ? undefined : links.get(operatorId);
    if (operatorId === undefined || linkId === undefined) unroutable.push(recipient);
    else messages.push({ recipient, operatorId, linkId, text, alphabet, parts });
  }
  return { messages, unroutable };
}

const NOBODY: ReadonlySet<string> = new Set();

async function findOptedOut(
  account: Account,
  template: Template,
  messages: readonly AddressedMessage[],
  around: Surroundings,
): Promise<ReadonlySet<string>> {
  if (!account.hasOptouts) return NOBODY;
  return around.optedOut({
    accountId: account.id,
    recipients: messages.map(({ recipient }) => recipient),
    promotional: template.category === 'promotional',
  });
}
