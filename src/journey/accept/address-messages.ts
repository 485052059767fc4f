import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type {
  AddressedMessage,
  FilteredRecipient,
  SendRequest,
} from '../../domain/message/draft.ts';
import type { Lookups } from '../../domain/portability/lookup.ts';
import type { Opening } from '../../domain/policy/hours.ts';
import type { Counted } from '../../domain/policy/velocity.ts';
import {
  readRecipients,
  type FilteredEntry,
  type RecipientList,
} from '../../domain/recipient/recipients.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import { askPolicy, type Permitted } from './ask-policy.ts';
import { chooseLinks, refusalOfNone, type Routable, type Unroutable } from './choose-links.ts';
import { findOperators, type Way } from './find-operators.ts';
import type { SettledText } from './settle-text.ts';
import type { LookedUp, AcceptContext } from './accept-context.ts';

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
  readonly opening: Opening | undefined;
  readonly counted: Counted | undefined;
  readonly lookups: Lookups | undefined;
};

/**
 * One message per number that can be sent to (contract section 4). Numbers that cannot are filtered
 * out and reported; when none is left, the request is refused: 12 when no rule leads to one whose
 * operator is known, 7 when there is none such, or 9 when policy forbids those that could be.
 */
export async function addressMessages(
  envelope: Envelope,
  context: AcceptContext,
): Promise<Addressing | Refusal> {
  const { request, way } = envelope;
  const read = readNumbers(request.mobile);
  if ('reason' in read) return read;
  if (way.kind === 'looked_up') {
    return addressLookedUp({ ...envelope, mustKnow: way.mustKnow }, read, context);
  }
  const located = findOperators(context.routing, itemsOf(read.accepted), way.network);
  const { routable, unroutable } = chooseLinks(context.routing, located, trafficOf(envelope));
  if (routable.length === 0) return refusalOfNone(unroutable);
  const asked = await askPolicy(questionOf(envelope), routable, context);
  if (asked.permitted.length === 0 && asked.refusal !== undefined) {
    return unroutable.some(isOurs) ? refusalOfNone(unroutable) : asked.refusal;
  }
  return addressing(envelope, read, {
    asked,
    routable: asked.permitted,
    unroutable,
    lookups: undefined,
  });
}

/**
 * The same where numbers are looked up: policy is asked first, so that nobody is asked, and nothing
 * paid, for a number that it leaves out.
 */
async function addressLookedUp(
  envelope: Envelope & { readonly mustKnow: boolean },
  read: RecipientList,
  context: AcceptContext,
): Promise<Addressing | Refusal> {
  const { routing } = context;
  const traffic = trafficOf(envelope);
  const asked = await askPolicy(questionOf(envelope), itemsOf(read.accepted), context);
  let reached = false;
  let strange: readonly Unroutable<unknown>[];
  try {
    const found = await lookUp(envelope, asked.permitted, context);
    if ('reason' in found) return found;
    const { routable, unroutable } = chooseLinks(routing, found.located, traffic);
    reached = routable.length > 0;
    strange = unroutable;
    if (reached) {
      return addressing(envelope, read, { asked, routable, unroutable, lookups: found.lookups });
    }
  } finally {
    if (!reached) asked.counted?.keepOnly(NOBODY);
  }
  if (strange.some(isOurs)) return refusalOfNone(strange);
  // By prefix: what policy leaves out is not looked up.
  const others = findOperators(
    routing,
    itemsOf(leftOut(read.accepted, asked.permitted)),
    undefined,
  );
  const { routable, unroutable } = chooseLinks(routing, others, traffic);
  const forbidden = routable.length > 0 ? asked.refusal : undefined;
  return forbidden ?? refusalOfNone(unroutable);
}

function isOurs({ operator }: Unroutable<unknown>): boolean {
  return operator !== undefined;
}

const NOBODY: ReadonlySet<string> = new Set();

type Recipient = { readonly recipient: string };

function itemsOf(recipients: readonly string[]): readonly Recipient[] {
  return recipients.map((recipient) => ({ recipient }));
}

function lookUp(
  { request, sender, text, mustKnow }: Envelope & { readonly mustKnow: boolean },
  permitted: readonly Recipient[],
  context: AcceptContext,
): Promise<LookedUp | Refusal> {
  const { account, dryRun, idempotency } = request;
  const recipients = permitted.map(({ recipient }) => recipient);
  if (recipients.length === 0) return Promise.resolve({ located: [], lookups: undefined });
  const parts = text.parts * recipients.length;
  const about = { account, senderRoute: sender.route, parts, recipients };
  return context.lookUp({ ...about, mustKnow, mayAsk: true, dryRun, idempotency });
}

function leftOut(recipients: readonly string[], permitted: readonly Recipient[]): string[] {
  const kept = new Set(permitted.map(({ recipient }) => recipient));
  return recipients.filter((recipient) => !kept.has(recipient));
}

function trafficOf({ request, sender, template }: Envelope) {
  return {
    senderRoute: sender.route,
    category: template.category,
    accountId: request.account.id,
  };
}

function questionOf({ request, sender, template }: Envelope) {
  const { account, dryRun } = request;
  return { account, sender, template, dryRun };
}

type Reached = {
  readonly asked: Permitted<Recipient>;
  readonly routable: readonly Routable[];
  readonly unroutable: readonly Unroutable<Recipient>[];
  readonly lookups: Lookups | undefined;
};

function addressing(
  envelope: Envelope,
  read: RecipientList,
  { asked, routable, unroutable, lookups }: Reached,
): Addressing {
  const { text, alphabet, parts } = envelope.text;
  return {
    messages: routable.map(({ recipient, operatorId, linkId }) => {
      return { recipient, operatorId, linkId, text, alphabet, parts };
    }),
    filtered: [
      ...read.filtered.map(({ shown, reason }) => ({ shown, reason })),
      ...unroutable.map((it) => {
        return { shown: it.item.recipient, reason: it.reason, code: isOurs(it) ? 12 : 7 } as const;
      }),
      ...asked.filtered.map(({ item, reason }) => ({ shown: item.recipient, reason })),
    ],
    opening: asked.opening,
    counted: asked.counted,
    lookups,
  };
}

/** The numbers of a request; refused when they are too many, or none of them is one. */
function readNumbers(mobile: string): RecipientList | Refusal {
  const most = limit('recipientsPerRequest');
  const read = readRecipients(mobile);
  if (read.accepted.length + read.filtered.length > most) {
    return refuse('too_many_recipients', { recipients: String(most) });
  }
  if (read.accepted.length > 0) return read;
  return refusalOfAll(read.filtered);
}

/** None of the numbers can be used: one of each kind in the sentence, and all of them besides. */
function refusalOfAll(filtered: readonly FilteredEntry[]): Refusal {
  const wrong = (why: string): Refusal => refuse('no_valid_recipient', { why });
  const [first, ...others] = filtered;
  if (first === undefined) return wrong('no number is given');
  if (others.length === 0) return wrong(first.reason);
  const kinds = [...Map.groupBy(filtered, ({ code }) => code).values()].map((alike) => {
    const more = alike.length === 1 ? '' : ` (and ${alike.length - 1} more like it)`;
    return alike[0] === undefined ? '' : `${alike[0].shown}: ${alike[0].reason}${more}`;
  });
  const each = filtered.map(({ shown, reason }) => ({ shown, refusal: wrong(reason) }));
  return { ...wrong(kinds.join('; ')), each };
}
