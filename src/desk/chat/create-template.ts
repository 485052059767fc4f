import { composeComponents } from '../../domain/chat/compose-components.ts';
import type { ChatProposal } from '../../domain/chat/proposal.ts';
import { faultsOfProposal } from '../../domain/chat/template-rules.ts';
import { withoutSamples } from '../../domain/chat/without-samples.ts';
import type { AccountId, ChatMediaId, ChatTemplateId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { findAccountPlan } from '../../store/chat/account-plan.ts';
import type { BusinessRecord } from '../../store/chat/businesses.ts';
import {
  insertChatTemplate,
  recordTemplate,
  removeChatTemplate,
} from '../../store/chat/record-templates.ts';
import { countChatTemplates, findChatTemplate } from '../../store/chat/templates.ts';
import { changeAccount, changed, refuse, type Outcome } from '../desk.ts';
import { findAccess } from './find-access.ts';
import { refuseBy, type ChatDesk, type ChatOutcome } from './chat-desk.ts';
import { prepareSample } from './prepare-sample.ts';

export type CreateChatTemplate = {
  readonly accountId: AccountId;
  /** The platform's id of a business account; undefined: the account's only or first one. */
  readonly business: string | undefined;
  readonly proposal: ChatProposal;
};

/** Stands as the state of a template from our commit until the platform's answer. */
export const CREATING = 'creating';

/**
 * Proposes a template to the platform. Its row is there before the platform is asked, so that what
 * a crash or a lost answer leaves behind is found by the next sync; what the platform refuses
 * leaves nothing.
 */
export async function createChatTemplate(
  desk: ChatDesk,
  input: CreateChatTemplate,
): Promise<ChatOutcome<ChatTemplateId>> {
  const { accountId, proposal } = input;
  const [fault] = faultsOfProposal(proposal);
  if (fault !== undefined) return refuse(fault.pointer, fault.rule);
  const opened = await findAccess(desk, accountId, input.business);
  if (!opened.ok) return opened;
  const { access, business } = opened.value;
  const sample = await prepareSample(desk, {
    accountId,
    business,
    access,
    header: proposal.header,
  });
  if (!sample.ok) return sample;
  const { handle, mediaId } = sample.value;
  const components = composeComponents(proposal, handle);
  const begun = await begin(desk, input, {
    business,
    components: withoutSamples(components),
    mediaId,
  });
  if (!begun.ok) return begun;
  const id = begun.value;
  const { name, language, category } = proposal;
  const wire = { name, language, category, components };
  const outcome = await desk.platform.createTemplate(access, wire);
  const deed = { action: 'chat.template.answer', accountId };
  if (outcome.kind === 'lost') return refuseBy(outcome, 'name');
  if (outcome.kind !== 'done') {
    const undone = await changeAccount(desk, deed, async (transaction) => {
      await removeChatTemplate(transaction, { accountId, id }, CREATING);
      return changed(undefined, { id, refused: outcome.kind });
    });
    return undone.ok ? refuseBy(outcome, 'name') : undone;
  }
  const { state, id: platformId, category: decided } = outcome.value;
  const answered = await changeAccount(desk, deed, async (transaction) => {
    const answer = { id, state, platformId, category: { asked: category, decided } };
    await recordAnswer(desk, transaction, { accountId, ...answer });
    return changed(id, { id, platformId, state });
  });
  return answered;
}

type Prepared = {
  readonly business: BusinessRecord;
  readonly components: unknown;
  readonly mediaId: ChatMediaId | undefined;
};

/** Takes a place in the plan and writes the row. */
function begin(
  desk: ChatDesk,
  { accountId, proposal }: CreateChatTemplate,
  { business, components, mediaId }: Prepared,
): Promise<Outcome<ChatTemplateId>> {
  const { name, language, category } = proposal;
  return changeAccount(desk, { action: 'chat.template.create', accountId }, async (transaction) => {
    const most = (await findAccountPlan(transaction, accountId)).templatesMost;
    if ((await countChatTemplates(transaction, accountId)) >= most) {
      return refuse('plan', `allows ${most} templates, and the account has them`);
    }
    const row = { accountId, businessId: business.id, name, language, category, components };
    const none = { platformId: undefined, reason: undefined, quality: undefined };
    const rest = { state: CREATING, source: undefined, sampleId: mediaId, ...none };
    const told = { atMs: desk.clock.nowMs(), actor: desk.actor };
    const id = await insertChatTemplate(transaction, { ...row, ...rest }, told);
    if (id === undefined) return refuse('name', 'is taken in this language');
    return changed(id, { id, name, language, category });
  });
}

type Answered = {
  readonly accountId: AccountId;
  readonly id: ChatTemplateId;
  readonly state: string;
  readonly platformId: string;
  readonly category: { readonly asked: string; readonly decided: string };
};

/**
 * An event may have told of the template before the answer came: then its state stands, and so does
 * a category that is not the one asked for any more.
 */
async function recordAnswer(
  { clock }: ChatDesk,
  transaction: Transaction,
  { accountId, id, state, platformId, category: { asked, decided } }: Answered,
): Promise<void> {
  const told = { atMs: clock.nowMs(), actor: 'platform' };
  const now = await findChatTemplate(transaction, accountId, id);
  const news = {
    platformId,
    ...(now?.state === CREATING ? { state } : {}),
    ...(now?.category === asked ? { category: decided } : {}),
  };
  await recordTemplate(transaction, { accountId, id }, news, told);
}
