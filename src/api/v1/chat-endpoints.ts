/** Endpoints of the chat service and of accounts' domains: `/v1/chat/…`, `/v1/hosts`. */
import type { Endpoint } from './endpoint.ts';
import { createChangeTemplates } from '../../features/chat-templates/change-templates.http.ts';
import { createChangeHosts } from '../../features/hosts/change-hosts.http.ts';
import { createListHosts, createShowHost } from '../../features/hosts/hosts.http.ts';
import { createNumberEndpoints } from '../../features/chat-numbers/chat-numbers.http.ts';
import { createSignupEndpoints } from '../../features/chat-numbers/signup.http.ts';
import { createListPrices } from '../../features/prices/chat-prices.http.ts';
import type { ChatEndpointDeps } from '../../features/chat-numbers/deps.http.ts';
import {
  createGiveReplyFile,
  createListChatReplies,
  createShowChatReply,
} from '../../features/replies/chat-replies.http.ts';
import {
  createListHistory,
  createListTemplates,
  createShowTemplate,
} from '../../features/chat-templates/chat-templates.http.ts';

export function createChatEndpoints(deps: ChatEndpointDeps): readonly Endpoint[] {
  return [
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
  ];
}
