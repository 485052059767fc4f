/** Everything that staff can do, in the order in which help lists it. */
import {
  accountList,
  accountShow,
  createAccount,
  disableAccount,
  enableAccount,
  rotateKey,
  setAccount,
  setSpendCaps,
} from './accounts.ts';
import { auditList } from './audit.ts';
import { batchList, batchShow } from './batches.ts';
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
  proposeChatTemplate,
  removeChatTemplate,
  syncChatTemplates,
} from './chat/templates.ts';
import { addCredit, correctCredit } from './credit.ts';
import { doNotCallList, doNotCallShow, importDoNotCall, removeDoNotCall } from './do-not-call.ts';
import { doctor } from './doctor/doctor.ts';
import { routeExplain } from './explain-route.ts';
import { giveAccountHost, hostList, takeAccountHost } from './hosts.ts';
import { hoursList, removeHours, setHours } from './hours.ts';
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
import { messageList, messageShow } from './messages.ts';
import type { Definition } from './operation.ts';
import {
  addOperator,
  operatorList,
  pointOperator,
  removePrefixes,
  setPrefixes,
  unpointOperator,
} from './operators.ts';
import { addOptout, optoutList, removeOptout } from './optouts.ts';
import { receiptList, receiptShow } from './receipts.ts';
import { replyList } from './replies.ts';
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
  rejectTemplate,
  setValidity,
  templateList,
} from './templates.ts';
import { unconfirmedList } from './unconfirmed.ts';
import { createUser } from './users.ts';

const OF_ACCOUNTS = [
  ...[messageList, messageShow, batchList, batchShow],
  ...[accountList, accountShow, createAccount, setAccount, setSpendCaps],
  ...[disableAccount, enableAccount],
  ...[hostList, giveAccountHost, takeAccountHost],
  ...[addCredit, correctCredit, rotateKey],
  ...[senderList, addSender, approveSender, rejectSender],
  ...[sharedSenderList, shareSender, unshareSender],
  ...[templateList, addTemplate, approveTemplate, rejectTemplate, setValidity],
  ...[optoutList, addOptout, removeOptout, replyList],
];

const OF_STAFF = [
  ...[importDoNotCall, doNotCallList, doNotCallShow, removeDoNotCall],
  ...[hoursList, setHours, removeHours, capList, setCap, removeCap, capAlarms, createUser],
  ...[operatorList, addOperator, pointOperator, unpointOperator, setPrefixes, removePrefixes],
  ...[tariffList, setTariff, removeTariff, lookupPriceList, setLookupPrice, lookupShow],
  ...[linkList, linkShow, addLink, changeLink, enableLink, disableLink, removeLink],
  ...[routeList, setRoute, removeRoute, routeExplain],
  ...[numberList, connectChatNumber, changeNumber, setDefault, disconnectNumber, setChatPlan],
  ...[chatTariffList, setChatTariff],
  ...[chatTemplateList, chatTemplateShow, syncChatTemplates],
  ...[proposeChatTemplate, removeChatTemplate],
  ...[receiptList, receiptShow, unconfirmedList, ledgerExplain, auditList, doctor],
];

export const OPERATIONS: readonly Definition[] = [...OF_ACCOUNTS, ...OF_STAFF].map(
  ({ definition }) => definition,
);
