/**
 * The demo's mailbox: mails that no mail server takes, and what arrived at simulated phones. For
 * browsers on this machine alone: they hold codes and links.
 */
import { readWaitingMails } from '../features/mails/mails.ts';
import { escapeHtml } from '../kit/escape-html.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import { createJsonClient } from '@paigham/http/json-client.ts';
import { isOfThisMachine } from '../kit/request-host.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import type { Seal } from '../kit/seal.ts';
import { knownSimulators } from './simulators.ts';

type MailboxDeps = {
  readonly reader: Reader;
  readonly seal: Seal;
  readonly dataDir: string;
  readonly refuse: () => HttpAnswer;
};

type Text = { readonly to: string; readonly text: string };

const TEXTS = 20;
/** It shows itself again by a header, and runs and loads nothing. */
const HEADERS = {
  Refresh: '3',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/** `/demo/mailbox`, for people, and `/demo/mailbox.json`. The newest first. */
export function createMailbox({ reader, seal, dataDir, refuse }: MailboxDeps): readonly Route[] {
  const answer =
    (write: (box: Awaited<ReturnType<typeof read>>) => HttpAnswer) =>
    async (request: HttpRequest): Promise<HttpAnswer> =>
      isOfThisMachine(request) ? write(await read()) : refuse();
  const read = async () => {
    const mails = await readWaitingMails(reader, seal);
    const lists = await Promise.all(knownSimulators(dataDir).map(readTexts));
    return { mails, texts: lists.flat() };
  };
  return [
    {
      path: '/demo/mailbox.json',
      methods: ['GET'],
      handle: answer((box) => {
        return { status: 200, contentType: 'application/json', body: JSON.stringify(box) };
      }),
    },
    {
      path: '/demo/mailbox',
      methods: ['GET'],
      handle: answer(({ mails, texts }) => ({
        status: 200,
        contentType: 'text/html; charset=utf-8',
        headers: HEADERS,
        body: [
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title>',
          '</head><body><h1>Mails</h1>',
          ...mails.map(({ to, subject, text }) => show(`${to}: ${subject}`, text)),
          '<h1>Text messages</h1>',
          ...texts.map(({ to, text }) => show(to, text)),
          '</body></html>\n',
        ].join('\n'),
      })),
    },
  ];
}

function show(title: string, text: string): string {
  return `<h2>${escapeHtml(title)}</h2><pre>${escapeHtml(text)}</pre>`;
}

/** The newest first; none if the simulator does not run. */
async function readTexts({ managementPort }: { readonly managementPort: number }) {
  const baseUrl = `http://127.0.0.1:${managementPort}`;
  const client = createJsonClient({ baseUrl, key: '', boundary: '' });
  const answer = await client.get(`/messages?last=${TEXTS}`);
  if (answer.kind !== 'answered' || answer.status !== 200) return [];
  const { messages } = answer.body as {
    readonly messages: readonly { readonly destination: string; readonly text: string }[];
  };
  return messages.map(({ destination: to, text }): Text => ({ to, text })).toReversed();
}
