import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type {
  AddressedMessage,
  FilteredRecipient,
  SendRequest,
} from '../../domain/message/draft.ts';
import type { Lookups } from '../../domain/portability/lookup.ts';
import { readRecipients, type RecipientList } from '../../domain/recipient/recipients.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import { askPolicy } from './ask-policy.ts';
import { chooseLinks } from './choose-links.ts';
import { findOperators, lookUpOperators, type Sought, type Way } from './find-operators.ts';
import type { SettledText } from './settle-text.ts';
import type { Surroundings } from './surroundings.ts';

/** A checked text and to whom it goes. */
export type Envelope = {
  readonly request: SendRequest;
  readonly sender: Sender;
  readonly template: Template;
  readonly text: SettledText;
  /** How the operators of its numbers are found. */
  readonly way: Way;
};

export type Addressing = {
  readonly messages: readonly AddressedMessage[];
  readonly filtered: readonly FilteredRecipient[];
  readonly lookups: Lookups | undefined;
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
  const { request, sender, way } = envelope;
  const read = readNumbers(request.mobile);
  if ('reason' in read) return read;
  const { accepted } = read;
  const found =
    way.kind === 'told'
      ? { located: findOperators(around.roads, accepted, way.network), lookups: undefined }
      : await lookUpOperators(soughtOf(envelope, accepted, way.mustKnow), around);
  if ('reason' in found) return found;
  const { routable, unroutable } = chooseLinks(around.roads, found.located, {
    senderRoute: sender.route,
    category: envelope.template.category,
    accountId: request.account.id,
  });
  if (routable.length === 0) return refuse('recipient_unroutable');
  const asked = await askPolicy(
    { account: request.account, template: envelope.template },
    routable,
    around,
  );
  if ('reason' in asked) return asked;
  const { text, alphabet, parts } = envelope.text;
  return {
    messages: asked.permitted.map((to) => ({ ...to, text, alphabet, parts })),
    filtered: [
      ...read.filtered.map(({ shown, reason }) => ({ shown, reason })),
      ...unroutable.map((shown) => ({ shown, reason: 'no network is known' })),
      ...asked.filtered,
    ],
    lookups: found.lookups,
  };
}

function soughtOf(
  { request, sender, template, text }: Envelope,
  recipients: readonly string[],
  mustKnow: boolean,
): Sought {
  const promotional = template.category === 'promotional';
  const { parts } = text;
  return { request, recipients, senderRoute: sender.route, parts, mustKnow, promotional };
}

/** The numbers of a request; refused when they are too many, or none of them is one. */
function readNumbers(mobile: string): RecipientList | Refusal {
  const most = limit('recipientsPerRequest');
  const read = readRecipients(mobile);
  if (read.accepted.length + read.filtered.length > most) {
    return refuse('too_many_recipients', { recipients: String(most) });
  }
  if (read.accepted.length > 0) return read;
  const why = read.filtered[0]?.reason ?? 'no number is given';
  return refuse('no_valid_recipient', { why });
}
