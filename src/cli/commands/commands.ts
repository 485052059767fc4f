import type { Command } from '../command.ts';
import type { RemoteCommand } from '../remote.ts';
import { accountCommands } from './account.ts';
import { accountHostCommands } from './account-host.ts';
import { auditCommands } from './audit.ts';
import { batchCommands } from './batch.ts';
import { capCommands } from './cap.ts';
import { chatCommands } from './chat.ts';
import { chatTariffCommands } from './chat-tariff.ts';
import { chatTemplateCommands } from './chat-template.ts';
import { creditCommands } from './credit.ts';
import { dncCommands } from './dnc.ts';
import { doctorCommands } from './doctor.ts';
import { hoursCommands } from './hours.ts';
import { ledgerCommands } from './ledger.ts';
import { linkCommands } from './link.ts';
import { lookupCommands } from './lookup.ts';
import { lostCommands } from './lost.ts';
import { messageCommands } from './message.ts';
import { operatorCommands } from './operator.ts';
import { optoutCommands } from './optout.ts';
import { receiptCommands } from './receipt.ts';
import { replyCommands } from './reply.ts';
import { routeExplainCommands } from './route-explain.ts';
import { routeCommands } from './route.ts';
import { senderCommands } from './sender.ts';
import { sendFileCommands } from './send-file.ts';
import { tariffCommands } from './tariff.ts';
import { templateCommands } from './template.ts';
import { userCommands } from './user.ts';

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly (Command | RemoteCommand)[] = [
  ...sendFileCommands,
  ...messageCommands,
  ...batchCommands,
  ...accountCommands,
  ...accountHostCommands,
  ...creditCommands,
  ...senderCommands,
  ...templateCommands,
  ...optoutCommands,
  ...replyCommands,
  ...dncCommands,
  ...hoursCommands,
  ...capCommands,
  ...userCommands,
  ...operatorCommands,
  ...tariffCommands,
  ...lookupCommands,
  ...linkCommands,
  ...routeCommands,
  ...routeExplainCommands,
  ...chatCommands,
  ...chatTariffCommands,
  ...chatTemplateCommands,
  ...receiptCommands,
  ...lostCommands,
  ...ledgerCommands,
  ...auditCommands,
  ...doctorCommands,
];
