/** Everything that staff can do, in the order that help lists it. */
import {
  accountList,
  accountShow,
  createAccount,
  disableAccount,
  enableAccount,
  setAccount,
  setIpList,
  setSpendCaps,
} from './accounts.ts';
import { auditList } from './audit.ts';
import {
  batchList,
  batchShow,
  cancelBatch,
  pauseBatch,
  rescheduleBatch,
  resumeBatch,
} from './batches.ts';
import { capAlarms, capList, removeCap, setCap } from './caps.ts';
import {
  changeNumber,
  connectChatNumber,
  disconnectNumber,
  numberList,
  setChatPlan,
  setDefault,
} from './chat/numbers.ts';
import {
  chatTemplateList,
  chatTemplateShow,
  editTemplate,
  proposeChatTemplate,
  removeChatTemplate,
  syncChatTemplates,
} from './chat/templates.ts';
import { setConversation } from './conversations.ts';
import { takeConversation } from './chat/take-conversation.ts';
import { addCredit, correctCredit, setLowCredit } from './credit.ts';
import { doNotCallList, doNotCallShow, importDoNotCall, removeDoNotCall } from './do-not-call.ts';
import { doctor } from './doctor/doctor.ts';
import { routeExplain } from './explain-route.ts';
import { claimAccountHost, giveAccountHost, hostList, takeAccountHost } from './hosts.ts';
import { financeShow } from './finance.ts';
import { hoursList, removeHours, setHours } from './hours.ts';
import { invite, revokeInvitation } from './people/invitations.ts';
import { resetFactor, setStaff, signOutUser, userList } from './people/logins.ts';
import { nameCodeSender, codeSenderShow } from './people/code-sender.ts';
import { createKey, keyList, revokeKey, rotateKey, setKey } from './keys.ts';
import { ledgerExplain } from './ledger.ts';
import {
  addLink,
  changeLink,
  disableLink,
  enableLink,
  linkList,
  linkShow,
  removeLink,
} from './links.ts';
import { lookupShow } from './lookups.ts';
import { resealSecrets } from './master-key.ts';
import { messageExport } from './message-export.ts';
import { messageList, messageShow } from './messages.ts';
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
} from './operators.ts';
import { addOptout, importOptouts, optoutList, removeOptout } from './optouts.ts';
import { receiptCount, receiptList, receiptShow } from './receipts.ts';
import { replyList } from './replies.ts';
import { queueExpire, queueList, queueMove, queueShow } from './queue.ts';
import {
  confirmCredit,
  confirmRequest,
  creditList,
  refuseRequest,
  requestList,
} from './requests.ts';
import { removeRoute, routeList, setRoute } from './routes.ts';
import {
  addSender,
  approveSender,
  rejectSender,
  senderList,
  sharedSenderList,
  shareSender,
  unshareSender,
} from './senders.ts';
import {
  chatTariffList,
  lookupPriceList,
  removeTariff,
  setChatTariff,
  setLookupPrice,
  setTariff,
  tariffList,
} from './tariffs.ts';
import {
  addTemplate,
  approveTemplate,
  proposeWording,
  rejectTemplate,
  removeTemplate,
  setValidity,
  templateList,
} from './templates.ts';
import { unconfirmedList } from './unconfirmed.ts';
import { changeRole, createUser, removeAccountUser } from './users.ts';
import {
  approveDocument,
  refuseDocument,
  saveDocument,
  verificationList,
  verificationShow,
} from './verification.ts';
import { approveWording, withdrawWording, wordingList } from './wordings.ts';
import { webhookList, webhookLog, webhookPause, webhookResume } from './webhooks.ts';

const OF_ACCOUNTS = [
  ...[messageList, messageExport, messageShow],
  ...[batchList, batchShow, pauseBatch, resumeBatch, rescheduleBatch, cancelBatch],
  ...[accountList, accountShow, createAccount, setAccount, setIpList],
  ...[setSpendCaps, setLowCredit],
  ...[disableAccount, enableAccount],
  ...[hostList, giveAccountHost, claimAccountHost, takeAccountHost],
  ...[financeShow, addCredit, correctCredit, creditList, confirmCredit],
  ...[requestList, confirmRequest, refuseRequest],
  ...[rotateKey, keyList, createKey, setKey, revokeKey],
  ...[verificationList, verificationShow, saveDocument, approveDocument, refuseDocument],
  ...[senderList, addSender, approveSender, rejectSender],
  ...[sharedSenderList, shareSender, unshareSender],
  ...[templateList, addTemplate, proposeWording, approveTemplate, rejectTemplate],
  ...[removeTemplate, setValidity, wordingList, approveWording, withdrawWording],
  ...[optoutList, addOptout, importOptouts, removeOptout, replyList, setConversation],
  takeConversation,
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
  ...[numberList, connectChatNumber, changeNumber, setDefault, disconnectNumber, setChatPlan],
  ...[chatTariffList, setChatTariff],
  ...[chatTemplateList, chatTemplateShow, syncChatTemplates],
  ...[proposeChatTemplate, editTemplate, removeChatTemplate],
  ...[receiptList, receiptCount, receiptShow, unconfirmedList, ledgerExplain, auditList, doctor],
  resealSecrets,
];

export const OPERATIONS: readonly Definition[] = [...OF_ACCOUNTS, ...OF_STAFF].map(
  ({ definition }) => definition,
);
