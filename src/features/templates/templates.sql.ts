/** Templates of texts. */
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import type { Template } from '../../domain/template/template.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

/** A wording, and the rules for its variables. */
type Wording = Pick<Template, 'message' | 'category' | 'variables'>;

/** The versions of a template's wordings. */
type Version = {
  /** The version in force, or the only one. */
  readonly version: number;
  /** The wording that is waiting while another is approved; undefined: none. */
  readonly proposed: ProposedWording | undefined;
};
type ProposedWording = Wording & { readonly version: number };

type TemplateRecord = Omit<Template, 'variables' | 'wording' | 'onlyTo'> &
  Version & {
    readonly accountId: AccountId;
    readonly account: string;
    readonly reason: string | undefined;
    readonly createdAtMs: number;
    /** It goes to confirmed numbers of the account's own people alone. */
    readonly ownNumbersOnly: boolean;
  };

/** Which templates are asked for; undefined: all. */
type TemplateSearch = {
  readonly accountId: AccountId | undefined;
  readonly state: Template['state'] | undefined;
  /** Older than this one. */
  readonly beforeId: number | undefined;
  readonly most: number;
};

/** Templates of an account, or of all, newest first. */
export const listTemplates = read.many<TemplateSearch, TemplateRecord>(
  'list-templates',
  `select t.account_id, a.name as account, t.id, t.name, t.message, t.category, t.state, t.reason,
    t.validity_minutes, t.created_at, t.version, t.proposed, t.own_numbers_only
  from templates t join accounts a on a.id = t.account_id
  where (:accountId::bigint is null or t.account_id = :accountId)
    and (:state::text is null or t.state = :state
         or (:state = 'waiting' and t.proposed is not null))
    and (:beforeId::bigint is null or t.id < :beforeId)
  order by t.id desc
  limit :most`,
);

const INSERT = statement<{ readonly id: TemplateId }>(
  'insert-template',
  `insert into templates (account_id, name, message, variables, category, state, created_at,
                         own_numbers_only)
  values (:accountId, :name, :message, :variables::jsonb, :category, 'waiting', @atMs,
          :ownNumbersOnly)
  returning id`,
);

type NewTemplate = Wording &
  Pick<Template, 'name'> & {
    /** Whether it goes to confirmed numbers of the account's own people alone. */
    readonly ownNumbersOnly?: boolean;
  };

/** Writes a template that waits for approval. Gives its id. */
export async function insertTemplate(
  transaction: Transaction,
  accountId: AccountId,
  { ownNumbersOnly = false, ...template }: NewTemplate,
  { atMs, actor }: Told,
): Promise<TemplateId> {
  const values = { ...template, ownNumbersOnly, accountId, atMs };
  const { id } = only(await transaction.run(INSERT, values));
  const { message, category, variables } = template;
  const change = { what: 'proposed', version: 1, message, category, variables } as const;
  await insertChange(transaction, { accountId, id, ...change, reason: undefined, atMs, actor });
  return id;
}

type WordingAsk = {
  readonly accountId: AccountId;
  readonly message: string;
  /** Another one than this; 0: any. */
  readonly but: number;
};

/** An account's template of this wording, rather one that is not rejected. */
export const findWording = read.one<WordingAsk, Pick<Template, 'id' | 'state'>>(
  'find-wording',
  `select id, state from templates
  where account_id = :accountId and message = :message and id <> :but
  order by state = 'rejected', id limit 1`,
);

type Named = { readonly accountId: AccountId; readonly id: number };

/** When, and by whom: `staff:ayesha@example.com`, `key:17`. */
type Told = { readonly atMs: number; readonly actor: string };

type Locked = Version &
  Pick<Template, 'name' | 'category' | 'state'> & {
    /** The newest version that was proposed, whatever became of it. */
    readonly lastVersion: number;
  };

/** A template, locked until the transaction ends; undefined: the account has no such one. */
export const lockTemplate = write.one<Named, Locked>(
  'lock-template',
  `select name, category, state, version, last_version, proposed from templates
  where account_id = :accountId and id = :id for update`,
);

const PROPOSE = statement(
  'propose-wording',
  `update templates
  set proposed = :proposed::jsonb, proposed_at = @atMs, last_version = :version
  where account_id = :accountId and id = :id`,
);

const REPLACE = statement(
  'replace-wording',
  `update templates set message = :message, variables = :variables::jsonb, category = :category,
    version = :version, last_version = :version, state = 'waiting', reason = null,
    decided_at = null, proposed = null, proposed_at = null
  where account_id = :accountId and id = :id`,
);

/** Writes a new wording: beside the approved one, or replacing one that nobody may use. */
export async function writeWording(
  transaction: Transaction,
  template: Named,
  wording: ProposedWording & { readonly isBeside: boolean },
  { atMs, actor }: Told,
): Promise<void> {
  const { isBeside, ...proposed } = wording;
  const { version } = proposed;
  if (isBeside) await transaction.run(PROPOSE, { ...template, proposed, version, atMs });
  else await transaction.run(REPLACE, { ...template, ...proposed });
  const change = { ...proposed, what: 'proposed', reason: undefined } as const;
  await insertChange(transaction, { ...template, ...change, atMs, actor });
}

type TemplateDecision = {
  readonly id: number;
  readonly state: 'approved' | 'rejected';
  /** The version it is about. */
  readonly version: number;
  /** Why it was rejected. */
  readonly reason: string | undefined;
};

const DECIDE = statement(
  'decide-template',
  `update templates set state = :state, reason = :reason, decided_at = @atMs
  where account_id = :accountId and id = :id`,
);

const ADOPT = statement(
  'adopt-wording',
  `update templates set message = proposed ->> 'message', category = proposed ->> 'category',
    variables = proposed -> 'variables', version = (proposed ->> 'version')::int,
    reason = null, decided_at = @atMs, proposed = null, proposed_at = null
  where account_id = :accountId and id = :id and proposed is not null`,
);

const DISMISS = statement(
  'dismiss-wording',
  `update templates set proposed = null, proposed_at = null
  where account_id = :accountId and id = :id`,
);

/**
 * Decides on the wording waiting beside the approved one, which stays in force if it is rejected;
 * if there is none, on the template itself. Lock the template first.
 */
export async function decideTemplate(
  transaction: Transaction,
  accountId: AccountId,
  decision: TemplateDecision & { readonly isBeside: boolean },
  { atMs, actor }: Told,
): Promise<void> {
  const { id, state, version, reason, isBeside } = decision;
  if (!isBeside) await transaction.run(DECIDE, { accountId, id, state, reason, atMs });
  else if (state === 'approved') await transaction.run(ADOPT, { accountId, id, atMs });
  else await transaction.run(DISMISS, { accountId, id });
  const nothing = { message: undefined, category: undefined, variables: undefined };
  const change = { what: state, version, reason, ...nothing, atMs, actor };
  await insertChange(transaction, { accountId, id, ...change });
}

type TextTemplateChange = {
  readonly atMs: number;
  readonly what: 'proposed' | 'approved' | 'rejected';
  readonly version: number;
  /** The proposed text. */
  readonly message: string | undefined;
  readonly category: Template['category'] | undefined;
  readonly variables: Template['variables'] | undefined;
  readonly reason: string | undefined;
  /** undefined: it is older than this column. */
  readonly actor: string | undefined;
};

const insertChange = write.run<Named & TextTemplateChange>(
  'insert-text-template-change',
  `insert into template_changes
    (account_id, template_id, at, what, version, message, category, variables, reason, actor)
  values (:accountId, :id, @atMs, :what, :version, :message, :category, :variables::jsonb, :reason,
          :actor)`,
);

/** A template's history, newest first. */
export const listTextTemplateChanges = read.many<Named & { most: number }, TextTemplateChange>(
  'list-text-template-changes',
  `select at, what, version, message, category, variables, reason, actor from template_changes
  where account_id = :accountId and template_id = :id
  order by id desc limit :most`,
);

/** False when the account has no such template; `minutes` undefined: the sender route's default. */
export const setTemplateValidity = write.any<{
  id: number;
  minutes: number | undefined;
  accountId: AccountId;
}>(
  'set-template-validity',
  `update templates set validity_minutes = :minutes
  where account_id = :accountId and id = :id returning id`,
);

export type AccountTemplate = Omit<Template, 'wording' | 'onlyTo'> &
  Version & {
    /** It goes to confirmed numbers of the account's own people alone. */
    readonly ownNumbersOnly: boolean;
    readonly reason: string | undefined;
    readonly createdAtMs: number;
    readonly decidedAtMs: number | undefined;
    readonly proposedAtMs: number | undefined;
  };

const OWN = `
  select id, name, message, variables, category, state, reason, validity_minutes, created_at,
    decided_at, version, proposed, proposed_at, own_numbers_only
  from templates where account_id = :accountId`;

export const listAccountTemplates = read.many<
  Pick<TemplateSearch, 'state' | 'beforeId' | 'most'> & { accountId: AccountId },
  AccountTemplate
>(
  'list-account-templates',
  `${OWN} and id < coalesce(:beforeId::bigint, 9223372036854775807)
    and (:state::text is null or state = :state
         or (:state = 'waiting' and proposed is not null))
  order by id desc limit :most`,
);

export const findTemplate = read.one<{ accountId: AccountId; id: TemplateId }, AccountTemplate>(
  'find-account-template',
  `${OWN} and id = :id`,
);

/** Gives its name; undefined: the account has no such template. */
export const deleteTemplate = write.maybeValue<
  { readonly accountId: AccountId; readonly id: TemplateId },
  { readonly name: string }
>(
  'delete-template',
  'delete from templates where account_id = :accountId and id = :id returning name',
);
