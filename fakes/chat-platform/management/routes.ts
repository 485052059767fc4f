/** The pages of the management port. */

import { readFileSync } from 'node:fs';
import { missing, show, type Answer, type Asked, type Routes } from '../../kit/management.ts';
import type { ChatPlatform } from '../platform.ts';
import {
  changeAccount,
  changeBehaviour,
  changeNumber,
  changePerson,
  decideTemplate,
  openChat,
  paceTemplate,
  passThread,
  preferMarketing,
  pushStatus,
  putNext,
  reply,
  typeInApp,
} from './acts.ts';
import { lastOf } from './find.ts';
import { showChats, showMessage, showStats, showTemplate } from './show.ts';

const page = readFileSync(new URL('../page.html', import.meta.url), 'utf8');

export const routes: Routes<ChatPlatform> = {
  'GET /': () => ({ status: 200, type: 'text/html; charset=utf-8', chunks: [page] }),
  'GET /stats': (platform) => show(showStats(platform)),
  'GET /behaviour': (platform) => show(platform.behaviour),
  'POST /behaviour': changeBehaviour,
  'GET /heard': showHeard,
  'GET /messages': showMessages,
  'GET /chats': (platform) => show({ chats: showChats(platform) }),
  'POST /accounts': changeAccount,
  'POST /echo': typeInApp,
  'POST /handover': passThread,
  'POST /numbers': changeNumber,
  'POST /people': changePerson,
  'GET /templates': (platform) => show({ templates: platform.shelf.all().map(showTemplate) }),
  'POST /templates/decide': decideTemplate,
  'POST /templates/pace': paceTemplate,
  'POST /next': putNext,
  'POST /reply': reply,
  'POST /open': openChat,
  'POST /status': pushStatus,
  'POST /preferences': preferMarketing,
  'GET /media/file': showFile,
  'POST /settle': async (platform) => {
    await platform.settled();
    return show({ waiting: platform.courier.waiting });
  },
};

/** `?last=&after=&path=`: requests, oldest first; those after that number. */
function showHeard(platform: ChatPlatform, { query }: Asked): Answer {
  const path = query.get('path') ?? '';
  const after = Number(query.get('after') ?? 0);
  const found = platform.heard
    .last(platform.options.keepHeard)
    .filter((it) => it.number > after && it.path.includes(path));
  return show({ heard: found.slice(-lastOf(query)) });
}

/** `?last=&person=&phoneNumberId=`: messages in both directions, oldest first. */
function showMessages(platform: ChatPlatform, { query }: Asked): Answer {
  const person = query.get('person');
  const number = query.get('phoneNumberId');
  const found = platform.messages
    .all()
    .filter((it) => person === null || [it.person.number, it.person.userId].includes(person))
    .filter((it) => number === null || number === it.number.id);
  return show({ messages: found.slice(-lastOf(query)).map(showMessage) });
}

/** `?id=`: the file, for the page; only types that a browser shows without running them. */
function showFile(platform: ChatPlatform, { query }: Asked): Answer {
  const media = platform.media.find(query.get('id') ?? '');
  if (media?.bytes === undefined) return missing('no such file, or it had to make room');
  const isShown = /^((image|video|audio)\/|application\/pdf$)/.test(media.mimeType);
  const type = isShown ? media.mimeType : 'application/octet-stream';
  return { status: 200, type, chunks: [media.bytes] };
}
