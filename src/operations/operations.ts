/** Everything that staff can do, in the order that help lists it. */
import {
  accountList,
  accountShow,
  createAccount,
  disableAccount,
  enableAccount,
  setAccount,
  setIpList,
} from '../features/accounts/accounts.operations.ts';
import { setSpendCaps } from '../features/accounts/spend-caps.operations.ts';
import { auditList } from '../features/audit/audit.operations.ts';
import {
  batchList,
  batchShow,
  cancelBatch,
  pauseBatch,
  rescheduleBatch,
  resumeBatch,
} from '../features/batches/batches.operations.ts';
import { renameBatch } from '../features/batches/rename.operations.ts';
import {
  addCannedAnswer,
  cannedAnswerList,
  removeCannedAnswer,
  setCannedAnswer,
} from '../features/canned-answers/canned-answers.operations.ts';
import { capAlarms, capList, removeCap, setCap } from '../features/caps/caps.operations.ts';
import { chatPeople } from '../features/chat-numbers/chat-people.operations.ts';
import {
  changeNumber,
  connectChatNumber,
  disconnectNumber,
  numberList,
  setChatPlan,
  setDefault,
} from '../features/chat-numbers/chat-numbers.operations.ts';
import {
  chatTemplateList,
  chatTemplateShow,
  editTemplate,
  proposeChatTemplate,
  removeChatTemplate,
  syncChatTemplates,
} from '../features/chat-templates/chat-templates.operations.ts';
import {
  consentList,
  giveConsent,
  importConsents,
  withdrawConsent,
} from '../features/consents/consents.operations.ts';
import { forgetPerson, forgettingList, personShow } from '../features/person/person.operations.ts';
import {
  addContact,
  contactList,
  purgeContacts,
  removeContact,
  setContact,
  tagContactsOf,
} from '../features/contacts/contacts.operations.ts';
import {
  addSegment,
  removeSegment,
  segmentList,
  setSegment,
} from '../features/contacts/segments.operations.ts';
import {
  addConversationLabel,
  addLabel,
  labelList,
  removeConversationLabel,
  removeLabel,
  setLabel,
} from '../features/labels/labels.operations.ts';
import { setConversation } from '../features/conversations/conversations.operations.ts';
import { addNote, removeNote } from '../features/conversations/notes.operations.ts';
import { takeConversation } from '../features/conversations/take-conversation.ts';
import { addCredit, correctCredit, setLowCredit } from '../features/credit/credit.operations.ts';
import {
  doNotCallList,
  doNotCallShow,
  importDoNotCall,
  removeDoNotCall,
} from '../features/do-not-call/do-not-call.operations.ts';
import { doctor } from '../features/doctor/doctor.ts';
import { routeExplain } from '../features/routes/explain-route.operations.ts';
import {
  claimAccountHost,
  giveAccountHost,
  hostList,
  takeAccountHost,
} from '../features/hosts/hosts.operations.ts';
import {
  linkDomainList,
  removeLinkDomain,
  setLinkDomain,
} from '../features/short-links/link-domains.operations.ts';
import { financeShow } from '../features/credit/finance.operations.ts';
import { hoursList, removeHours, setHours } from '../features/hours/hours.operations.ts';
import {
  addJoinForm,
  joinFormList,
  removeJoinForm,
  setJoinForm,
} from '../features/join-forms/join-forms.operations.ts';
import { invite, revokeInvitation } from '../features/invitations/invitations.operations.ts';
import {
  resetFactor,
  setStaff,
  signOutUser,
  userList,
} from '../features/users/logins.operations.ts';
import { nameCodeSender, codeSenderShow } from '../features/sign-in/code-sender.operations.ts';
import {
  createKey,
  keyList,
  revokeKey,
  rotateKey,
  setKey,
} from '../features/keys/keys.operations.ts';
import { ledgerExplain } from '../features/ledger/ledger.operations.ts';
import {
  addLink,
  changeLink,
  disableLink,
  enableLink,
  linkList,
  linkShow,
  removeLink,
} from '../features/links/links.operations.ts';
import { lookupShow } from '../features/lookups/lookups.operations.ts';
import { resealSecrets } from '../features/master-key/master-key.operations.ts';
import { mediaList, removeMediaFile, setMediaFile } from '../features/media/media.operations.ts';
import { messageExport } from '../features/messages/message-export.operations.ts';
import { messageList, messageShow } from '../features/messages/messages.operations.ts';
import type { Definition } from './operation.ts';
import {
  addOperator,
  operatorList,
  disableOperator,
  enableOperator,
  pointOperator,
  removeOperator,
  removePrefixes,
  setPrefixes,
  unpointOperator,
} from '../features/operators/operators.operations.ts';
import {
  addOptout,
  importOptouts,
  optoutList,
  removeOptout,
} from '../features/suppressions/suppressions.operations.ts';
import {
  receiptCount,
  receiptList,
  receiptShow,
} from '../features/receipts/receipts.operations.ts';
import { replyList } from '../features/replies/replies.operations.ts';
import {
  queueExpire,
  queueList,
  queueMove,
  queueShow,
} from '../features/queue/queue.operations.ts';
import {
  confirmCredit,
  confirmRequest,
  creditList,
  refuseRequest,
  requestList,
} from '../features/second-person/requests.operations.ts';
import {
  bankTransferList,
  confirmBankTransfer,
  openBankTransfer,
  refuseBankTransfer,
  saveSlip,
  withdrawBankTransfer,
} from '../features/bank-transfers/bank-transfers.operations.ts';
import {
  creditInvoice,
  invoiceExport,
  invoiceList,
  invoiceSave,
} from '../features/invoices/invoices.operations.ts';
import { setTax, taxList } from '../features/invoices/tax.operations.ts';
import {
  askPayment,
  closeDiffering,
  paymentList,
  paymentShow,
} from '../features/payments/payments.operations.ts';
import { refundPayment } from '../features/payments/refunds.operations.ts';
import { removeRoute, routeList, setRoute } from '../features/routes/routes.operations.ts';
import {
  addSender,
  approveSender,
  rejectSender,
  senderList,
  sharedSenderList,
  shareSender,
  unshareSender,
} from '../features/senders/senders.operations.ts';
import {
  chatTariffList,
  lookupPriceList,
  removeTariff,
  setChatTariff,
  setLookupPrice,
  setTariff,
  tariffList,
} from '../features/tariffs/tariffs.operations.ts';
import {
  chatCostList,
  chatMarginShow,
  chatTierList,
  setChatCost,
} from '../features/tariffs/chat-costs.operations.ts';
import {
  addTemplate,
  approveTemplate,
  proposeWording,
  rejectTemplate,
  removeTemplate,
  setValidity,
  templateList,
} from '../features/templates/templates.operations.ts';
import { unconfirmedList } from '../features/messages/unconfirmed.operations.ts';
import { changeRole, createUser, removeAccountUser } from '../features/users/users.operations.ts';
import {
  approveDocument,
  refuseDocument,
  saveDocument,
  verificationList,
  verificationShow,
} from '../features/verification/verification.operations.ts';
import {
  approveWording,
  withdrawWording,
  wordingList,
} from '../features/wordings/wordings.operations.ts';
import {
  webhookList,
  webhookLog,
  webhookPause,
  webhookResume,
} from '../features/webhooks/webhooks.operations.ts';

const OF_ACCOUNTS = [
  ...[messageList, messageExport, messageShow],
  ...[batchList, batchShow, renameBatch],
  ...[pauseBatch, resumeBatch, rescheduleBatch, cancelBatch],
  ...[accountList, accountShow, createAccount, setAccount, setIpList],
  ...[setSpendCaps, setLowCredit],
  ...[disableAccount, enableAccount],
  ...[hostList, giveAccountHost, claimAccountHost, takeAccountHost],
  ...[linkDomainList, setLinkDomain, removeLinkDomain],
  ...[paymentList, paymentShow, askPayment, closeDiffering, refundPayment],
  ...[bankTransferList, openBankTransfer, withdrawBankTransfer],
  ...[saveSlip, confirmBankTransfer, refuseBankTransfer],
  ...[invoiceList, invoiceSave, invoiceExport, creditInvoice, taxList, setTax],
  ...[financeShow, addCredit, correctCredit, creditList, confirmCredit],
  ...[requestList, confirmRequest, refuseRequest],
  ...[rotateKey, keyList, createKey, setKey, revokeKey],
  ...[verificationList, verificationShow, saveDocument, approveDocument, refuseDocument],
  ...[senderList, addSender, approveSender, rejectSender],
  ...[sharedSenderList, shareSender, unshareSender],
  ...[templateList, addTemplate, proposeWording, approveTemplate, rejectTemplate],
  ...[removeTemplate, setValidity, wordingList, approveWording, withdrawWording],
  ...[optoutList, addOptout, importOptouts, removeOptout, replyList, setConversation],
  ...[joinFormList, addJoinForm, setJoinForm, removeJoinForm],
  ...[personShow, forgetPerson, forgettingList],
  ...[consentList, giveConsent, importConsents, withdrawConsent],
  ...[takeConversation, addNote, removeNote],
  ...[labelList, addLabel, setLabel, removeLabel],
  ...[addConversationLabel, removeConversationLabel],
  ...[cannedAnswerList, addCannedAnswer, setCannedAnswer, removeCannedAnswer],
  ...[mediaList, setMediaFile, removeMediaFile],
  ...[contactList, addContact, setContact, removeContact, tagContactsOf, purgeContacts],
  ...[segmentList, addSegment, setSegment, removeSegment],
  ...[webhookList, webhookLog, webhookPause, webhookResume],
];

const OF_STAFF = [
  ...[importDoNotCall, doNotCallList, doNotCallShow, removeDoNotCall],
  ...[hoursList, setHours, removeHours, capList, setCap, removeCap, capAlarms],
  ...[userList, setStaff, signOutUser, resetFactor],
  ...[createUser, changeRole, removeAccountUser, nameCodeSender, codeSenderShow],
  ...[invite, revokeInvitation],
  ...[
    operatorList,
    addOperator,
    pointOperator,
    unpointOperator,
    disableOperator,
    enableOperator,
    removeOperator,
    setPrefixes,
    removePrefixes,
  ],
  ...[tariffList, setTariff, removeTariff, lookupPriceList, setLookupPrice, lookupShow],
  ...[linkList, linkShow, addLink, changeLink, enableLink, disableLink, removeLink],
  ...[routeList, setRoute, removeRoute, routeExplain],
  ...[queueList, queueShow, queueExpire, queueMove],
  ...[
    numberList,
    chatPeople,
    connectChatNumber,
    changeNumber,
    setDefault,
    disconnectNumber,
    setChatPlan,
  ],
  ...[chatTariffList, setChatTariff, chatCostList, setChatCost, chatTierList, chatMarginShow],
  ...[chatTemplateList, chatTemplateShow, syncChatTemplates],
  ...[proposeChatTemplate, editTemplate, removeChatTemplate],
  ...[receiptList, receiptCount, receiptShow, unconfirmedList, ledgerExplain, auditList, doctor],
  resealSecrets,
];

export const OPERATIONS: readonly Definition[] = [...OF_ACCOUNTS, ...OF_STAFF].map(
  ({ definition }) => definition,
);
