import type { AccountId, ChatTemplateId } from '../../domain/ids.ts';
import { recordTemplate } from '../../store/chat/template-changes.ts';
import { findChatTemplate } from '../../store/chat/templates.ts';
import { changeAccount, changed, refuse } from '../../operations/admin.ts';
import {
  NOT_A_TEMPLATE,
  refuseBy,
  UNKNOWN_THERE,
  type ChatAdmin,
  type ChatOutcome,
} from '../chat-numbers/chat-admin.ts';
import { findAccess } from '../chat-numbers/find-access.ts';

/** Deletes one language of a template at the platform. Messages waiting with it are released. */
export async function deleteChatTemplate(
  admin: ChatAdmin,
  { accountId, id }: { readonly accountId: AccountId; readonly id: ChatTemplateId },
): Promise<ChatOutcome<void>> {
  const found = await admin.transact((transaction) =>
    findChatTemplate(transaction, { accountId, id }),
  );
  if (found === undefined || found.state === 'deleted') {
    return NOT_A_TEMPLATE;
  }
  if (found.platformId === undefined) return refuse('template', UNKNOWN_THERE);
  const opened = await findAccess(admin, accountId, found.businessPlatformId);
  if (!opened.ok) return opened;
  const { name, platformId } = found;
  const named = { name, id: platformId };
  const outcome = await admin.platform.deleteTemplate(opened.value.access, named);
  if (outcome.kind !== 'done') return refuseBy(outcome, 'template');
  return changeAccount(
    admin,
    { action: 'chat.template.delete', accountId },
    async (transaction) => {
      const told = { atMs: admin.clock.nowMs(), actor: admin.actor };
      await recordTemplate(transaction, { accountId, id }, { state: 'deleted' }, told);
      return changed(undefined, { id, name });
    },
  );
}
