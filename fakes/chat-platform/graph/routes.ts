/** Which request goes where: by what the object of its path is, and by the edge behind it. */

import { fault, noObject } from '../faults.ts';
import type { Target } from '../stories.ts';
import {
  listNumbers,
  listSubscribers,
  showAccount,
  showNumber,
  subscribe,
  unsubscribe,
} from './account-routes.ts';
import {
  continueUpload,
  deleteMedia,
  showMedia,
  showUpload,
  startUpload,
  uploadMedia,
} from './media-routes.ts';
import { refuse, type Asked, type Reply } from './reply.ts';
import { sendMessage } from './send.ts';
import {
  createTemplate,
  deleteTemplates,
  editTemplate,
  listTemplates,
  showTemplate,
} from './template-routes.ts';

/** The answer; undefined when there is no such object or edge for this token. */
export async function route(asked: Asked, edge: string): Promise<Reply | undefined> {
  const { platform, token, id } = asked;
  if (id.startsWith('upload:')) return routeUpload(asked, edge);
  const number = platform.accounts.numberFor(token, id);
  if (number !== undefined) {
    switch (`${asked.method} ${edge}`) {
      case 'POST messages':
        return sendMessage(asked, number);
      case 'POST media':
        return uploadMedia(asked, number);
      case 'GET ':
        return showNumber(asked, number);
      default:
        return undefined;
    }
  }
  const account = platform.accounts.accountFor(token, id);
  if (account !== undefined) return routeAccount(asked, edge, account);
  if (platform.accounts.apps.has(id)) {
    return asked.method === 'POST' && edge === 'uploads' ? startUpload(asked) : undefined;
  }
  return edge === '' ? routeObject(asked) : undefined;
}

async function routeAccount(
  asked: Asked,
  edge: string,
  account: Parameters<typeof listTemplates>[1],
): Promise<Reply | undefined> {
  switch (`${asked.method} ${edge}`) {
    case 'POST message_templates':
      return createTemplate(asked, account);
    case 'GET message_templates':
      return listTemplates(asked, account);
    case 'DELETE message_templates':
      return deleteTemplates(asked, account);
    case 'GET phone_numbers':
      return listNumbers(asked, account);
    case 'POST subscribed_apps':
      return subscribe(asked, account);
    case 'GET subscribed_apps':
      return listSubscribers(asked, account);
    case 'DELETE subscribed_apps':
      return unsubscribe(asked, account);
    case 'GET ':
      return showAccount(asked, account);
    default:
      return undefined;
  }
}

function routeUpload(asked: Asked, edge: string): Reply | undefined {
  if (edge !== '') return undefined;
  if (asked.method === 'POST') return continueUpload(asked);
  return asked.method === 'GET' ? showUpload(asked) : undefined;
}

/** Templates and files are objects without edges. */
function routeObject(asked: Asked): Reply | undefined {
  const { platform, token, id, method } = asked;
  const template = platform.shelf.find(id);
  if (template !== undefined) {
    if (platform.accounts.accountFor(token, template.account.id) === undefined) return undefined;
    if (method === 'POST') return editTemplate(asked, template);
    return method === 'GET' ? showTemplate(asked, template) : undefined;
  }
  const media = platform.media.find(id);
  if (media === undefined) return undefined;
  if (platform.accounts.numberFor(token, media.numberId) === undefined) {
    return refuse(platform, noObject(method, id));
  }
  if (method === 'GET') return showMedia(asked, media);
  return method === 'DELETE' ? deleteMedia(asked) : undefined;
}

/** What `POST /next` has put before requests other than sends, which look themselves. */
export function injected(asked: Asked, edge: string): Reply | undefined {
  if (edge === 'messages') return undefined;
  const { platform } = asked;
  const next = platform.takeNext(targetOf(asked, edge), []);
  if (next === undefined) return undefined;
  const { answer } = next.story;
  switch (answer.kind) {
    case 'refuse':
    case 'refuse_first':
      return refuse(platform, fault(answer.code));
    case 'hang':
    case 'drop':
      return { kind: answer.kind };
    case 'broken':
      return { kind: 'html', http: answer.http };
    case 'accept':
    case 'held':
    case 'slow':
      return undefined;
  }
}

function targetOf({ platform, id }: Asked, edge: string): Target {
  if (id.startsWith('upload:') || edge === 'uploads') return 'uploads';
  if (edge === 'media' || platform.media.find(id) !== undefined) return 'media';
  if (edge === 'message_templates' || platform.shelf.find(id) !== undefined) return 'templates';
  return 'numbers';
}
