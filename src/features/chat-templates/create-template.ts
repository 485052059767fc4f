import {
  type ChatProposal,
  composeComponents,
  withoutSamples,
} from '../../domain/chat/components.ts';
import { faultsOfProposal } from '../../domain/chat/template.ts';
import { factsOfTemplate } from '../../domain/event/chat-facts.ts';
import type { ChatMediaId, ChatTemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { type BusinessRecord, findAccountPlan } from '../../store/chat/businesses.ts';
import {
  insertChatTemplate,
  recordTemplate,
  removeChatTemplate,
} from '../../store/chat/template-changes.ts';
import { countChatTemplates, findChatTemplate } from '../../store/chat/templates.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import {
  changeAccount,
  changed,
  refuse,
  type Admin,
  type Outcome,
} from '../../operations/admin.ts';
import {
  keep,
  once,
  recall,
  STILL_RUNNING,
  unkeep,
  type Keyed,
  type KeyRefused,
  type Once,
} from '../../operations/once.ts';
import { findAccess } from '../chat-numbers/find-access.ts';
import { refuseBy, type ChatAdmin, type ChatRefused } from '../chat-numbers/chat-admin.ts';
import { prepareSamples } from './prepare-sample.ts';

type CreateChatTemplate = Keyed & {
  /** The platform's id of a business account; undefined: the account's only or first one. */
  readonly business: string | undefined;
  readonly proposal: ChatProposal;
};

/** A template's state from our commit until the platform's answer. */
export const CREATING = 'creating';

type CreatedChatTemplate =
  /** `replayed`: an earlier request with the same key created it. */
  | { readonly ok: true; readonly value: ChatTemplateId; readonly replayed: boolean }
  | (ChatRefused & KeyRefused);

/** What is kept under a request's key. */
type Begun = {
  readonly id: ChatTemplateId;
  /** Until then the platform may still be asked, and its answer recorded; 0: no longer. */
  readonly askingUntilMs: number;
};

/** Twice the platform's timeout: the rest is for our commits. */
const ASKING_MS = 2 * limit('chatAdminTimeoutMs');

/**
 * Proposes a template to the platform. Its row is written before the platform is asked, so that the
 * next sync finds whatever a crash or lost answer left behind; a refusal by the platform leaves
 * nothing. The request's key is kept with the row and deleted with it: a repeat never asks the
 * platform again, and returns the template, whatever became of it.
 */
export async function createChatTemplate(
  admin: ChatAdmin,
  input: CreateChatTemplate,
): Promise<CreatedChatTemplate> {
  const { accountId, proposal } = input;
  const [fault] = faultsOfProposal(proposal);
  if (fault !== undefined) return refuse(fault.pointer, fault.rule);
  // Before a sample is fetched and uploaded to the platform again.
  const known = await look(admin, input);
  if (known !== undefined) return repeated(admin, known);
  const opened = await findAccess(admin, accountId, input.business);
  if (!opened.ok) return opened;
  const { access, business } = opened.value;
  const { header, cards } = proposal;
  const sample = await prepareSamples(admin, { accountId, business, access, header, cards });
  if (!sample.ok) return sample;
  const { handle, mediaId, cardHandles } = sample.value;
  const components = composeComponents(proposal, handle, cardHandles);
  const prepared = { business, components: withoutSamples(components), mediaId };
  const begun = await once(admin, input, (own) => begin(own, input, prepared));
  if (!begun.ok || begun.replayed) return repeated(admin, begun);
  const { id } = begun.value;
  const { name, language, category } = proposal;
  const wire = { name, language, category, components };
  const outcome = await admin.platform.createTemplate(access, wire);
  switch (outcome.kind) {
    case 'done': {
      const { id: platformId, state, category: decided } = outcome.value;
      const made = await finish(admin, input, { id, platformId, state, category: decided });
      return made.ok ? { ...made, replayed: false } : made;
    }
    case 'lost':
      if (input.idempotency !== undefined) {
        await admin.transact((transaction) => keepOver(admin, transaction, input, id));
      }
      return refuseBy(outcome, 'name');
    case 'refused':
    case 'unsent': {
      const undone = await undo(admin, input, { id, why: outcome.kind });
      return undone.ok ? refuseBy(outcome, 'name') : undone;
    }
  }
}

/** What is kept under a request's key; undefined: nothing, or there is no key. */
async function look(admin: ChatAdmin, input: CreateChatTemplate): Promise<Once<Begun> | undefined> {
  if (input.idempotency === undefined) return undefined;
  return admin.transact((transaction) => recall<Begun>(admin, transaction, input));
}

/** For a repeat: the template that the first request created, once that request is over. */
function repeated({ clock }: ChatAdmin, known: Once<Begun>): CreatedChatTemplate {
  if (!known.ok) return known;
  const { id, askingUntilMs } = known.value;
  return clock.nowMs() < askingUntilMs ? STILL_RUNNING : { ok: true, value: id, replayed: true };
}

type Prepared = {
  readonly business: BusinessRecord;
  readonly components: unknown;
  readonly mediaId: ChatMediaId | undefined;
};

/** Takes a place in the plan and writes the row. */
function begin(
  admin: Admin,
  { accountId, proposal }: CreateChatTemplate,
  { business, components, mediaId }: Prepared,
): Promise<Outcome<Begun>> {
  const { name, language, category } = proposal;
  return changeAccount(
    admin,
    { action: 'chat.template.create', accountId },
    async (transaction) => {
      const most = (await findAccountPlan(transaction, accountId)).templatesMost;
      if ((await countChatTemplates(transaction, { accountId })) >= most) {
        return refuse('plan', `allows ${most} templates, and the account has them`);
      }
      const row = { accountId, businessId: business.id, name, language, category, components };
      const none = { platformId: undefined, reason: undefined, quality: undefined };
      const rest = { state: CREATING, source: undefined, sampleId: mediaId, ...none };
      const atMs = admin.clock.nowMs();
      const told = { atMs, actor: admin.actor };
      const id = await insertChatTemplate(transaction, { ...row, ...rest }, told);
      if (id === undefined) return refuse('name', 'is taken in this language');
      return changed({ id, askingUntilMs: atMs + ASKING_MS }, { id, name, language, category });
    },
  );
}

/** Records that the platform is no longer being asked: from now on repeats return the template. */
function keepOver(
  admin: Admin,
  transaction: Transaction,
  input: CreateChatTemplate,
  id: ChatTemplateId,
): Promise<void> {
  const begun: Begun = { id, askingUntilMs: 0 };
  return keep(admin, transaction, input, begun);
}

const ANSWER = 'chat.template.answer';

/** The platform refused it: deletes the row and frees the key. */
function undo(
  admin: Admin,
  input: CreateChatTemplate,
  { id, why }: { readonly id: ChatTemplateId; readonly why: 'refused' | 'unsent' },
): Promise<Outcome<undefined>> {
  const { accountId } = input;
  return changeAccount(admin, { action: ANSWER, accountId }, async (transaction) => {
    await removeChatTemplate(transaction, { accountId, id }, CREATING);
    await unkeep(transaction, input);
    return changed(undefined, { id, refused: why });
  });
}

type Taken = {
  readonly id: ChatTemplateId;
  readonly platformId: string;
  readonly state: string;
  readonly category: string;
};

/**
 * The platform accepted it: records its answer. If an event reported on the template before the
 * answer came, the event's state stands, and so does a category that differs from the requested
 * one.
 */
function finish(
  admin: Admin,
  input: CreateChatTemplate,
  { id, platformId, state, category }: Taken,
): Promise<Outcome<ChatTemplateId>> {
  const { accountId, proposal } = input;
  return changeAccount(admin, { action: ANSWER, accountId }, async (transaction) => {
    const told = { atMs: admin.clock.nowMs(), actor: 'platform' };
    const now = await findChatTemplate(transaction, { accountId, id });
    const news = {
      platformId,
      ...(now?.state === CREATING ? { state } : {}),
      ...(now?.category === proposal.category ? { category } : {}),
    };
    const recorded = await recordTemplate(transaction, { accountId, id }, news, told);
    await noteFacts(transaction, factsOfTemplate(recorded), { atMs: told.atMs });
    await keepOver(admin, transaction, input, id);
    return changed(id, { id, platformId, state });
  });
}
