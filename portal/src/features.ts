/** Everything there is to see: a line for each feature, in the order of the menu. */
import { audit } from './features/audit/audit.ts';
import { chatNumbers } from './features/chat-numbers/chat-numbers.ts';
import { chatTemplates } from './features/chat-templates/chat-templates.ts';
import { campaigns } from './features/campaigns/campaigns.ts';
import { consoleAccounts } from './features/console-accounts/console-accounts.ts';
import { consoleHome } from './features/console-home/console-home.ts';
import { consoleApprovals } from './features/console-approvals/console-approvals.ts';
import { consoleMessages } from './features/console-messages/console-messages.ts';
import { consoleNetwork } from './features/console-network/console-network.ts';
import { consoleOperations } from './features/console-operations/console-operations.ts';
import { consents } from './features/consents/consents.ts';
import { contacts } from './features/contacts/contacts.ts';
import { credit } from './features/credit/credit.ts';
import { home } from './features/home/home.ts';
import { join } from './features/join/join.ts';
import { invitation } from './features/invitation/invitation.ts';
import { keys } from './features/keys/keys.ts';
import { media } from './features/media/media.ts';
import { messages } from './features/messages/messages.ts';
import { people } from './features/people/people.ts';
import { consoleProfile, profile } from './features/profile/profile.ts';
import { register } from './features/register/register.ts';
import { replies } from './features/replies/replies.ts';
import { prices } from './features/prices/prices.ts';
import { reports } from './features/reports/reports.ts';
import { reset } from './features/reset/reset.ts';
import { senders } from './features/senders/senders.ts';
import { send } from './features/send/send.ts';
import { settings } from './features/settings/settings.ts';
import { signIn } from './features/sign-in/sign-in.ts';
import { suppressions } from './features/suppressions/suppressions.ts';
import { templates } from './features/templates/templates.ts';
import { verification } from './features/verification/verification.ts';
import { webhooks } from './features/webhooks/webhooks.ts';
import type { Feature } from './shared/feature.ts';

export const features: readonly Feature[] = [
  // Without signing in.
  signIn,
  register,
  reset,
  invitation,
  join,
  // The portal.
  home,
  send,
  campaigns,
  messages,
  replies,
  contacts,
  consents,
  suppressions,
  templates,
  chatTemplates,
  media,
  senders,
  reports,
  credit,
  prices,
  verification,
  chatNumbers,
  keys,
  people,
  webhooks,
  settings,
  audit,
  profile,
  // The console.
  consoleHome,
  consoleApprovals,
  consoleMessages,
  consoleAccounts,
  consoleNetwork,
  consoleOperations,
  consoleProfile,
];
