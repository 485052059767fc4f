/** The pages of the management port. */

import { readBehaviour } from '../knobs.ts';
import { kindOf } from '../media.ts';
import {
  addAccount,
  announce,
  changeAccount,
  changeApp,
  changePerson,
  changeToken,
  decideTemplate,
  listStories,
  moveNumber,
  openChat,
  preferMarketing,
  pushStatus,
  putNext,
  rateNumber,
  rateTemplate,
  recategorise,
  reply,
  turnClock,
} from './acts.ts';
import {
  done,
  lastOf,
  missing,
  refuse,
  show,
  type Answer,
  type Asked,
  type Route,
} from './answer.ts';
import { showChats, showClock, showMessage, showPerson, showStats, showTemplate } from './show.ts';
import { forgeWebhook, listWebhooks, replayWebhook } from './webhook-acts.ts';

export const routes: Readonly<Record<string, Route>> = {
  'GET /stats': ({ platform }) => show(showStats(platform)),
  'GET /behaviour': ({ platform }) => show(platform.behaviour),
  'POST /behaviour': changeBehaviour,
  'GET /clock': ({ platform }) => show(showClock(platform)),
  'POST /clock': turnClock,
  'GET /heard': showHeard,
  'GET /messages': showMessages,
  'GET /chats': ({ platform }) => show({ chats: showChats(platform) }),
  'GET /people': ({ platform, query }) =>
    show({ people: platform.people.all().slice(-lastOf(query)).map(showPerson) }),
  'POST /people': changePerson,
  'GET /templates': ({ platform }) => show({ templates: platform.shelf.all().map(showTemplate) }),
  'POST /templates/decide': decideTemplate,
  'POST /templates/category': recategorise,
  'POST /templates/quality': rateTemplate,
  'GET /stories': listStories,
  'POST /next': putNext,
  'POST /reply': reply,
  'POST /open': openChat,
  'POST /status': pushStatus,
  'POST /preferences': preferMarketing,
  'POST /move': moveNumber,
  'POST /numbers/quality': rateNumber,
  'POST /accounts/event': changeAccount,
  'POST /announce': announce,
  'GET /webhooks': listWebhooks,
  'POST /webhooks/replay': replayWebhook,
  'POST /webhooks/forge': forgeWebhook,
  'GET /media': listMedia,
  'GET /media/file': showFile,
  'POST /tokens': changeToken,
  'POST /apps': changeApp,
  'POST /accounts': addAccount,
  'POST /settle': async ({ platform }) => {
    await platform.settled();
    return show({ waiting: platform.courier.waiting });
  },
  'POST /reset': ({ platform }) => {
    platform.reset();
    return done;
  },
};

function changeBehaviour({ platform, body }: Asked): Answer {
  const read = readBehaviour(body);
  if (!read.ok) return refuse(read.words);
  Object.assign(platform.behaviour, read.change);
  return show(platform.behaviour);
}

/** `?last=&after=&path=&method=`: requests, oldest first; after the one of that number. */
function showHeard({ platform, query }: Asked): Answer {
  const path = query.get('path') ?? '';
  const method = query.get('method') ?? '';
  const after = Number(query.get('after') ?? 0);
  const found = platform.heard
    .last(platform.options.keepHeard)
    .filter(({ number }) => number > after)
    .filter((it) => it.path.includes(path) && (method === '' || it.method === method));
  return show({ heard: found.slice(-lastOf(query)) });
}

/** `?last=&person=&phoneNumberId=&direction=`: messages of both directions, oldest first. */
function showMessages({ platform, query }: Asked): Answer {
  const wanted = (name: string, value: string): boolean =>
    query.get(name) === null || query.get(name) === value;
  const person = query.get('person');
  const found = platform.messages
    .all()
    .filter((it) => person === null || [it.person.number, it.person.userId].includes(person))
    .filter((it) => wanted('phoneNumberId', it.number.id) && wanted('direction', it.direction));
  return show({ messages: found.slice(-lastOf(query)).map(showMessage) });
}

function listMedia({ platform, query }: Asked): Answer {
  const files = platform.media.last(lastOf(query)).map(({ bytes, ...rest }) => ({
    ...rest,
    kept: bytes !== undefined,
  }));
  return show({ media: files });
}

/** `?id=`: the octets, for the page; only types that a browser shows and does not run. */
function showFile({ platform, query }: Asked): Answer {
  const media = platform.media.findAny(query.get('id') ?? '');
  if (media?.bytes === undefined) return missing('no such file, or it had to make room');
  const isShown = ['image', 'video', 'audio', 'sticker'].includes(kindOf(media.mimeType));
  const isPdf = media.mimeType === 'application/pdf';
  const type = isShown || isPdf ? media.mimeType : 'application/octet-stream';
  return { status: 200, type, bytes: media.bytes };
}
