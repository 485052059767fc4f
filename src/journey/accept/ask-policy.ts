import type { Account } from '../../domain/account/account.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { capsOf, type Cap, type CapScope } from '../../domain/policy/caps.ts';
import { hasHours, openingAt, type Opening } from '../../domain/policy/hours.ts';
import { weekOf } from '../../domain/policy/policy.ts';
import type { Counted } from '../../domain/policy/velocity.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import type { AcceptContext } from './accept-context.ts';

/** The numbers that may be written to, and those that may not, with the reason. */
export type Permitted<Item> = {
  readonly permitted: readonly Item[];
  readonly filtered: readonly Forbidden<Item>[];
  /** Why the whole request is refused when nobody of the permitted is left; undefined: all are. */
  readonly refusal: Refusal | undefined;
  /** How the hours of such messages stand; undefined: they have none. */
  readonly opening: Opening | undefined;
  /** What the permitted ones were counted with; undefined: no cap looks at them. */
  readonly counted: Counted | undefined;
};

/** A number that gets nothing. */
export type Forbidden<Item> = {
  readonly item: Item;
  readonly why: 'opted_out' | 'do_not_call' | 'too_many';
  /** Why, in words fit for any answer. */
  readonly reason: string;
};

/** What is sent, as far as policy looks at it. */
export type PolicyQuestion = {
  readonly account: Account;
  readonly sender: Sender;
  readonly template: Template;
  readonly dryRun: boolean;
};

/**
 * Leaves out the numbers that policy forbids (contract section 3, code 9). Promotional hours forbid
 * nothing: they say when it leaves.
 */
export async function askPolicy<Item extends Recipient>(
  question: PolicyQuestion,
  recipients: readonly Item[],
  context: AcceptContext,
): Promise<Permitted<Item>> {
  const { account, sender } = question;
  const willing = await applyOptOuts(question, recipients, context);
  const opening = openingOf(question, context);
  const caps = capsOf(context.policy.caps, account.id, sender.route);
  if (caps.length === 0 || willing.permitted.length === 0) {
    return { ...willing, opening, counted: undefined };
  }
  const capped = applyCaps(question, caps, { permitted: willing.permitted, context });
  const filtered = [...willing.filtered, ...capped.filtered];
  return { ...capped, filtered, refusal: capped.refusal ?? willing.refusal, opening };
}

/** How the hours of such messages stand; undefined: they have none. */
export function openingOf(
  { account, sender, template }: PolicyQuestion,
  { policy, now }: Pick<AcceptContext, 'policy'> & { readonly now: { readonly wallMs: number } },
): Opening | undefined {
  if (!hasHours(template.category, sender.route)) return undefined;
  return openingAt(weekOf(policy, account.id), now.wallMs);
}

type Recipient = { readonly recipient: string };

type Judged<Item> = Pick<Permitted<Item>, 'permitted' | 'filtered' | 'refusal'>;

const FORBIDDEN_WORDS = {
  opted_out: 'opted out',
  do_not_call: 'on the do-not-call register',
} as const;

/** Leaves out who opted out of this account's messages, or is on the do-not-call register. */
async function applyOptOuts<Item extends Recipient>(
  { account, template }: PolicyQuestion,
  recipients: readonly Item[],
  context: AcceptContext,
): Promise<Judged<Item>> {
  const promotional = template.category === 'promotional';
  const all = { permitted: recipients, filtered: [], refusal: undefined };
  if (!account.hasOptouts && !promotional) return all;
  const forbidden = await context.forbidden({
    accountId: account.id,
    recipients: recipients.map(({ recipient }) => recipient),
    promotional,
  });
  if (forbidden.size === 0) return all;
  const permitted: Item[] = [];
  const filtered: Forbidden<Item>[] = [];
  for (const item of recipients) {
    const why = forbidden.get(item.recipient);
    if (why === undefined) permitted.push(item);
    else filtered.push({ item, why, reason: FORBIDDEN_WORDS[why] });
  }
  const optedOut = [...forbidden.values()].includes('opted_out');
  const refusal = refuse(optedOut ? 'rejected_opted_out' : 'rejected_do_not_call');
  return { permitted, filtered, refusal };
}

/** How a cap is called in a refusal. */
const SCOPE_WORDS: Readonly<Record<CapScope, string>> = {
  number: 'to one number',
  block: 'to one block of numbers',
  template: 'of one template',
  account: 'of one account by this route',
};

/** Leaves out who was sent too much lately. */
function applyCaps<Item extends Recipient>(
  { account, template, dryRun }: PolicyQuestion,
  caps: readonly Cap[],
  { permitted, context }: Pick<Judged<Item>, 'permitted'> & { readonly context: AcceptContext },
): Judged<Item> & { readonly counted: Counted } {
  const judged = context.velocity.take(
    { accountId: account.id, templateId: template.id, caps },
    permitted,
    { nowMs: context.now.monotonicMs, isTrial: dryRun },
  );
  const [first] = judged.over;
  const refusal = first && tooMany(first.cap);
  const filtered = judged.over.map(({ item, cap }) => ({
    item,
    why: 'too_many' as const,
    reason: `too many messages ${SCOPE_WORDS[cap.scope]}`,
  }));
  return { permitted: judged.permitted, filtered, refusal, counted: judged.counted };
}

function tooMany({ most, minutes, scope }: Cap): Refusal {
  const details = { most: String(most), minutes: String(minutes), what: SCOPE_WORDS[scope] };
  return refuse('rejected_too_many', details);
}
