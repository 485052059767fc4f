/** Which request goes where: by the object in its path, and the edge after it. */

import { fault } from '../faults.ts';
import type { NextTarget } from '../stories.ts';
import {
  controlThread,
  listNumbers,
  registerNumber,
  showHealth,
  showNumber,
  subscribe,
  syncPhone,
} from './account-routes.ts';
import { continueUpload, showMedia, startUpload, uploadMedia } from './media-routes.ts';
import { refuse, type Asked, type Reply } from './reply.ts';
import { sendMessage } from './send.ts';
import {
  createTemplate,
  deleteTemplates,
  editTemplate,
  listTemplates,
  showTemplate,
} from './template-routes.ts';

type Found = Promise<Reply> | Reply | undefined;

/** The answer; undefined if there is no such object or edge for this token. */
export function route(asked: Asked, edge: string): Found {
  const { platform, token, id, method } = asked;
  const { accounts, media, shelf } = platform;
  const number = accounts.numberFor(token, id);
  if (number !== undefined) {
    if (method === 'GET') return edge === '' ? showNumber(asked, number) : undefined;
    if (edge === 'messages') return sendMessage(asked, number);
    if (edge === 'thread_control') return controlThread(asked);
    if (edge === 'register') return registerNumber(asked, number);
    if (edge === 'smb_app_data') return syncPhone(asked, number);
    return edge === 'media' ? uploadMedia(asked, number) : undefined;
  }
  const account = accounts.accountFor(token, id);
  if (account !== undefined) return routeAccount(asked, edge, account);
  if (method === 'POST' && edge === 'uploads' && accounts.apps.has(id)) return startUpload(asked);
  if (edge !== '') return undefined;
  if (id.startsWith('upload:')) return method === 'POST' ? continueUpload(asked) : undefined;
  const template = shelf.find(id);
  if (template !== undefined) {
    if (accounts.accountFor(token, template.account.id) === undefined) return undefined;
    return method === 'POST' ? editTemplate(asked, template) : showTemplate(asked, template);
  }
  const file = media.find(id);
  const isOwn = file !== undefined && accounts.numberFor(token, file.numberId) !== undefined;
  return isOwn && method === 'GET' ? showMedia(asked, file) : undefined;
}

function routeAccount(
  asked: Asked,
  edge: string,
  account: Parameters<typeof listTemplates>[1],
): Found {
  switch (`${asked.method} ${edge}`) {
    case 'GET ':
      return showHealth(asked, account);
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
    default:
      return undefined;
  }
}

/** What `POST /next` has prepared for requests other than sends, which check themselves. */
export function injected(asked: Asked, edge: string): Reply | undefined {
  if (edge === 'messages') return undefined;
  const { platform } = asked;
  const next = platform.takeNext(targetOf(asked, edge), []);
  if (next === undefined) return undefined;
  const { answer } = next.story;
  switch (answer.kind) {
    case 'refuse':
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

function targetOf({ platform, id }: Asked, edge: string): NextTarget {
  if (id.startsWith('upload:') || edge === 'uploads') return 'uploads';
  if (edge === 'media' || platform.media.find(id) !== undefined) return 'media';
  if (edge === 'message_templates' || platform.shelf.find(id) !== undefined) return 'templates';
  return 'numbers';
}
