/** The endpoints of `/v1`: a new one is listed here. */
import type { Clock } from '@paigham/base/clock.ts';
import { createAccountEndpoints } from '../../features/accounts/accounts.http.ts';
import { findContactNames } from '../../features/contacts/contact-names.sql.ts';
import { createStaffAccounts } from '../../features/accounts/staff-accounts.http.ts';
import { createListApprovals } from '../../features/approvals/approvals.http.ts';
import { createListAudit } from '../../features/audit/audit.http.ts';
import { createListBatchRows } from '../../features/batches/batch-rows.http.ts';
import {
  createHoldBatches,
  createListBatches,
  createRescheduleBatch,
  createShowBatch,
} from '../../features/batches/batches.http.ts';
import { createMakeBatch } from '../../features/batches/make-batch.http.ts';
import { createShowBatchPlan } from '../../features/batches/plan.http.ts';
import { createRepeatBatch } from '../../features/batches/repeat.http.ts';
import { createTestBatch } from '../../features/batches/test-batch.http.ts';
import { createRenameBatch } from '../../features/batches/rename.http.ts';
import { createPreviewBatch } from '../../features/batches/preview-batch.http.ts';
import { createNumberEndpoints } from '../../features/chat-numbers/chat-numbers.http.ts';
import { createSignupEndpoints } from '../../features/chat-numbers/signup.http.ts';
import type { ChatEndpointDeps } from '../../features/chat-numbers/deps.http.ts';
import { createChangeTemplates } from '../../features/chat-templates/change-templates.http.ts';
import {
  createListHistory,
  createListTemplates,
  createShowTemplate,
} from '../../features/chat-templates/chat-templates.http.ts';
import { createCannedAnswerEndpoints } from '../../features/canned-answers/canned-answers.http.ts';
import { createConversationEndpoints } from '../../features/conversations/conversations.http.ts';
import { createListConversationMessages } from '../../features/conversations/messages.http.ts';
import {
  createBankTransferEndpoints,
  createSlipFile,
} from '../../features/bank-transfers/bank-transfers.http.ts';
import { createMoneyEndpoints } from '../../features/credit/credit.http.ts';
import { createListEvents, type EventEndpointDeps } from '../../features/events/events.http.ts';
import {
  createContactEndpoints,
  createListContacts,
} from '../../features/contacts/contacts.http.ts';
import {
  createConsentEndpoints,
  createListConsents,
} from '../../features/consents/consents.http.ts';
import { findFieldNames } from '../../features/contacts/contacts.sql.ts';
import { createImportContacts } from '../../features/contacts/import.http.ts';
import { createSegmentEndpoints } from '../../features/contacts/segments.http.ts';
import { createExports } from '../../features/exports/exports.http.ts';
import { createChangeHosts } from '../../features/hosts/change-hosts.http.ts';
import { createLinkDomainEndpoints } from '../../features/short-links/link-domains.http.ts';
import { createListHosts, createShowHost } from '../../features/hosts/hosts.http.ts';
import { createJoinEndpoints, type JoinDeps } from '../../features/join-forms/join.http.ts';
import { createJoinFormEndpoints } from '../../features/join-forms/join-forms.http.ts';
import { createInvitationEndpoints } from '../../features/invitations/invitations.http.ts';
import { createStaffInvoices } from '../../features/invoices/invoices.http.ts';
import { createKeyEndpoints } from '../../features/keys/keys.http.ts';
import { createLabelEndpoints } from '../../features/labels/labels.http.ts';
import { createLookupEndpoints } from '../../features/lookups/lookups.http.ts';
import {
  createExportFound,
  createFindMessages,
  createShowLife,
} from '../../features/messages/find-messages.http.ts';
import { createTexts } from '../../features/messages/message-texts.http.ts';
import {
  createCancelMessage,
  createListMessages,
  createShowMessage,
} from '../../features/messages/messages.http.ts';
import { createPreviewMessage } from '../../features/messages/preview-message.http.ts';
import { createSendMessages } from '../../features/messages/send-messages.http.ts';
import { createListNotices } from '../../features/notices/notices.http.ts';
import {
  createOverviewEndpoints,
  type OverviewDeps,
} from '../../features/overview/overview.http.ts';
import { createListPrices } from '../../features/prices/chat-prices.http.ts';
import { createListRecords, createPersonKeptEndpoints } from '../../features/person/person.http.ts';
import { createPriceEndpoints } from '../../features/prices/prices.http.ts';
import {
  createJoiningEndpoints,
  type JoiningDeps,
} from '../../features/registration/registration.http.ts';
import {
  createGiveReplyFile,
  createListChatReplies,
  createShowChatReply,
} from '../../features/replies/chat-replies.http.ts';
import { createListReplies, createShowReply } from '../../features/replies/replies.http.ts';
import { createResponses } from '../../features/responses/responses.http.ts';
import { createSenderEndpoints } from '../../features/senders/senders.http.ts';
import { createPasskeyEndpoints } from '../../features/sign-in/passkeys.http.ts';
import {
  createSessionEndpoints,
  type PeopleDeps as SessionDeps,
} from '../../features/sign-in/sign-in.http.ts';
import {
  createListSuppressions,
  createSuppressionEndpoints,
} from '../../features/suppressions/suppressions.http.ts';
import { createTemplateEndpoints } from '../../features/templates/templates.http.ts';
import { createUsage } from '../../features/usage/usage.http.ts';
import { createMeEndpoints } from '../../features/users/me.http.ts';
import { createOwnPhone } from '../../features/users/own-phone.http.ts';
import { createUserEndpoints } from '../../features/users/users.http.ts';
import { createDocumentFile } from '../../features/verification/document-file.http.ts';
import { createVerificationEndpoints } from '../../features/verification/verification.http.ts';
import { createDeliveryEndpoints } from '../../features/webhooks/deliveries.http.ts';
import { createWebhookEndpoints } from '../../features/webhooks/webhooks.http.ts';
import { createWordingEndpoint } from '../../features/wordings/wordings.http.ts';
import type { Journey, KeepUpload, BatchReports } from '../../journey/journey.ts';
import { createMediaEndpoints } from '../../features/media/media.http.ts';
import {
  createFetchSentFile,
  createGiveChatFile,
} from '../../features/chat-files/chat-files.http.ts';
import { createStaffOperations } from '../../operations/operations.http.ts';
import type { Replies } from '../../replies/replies.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { ReceiveUpload } from './receive-upload.ts';

export type PeopleDeps = SessionDeps & JoiningDeps & OverviewDeps & JoinDeps;

export type EndpointsDeps = {
  readonly replies: Replies;
  readonly batches: BatchReports;
  readonly journey: Omit<Journey, 'report' | 'balance'> & { readonly keepUpload: KeepUpload };
  /** The same of what may lag, because all of it is read. */
  readonly exported: Pick<Journey, 'messages'> & { readonly batches: BatchReports };
  readonly receive: ReceiveUpload;
  readonly receiveDocument: ReceiveUpload;
  readonly receiveMedia: ReceiveUpload;
  readonly chat: ChatEndpointDeps;
  readonly events: EventEndpointDeps;
  readonly people: PeopleDeps;
  readonly clock: Clock;
  /** Logs an unexpected error, and returns the number under which it can be found. */
  readonly reportError: (error: unknown) => string;
};

export function createEndpoints(deps: EndpointsDeps): readonly AnyEndpoint[] {
  const { replies, batches, chat, clock, journey, events, exported, people } = deps;
  const texts = createTexts(chat);
  const listMessages = createListMessages(journey, batches, texts);
  const listReplies = createListReplies(replies, chat.reader);
  const suppressions = createListSuppressions(chat);
  const contacts = createListContacts(chat);
  const consents = createListConsents(chat);
  const person = createListRecords({ ...chat, journey: exported, texts });
  const usage = createUsage(chat);
  const responses = createResponses(chat);
  const audit = createListAudit(chat);
  const { exported: moneyLists, others } = createMoneyEndpoints(chat);
  return [
    ...createBatchEndpoints(deps),
    listMessages,
    createShowMessage(journey, batches, texts),
    createCancelMessage(journey, texts),
    createSendMessages(deps),
    createPreviewMessage(journey),
    ...createLookupEndpoints(journey),
    listReplies,
    ...createInboxEndpoints(deps, texts),
    createListEvents(events),
    ...createAccountEndpoints(chat),
    ...createKeyEndpoints(chat),
    ...others,
    ...createPriceEndpoints(journey),
    audit,
    createListNotices(chat, clock),
    ...createWebhookEndpoints({ ...chat, chat: { ...chat.chat, hooks: events } }),
    ...createDeliveryEndpoints({ ...chat, test: events.test }),
    ...createTemplateEndpoints(chat),
    createWordingEndpoint(chat),
    ...createSenderEndpoints(chat),
    suppressions,
    ...createSuppressionEndpoints(chat),
    ...[contacts, consents, person],
    ...createContactsAndConsents(deps),
    usage,
    responses,
    ...createUserEndpoints(chat),
    ...createInvitationEndpoints(chat),
    ...createDocumentEndpoints({ ...chat, receive: deps.receiveDocument }),
    ...createExports(
      {
        messages: createListMessages(exported, exported.batches, texts),
        ...moneyLists,
        replies: listReplies,
        suppressions,
        contacts,
        consents,
        person,
        usage,
        responses,
        audit,
      },
      { contacts: (accountId) => findFieldNames(chat.reader, accountId) },
    ),
    ...createChatEndpoints(chat),
    ...createChatFileEndpoints(deps),
    ...createPersonEndpoints(people),
  ];
}

const createChatFileEndpoints = ({
  chat,
  receiveMedia: receive,
}: EndpointsDeps): readonly AnyEndpoint[] => [
  createGiveChatFile({ chat: chat.chat, receive }),
  createFetchSentFile(chat),
  ...createMediaEndpoints({ ...chat, receive }),
];

const createBatchEndpoints = (deps: EndpointsDeps): readonly AnyEndpoint[] => [
  createListBatches(deps.batches, deps.clock),
  createShowBatch(deps.batches, deps.clock),
  createListBatchRows({
    batches: deps.batches,
    names: (accountId, people) => findContactNames(deps.chat.reader, accountId, people),
  }),
  ...createHoldBatches(deps),
  createRescheduleBatch(deps),
  createTestBatch(deps),
  createRenameBatch(deps),
  createRepeatBatch(deps),
  createShowBatchPlan({ reader: deps.chat.reader, batches: deps.batches, clock: deps.clock }),
  createMakeBatch(deps),
  createPreviewBatch(deps),
];

const createContactsAndConsents = ({
  chat,
  journey,
  receive,
}: EndpointsDeps): readonly AnyEndpoint[] => [
  ...createContactEndpoints(chat),
  createImportContacts({ ...chat, journey, receive }),
  ...createSegmentEndpoints(chat),
  ...createConsentEndpoints(chat),
  ...createJoinFormEndpoints(chat),
  ...createPersonKeptEndpoints(chat),
];

const createInboxEndpoints = (
  { replies, chat, journey }: EndpointsDeps,
  texts: ReturnType<typeof createTexts>,
): readonly AnyEndpoint[] => [
  createShowReply(replies, chat.reader),
  ...createConversationEndpoints({ ...chat, texts }),
  createListConversationMessages({ ...chat, journey, texts }),
  ...createCannedAnswerEndpoints(chat),
  ...createLabelEndpoints(chat),
];

const createChatEndpoints = (deps: ChatEndpointDeps): readonly AnyEndpoint[] => [
  ...createNumberEndpoints(deps),
  ...createSignupEndpoints(deps),
  createListPrices(deps),
  createListTemplates(deps),
  createShowTemplate(deps),
  ...createChangeTemplates(deps),
  createListHistory(deps),
  createListChatReplies(deps),
  createShowChatReply(deps),
  createGiveReplyFile(deps),
  createListHosts(deps),
  createShowHost(deps),
  ...createChangeHosts(deps),
  ...createLinkDomainEndpoints(deps),
];

const createPersonEndpoints = (deps: PeopleDeps): readonly AnyEndpoint[] => [
  ...createSessionEndpoints(deps),
  ...createMeEndpoints(deps),
  ...createOwnPhone(deps),
  ...createPasskeyEndpoints(deps),
  ...createStaffOperations(deps),
  ...createJoiningEndpoints(deps),
  ...createJoinEndpoints(deps),
  ...createStaffAccounts(deps),
  createListApprovals(deps),
  createFindMessages(deps),
  createExportFound(deps),
  createShowLife(deps),
  ...createOverviewEndpoints(deps),
  createDocumentFile(deps),
  createSlipFile(deps),
  ...createStaffInvoices(deps),
];

/** What takes files of the kinds and size of a document. */
function createDocumentEndpoints(
  deps: Parameters<typeof createVerificationEndpoints>[0],
): readonly AnyEndpoint[] {
  return [...createVerificationEndpoints(deps), ...createBankTransferEndpoints(deps)];
}
