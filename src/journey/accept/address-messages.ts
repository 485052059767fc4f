import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { OperatorId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { CheckedRequest, SendRequest } from '../../domain/message/draft.ts';
import type { Lookups } from '../../domain/portability/directory.ts';
import type { FilteredEntry, RecipientList } from '../../domain/recipient/recipient.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import { forEachYielding, piecesOf } from '@paigham/base/yielding.ts';
import { askPolicy, type Permitted } from './ask-policy.ts';
import { chooseLinks, refusalOfNone, type Routable, type Unroutable } from './choose-links.ts';
import { findOperators, type Located, type Way } from './find-operators.ts';
import type { SettledText } from './settle-text.ts';
import type { LookedUp, AcceptContext } from './accept-context.ts';

/** A checked text and its recipients. */
export type Envelope = {
  readonly request: Pick<
    SendRequest,
    'account' | 'dryRun' | 'idempotency' | 'sendAtMs' | 'sendHours'
  >;
  readonly recipients: RecipientList;
  readonly sender: Sender;
  readonly template: Template;
  readonly text: SettledText;
  /** For recipients who get a text of their own. */
  readonly texts?: ReadonlyMap<string, SettledText>;
  /** How to find the operators of its numbers. */
  readonly way: Way;
};

export type Addressing = Pick<
  CheckedRequest,
  'messages' | 'filtered' | 'opening' | 'counted' | 'lookups'
>;

/**
 * One message for each number that can be reached (contract section 4). The others are filtered out
 * and reported. When none is left, the request is refused: 12 when an operator is known but no rule
 * leads to it, else 9 when policy forbids the numbers that could be reached, else 7.
 */
export async function addressMessages(
  envelope: Envelope,
  context: AcceptContext,
): Promise<Addressing | Refusal> {
  const { recipients: read, way } = envelope;
  const refusal = refusalOfNumbers(read);
  if (refusal !== undefined) return refusal;
  if (way.kind === 'looked_up') {
    return addressLookedUp({ ...envelope, mustKnow: way.mustKnow }, read, context);
  }
  const { routable, unroutable } = await reach(envelope, way.network, context);
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

/** The link for each number, whose operator is `network` or the holder of its prefix. */
async function reach(
  envelope: Envelope,
  network: OperatorId | undefined,
  { routing }: Pick<AcceptContext, 'routing'>,
): Promise<ReturnType<typeof chooseLinks<Recipient & Located>>> {
  const traffic = trafficOf(envelope);
  const pieces = piecesOf(envelope.recipients.accepted, limit('rowsInPiece'));
  const chosen = await forEachYielding(pieces, 1, (piece) =>
    chooseLinks(routing, findOperators(routing, itemsOf(piece), network), traffic),
  );
  return {
    routable: chosen.flatMap((it) => it.routable),
    unroutable: chosen.flatMap((it) => it.unroutable),
  };
}

/**
 * The same where numbers are looked up: policy comes first, so that no number it excludes is asked
 * about or paid for.
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
      const { lookups } = found;
      return await addressing(envelope, read, { asked, routable, unroutable, lookups });
    }
  } finally {
    if (!reached) asked.counted?.keepOnly(NOBODY);
  }
  if (strange.some(isOurs)) return refusalOfNone(strange);
  // By prefix: numbers that policy excludes are not looked up.
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
  { request, sender, text, texts, mustKnow }: Envelope & { readonly mustKnow: boolean },
  permitted: readonly Recipient[],
  context: AcceptContext,
): Promise<LookedUp | Refusal> {
  const { account, dryRun, idempotency } = request;
  const recipients = permitted.map(({ recipient }) => recipient);
  if (recipients.length === 0) return Promise.resolve({ located: [], lookups: undefined });
  const partsOf = (recipient: string): number => (texts?.get(recipient) ?? text).parts;
  const parts = recipients.reduce((sum, recipient) => sum + partsOf(recipient), 0);
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
    isTest: request.account.isTest,
  };
}

function questionOf({ request, sender, template }: Envelope) {
  const { account, dryRun, sendAtMs, sendHours } = request;
  return { account, sender, template, dryRun, sendAtMs, sendHours };
}

type Reached = {
  readonly asked: Permitted<Recipient>;
  readonly routable: readonly Routable[];
  readonly unroutable: readonly Unroutable<Recipient>[];
  readonly lookups: Lookups | undefined;
};

async function addressing(
  envelope: Envelope,
  read: RecipientList,
  { asked, routable, unroutable, lookups }: Reached,
): Promise<Addressing> {
  const perTurn = limit('rowsInPiece');
  return {
    messages: await forEachYielding(routable, perTurn, ({ recipient, operatorId, linkId }) => {
      const { text, alphabet, parts } = envelope.texts?.get(recipient) ?? envelope.text;
      return { recipient, operatorId, linkId, text, alphabet, parts };
    }),
    filtered: [
      ...read.filtered.map(({ shown, reason, code }) => {
        return { shown, reason, word: code === 'repeated' ? code : 'no_valid_recipient' } as const;
      }),
      ...unroutable.map((it) => {
        const about = { shown: it.item.recipient, reason: it.reason };
        if (isOurs(it)) return { ...about, code: 12, word: 'no_route' } as const;
        return { ...about, code: 7, word: 'recipient_unroutable' } as const;
      }),
      ...asked.filtered.map(({ item, why, reason }) => {
        return { shown: item.recipient, reason, code: 9, word: `rejected_${why}` } as const;
      }),
    ],
    opening: asked.opening,
    counted: asked.counted,
    lookups,
  };
}

/** Why the numbers are refused: there are too many, or none is valid. */
export function refusalOfNumbers({ accepted, filtered }: RecipientList): Refusal | undefined {
  const most = limit('recipientsPerRequest');
  if (accepted.length + filtered.length > most) {
    return refuse('too_many_recipients', { recipients: String(most) });
  }
  return accepted.length > 0 ? undefined : refusalOfAll(filtered);
}

/** None of the numbers can be used: the sentence shows one of each kind. */
function refusalOfAll(filtered: readonly FilteredEntry[]): Refusal {
  const wrong = (why: string): Refusal => refuse('no_valid_recipient', { why });
  const [first, ...others] = filtered;
  if (first === undefined) return wrong('no number is given');
  if (others.length === 0) return wrong(first.reason);
  const kinds = [...Map.groupBy(filtered, ({ code }) => code).values()].map((alike) => {
    const more = alike.length === 1 ? '' : ` (and ${alike.length - 1} more like it)`;
    return alike[0] === undefined ? '' : `${alike[0].shown}: ${alike[0].reason}${more}`;
  });
  // One more than answers list: they say that there are more.
  const listed = filtered.slice(0, limit('resultsPerAnswer') + 1);
  const each = listed.map(({ shown, reason }) => ({ shown, refusal: wrong(reason) }));
  return { ...wrong(kinds.join('; ')), each };
}
