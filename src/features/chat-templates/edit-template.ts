import {
  type ChatProposal,
  composeComponents,
  withoutSamples,
} from '../../domain/chat/components.ts';
import { faultsOfProposal } from '../../domain/chat/template.ts';
import type { AccountId, ChatTemplateId } from '../../domain/ids.ts';
import { noteEdit, recordTemplate, restoreSample } from '../../store/chat/template-changes.ts';
import { type ChatTemplateRecord, findChatTemplate } from '../../store/chat/templates.ts';
import { changeAccount, changed, refuse, type Outcome } from '../../operations/admin.ts';
import {
  NOT_A_TEMPLATE,
  refuseBy,
  UNKNOWN_THERE,
  type ChatAdmin,
  type ChatOutcome,
} from '../chat-numbers/chat-admin.ts';
import { findAccess } from '../chat-numbers/find-access.ts';
import { prepareSamples, type PreparedSamples } from './prepare-sample.ts';

type EditChatTemplate = {
  readonly accountId: AccountId;
  readonly id: ChatTemplateId;
  /** The whole proposal; name and language stay as they are. */
  readonly proposal: Omit<ChatProposal, 'name' | 'language'>;
};

const PENDING = 'pending';

/**
 * Proposes a new wording for a template. The template is pending from our commit on, so that any
 * event from the platform comes later; if the platform refuses, it stays as it was.
 */
export async function editChatTemplate(
  admin: ChatAdmin,
  input: EditChatTemplate,
): Promise<ChatOutcome<ChatTemplateId>> {
  const { accountId, id } = input;
  const before = await admin.transact((transaction) =>
    findChatTemplate(transaction, { accountId, id }),
  );
  if (before === undefined || before.state === 'deleted') {
    return NOT_A_TEMPLATE;
  }
  const { name, language } = before;
  const proposal: ChatProposal = { ...input.proposal, name, language };
  const [fault] = faultsOfProposal(proposal);
  if (fault !== undefined) return refuse(fault.pointer, fault.rule);
  if (before.platformId === undefined) return refuse('template', UNKNOWN_THERE);
  const opened = await findAccess(admin, accountId, before.businessPlatformId);
  if (!opened.ok) return opened;
  const { access } = opened.value;
  const { header, cards } = proposal;
  const sample = await prepareSamples(admin, { accountId, ...opened.value, header, cards });
  if (!sample.ok) return sample;
  const { handle, cardHandles } = sample.value;
  const components = composeComponents(proposal, handle, cardHandles);
  const begun = await begin(admin, before, {
    proposal,
    components: withoutSamples(components),
    sample: sample.value,
  });
  if (!begun.ok) return begun;
  const { category } = proposal;
  const change = category === before.category ? { components } : { components, category };
  const outcome = await admin.platform.editTemplate(access, before.platformId, change);
  if (outcome.kind === 'done') return { ok: true, value: id };
  if (outcome.kind !== 'lost') await restore(admin, before);
  return refuseBy(outcome, 'template');
}

type Wanted = {
  readonly proposal: ChatProposal;
  readonly components: unknown;
  readonly sample: PreparedSamples;
};

function begin(
  admin: ChatAdmin,
  { accountId, id, state }: ChatTemplateRecord,
  { proposal, components, sample: { mediaId } }: Wanted,
): Promise<Outcome<undefined>> {
  const { category } = proposal;
  return changeAccount(admin, { action: 'chat.template.edit', accountId }, async (transaction) => {
    const atMs = admin.clock.nowMs();
    const told = { atMs, actor: admin.actor };
    const news = {
      state: PENDING,
      category,
      components,
      onlyFrom: state,
      ...(mediaId === undefined ? {} : { sampleId: mediaId }),
    };
    await noteEdit(transaction, { accountId, id }, told);
    if ((await recordTemplate(transaction, { accountId, id }, news, told)) !== undefined) {
      return changed(undefined, { id, category });
    }
    return refuse('template', 'has changed meanwhile: look again');
  });
}

/** As it was, unless the platform has reported on it meanwhile. */
async function restore(admin: ChatAdmin, before: ChatTemplateRecord): Promise<void> {
  const { accountId, id, state, reason, category, components, sampleId } = before;
  await changeAccount(admin, { action: 'chat.template.answer', accountId }, async (transaction) => {
    const told = { atMs: admin.clock.nowMs(), actor: 'platform' };
    const news = {
      state,
      category,
      components,
      onlyFrom: PENDING,
      ...(reason === undefined ? {} : { reason }),
    };
    await recordTemplate(transaction, { accountId, id }, news, told);
    await restoreSample(transaction, { accountId, id, before: sampleId });
    return changed(undefined, { id, refused: true });
  });
}
