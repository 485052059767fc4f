/** Endpoints of the chat service and of accounts' domains: `/v1/chat/…`, `/v1/hosts`. */
import type { Endpoint } from '../endpoint.ts';
import { createChangeTemplates } from './change-templates.ts';
import { createChangeHosts } from './change-hosts.ts';
import { createListHosts, createShowHost } from './hosts.ts';
import { createListNumbers, createListPrices } from './numbers.ts';
import type { ChatEndpointDeps } from './deps.ts';
import { createGiveReplyFile, createListChatReplies, createShowChatReply } from './replies.ts';
import { createListHistory, createListTemplates, createShowTemplate } from './templates.ts';

export function createChatEndpoints(deps: ChatEndpointDeps): readonly Endpoint[] {
  return [
    createListNumbers(deps),
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
