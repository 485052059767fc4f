import type { Account } from '../../domain/account/account.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { FilteredRecipient } from '../../domain/message/draft.ts';
import { capsOf, type Cap, type CapScope } from '../../domain/policy/caps.ts';
import { hasHours, openingAt, type Opening } from '../../domain/policy/hours.ts';
import { weekOf } from '../../domain/policy/policy.ts';
import type { Counted } from '../../domain/policy/velocity.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import type { Routable } from './choose-links.ts';
import type { Surroundings } from './surroundings.ts';

/** The numbers that may be written to, and those that may not, with the reason. */
export type Permitted = {
  readonly permitted: readonly Routable[];
  readonly filtered: readonly FilteredRecipient[];
  /** How the hours of such messages stand; undefined: they have none. */
  readonly opening: Opening | undefined;
  /** What the permitted ones were counted with; undefined: no cap looks at them. */
  readonly counted: Counted | undefined;
};

/** What is sent, as far as policy looks at it. */
export type PolicyQuestion = {
  readonly account: Account;
  readonly sender: Sender;
  readonly template: Template;
  readonly dryRun: boolean;
};

/**
 * Leaves out the numbers that policy forbids (contract section 3, code 9): per recipient, and for
 * the whole request when nobody is left. Promotional hours forbid nothing: they say when it leaves.
 */
export async function askPolicy(
  question: PolicyQuestion,
  routable: readonly Routable[],
  around: Surroundings,
): Promise<Permitted | Refusal> {
  const { account, sender, template } = question;
  const wishes = await heedWishes(question, routable, around);
  if ('reason' in wishes) return wishes;
  const opening = hasHours(template.category, sender.route)
    ? openingAt(weekOf(around.policy, account.id), around.now.wallMs)
    : undefined;
  const caps = capsOf(around.policy.caps, account.id, sender.route);
  if (caps.length === 0) return { ...wishes, opening, counted: undefined };
  const capped = heedCaps(question, caps, { permitted: wishes.permitted, around });
  if ('reason' in capped) return capped;
  const filtered = [...wishes.filtered, ...capped.filtered];
  return { permitted: capped.permitted, filtered, opening, counted: capped.counted };
}

type Heeded = Pick<Permitted, 'permitted' | 'filtered'>;

const WISH_WORDS = {
  opted_out: 'opted out',
  do_not_call: 'on the do-not-call register',
} as const;

/** What recipients have said: to this account, and to everybody. */
async function heedWishes(
  { account, template }: PolicyQuestion,
  routable: readonly Routable[],
  around: Surroundings,
): Promise<Heeded | Refusal> {
  const promotional = template.category === 'promotional';
  if (!account.hasOptouts && !promotional) return { permitted: routable, filtered: [] };
  const forbidden = await around.forbidden({
    accountId: account.id,
    recipients: routable.map(({ recipient }) => recipient),
    promotional,
  });
  if (forbidden.size === 0) return { permitted: routable, filtered: [] };
  const permitted = routable.filter(({ recipient }) => !forbidden.has(recipient));
  if (permitted.length === 0) {
    const wished = [...forbidden.values()].includes('opted_out');
    return refuse(wished ? 'rejected_opted_out' : 'rejected_do_not_call');
  }
  const filtered = [...forbidden].map(([shown, why]) => ({ shown, reason: WISH_WORDS[why] }));
  return { permitted, filtered };
}

/** How a cap is called in a refusal. */
const SCOPE_WORDS: Readonly<Record<CapScope, string>> = {
  number: 'to one number',
  block: 'to one block of numbers',
  template: 'of one template',
  account: 'of one account by this route',
};

/** What was accepted lately. */
function heedCaps(
  { account, template, dryRun }: PolicyQuestion,
  caps: readonly Cap[],
  { permitted, around }: Pick<Heeded, 'permitted'> & { readonly around: Surroundings },
): (Heeded & { readonly counted: Counted }) | Refusal {
  const judged = around.velocity.take(
    { accountId: account.id, templateId: template.id, caps },
    permitted,
    { nowMs: around.now.monotonicMs, isTrial: dryRun },
  );
  const [first] = judged.over;
  if (first !== undefined && judged.permitted.length === 0) {
    const { most, minutes, scope } = first.cap;
    const details = { most: String(most), minutes: String(minutes), what: SCOPE_WORDS[scope] };
    return refuse('rejected_too_many', details);
  }
  const filtered = judged.over.map(({ recipient, cap }) => ({
    shown: recipient,
    reason: `too many messages ${SCOPE_WORDS[cap.scope]}`,
  }));
  return { permitted: judged.permitted, filtered, counted: judged.counted };
}
