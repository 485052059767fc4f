/** The HTTP port for watching an operator and telling it what to do. JSON in, JSON out. */

import { readFileSync } from 'node:fs';
import type { Listening } from '../kit/http.ts';
import {
  done,
  listenManagement,
  missing,
  refuse,
  show,
  type Answer,
  type Asked,
  type Routes,
} from '../kit/management.ts';
import { readBehaviour } from './knobs.ts';
import type { Operator } from './operator.ts';
import { showMessages, showPdu } from './show.ts';
import { composeInbound } from './subscriber.ts';

const mostShown = 10_000;
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8');

const routes: Routes<Operator> = {
  'GET /': () => ({ status: 200, type: 'text/html; charset=utf-8', chunks: [page] }),
  'GET /stats': (operator) => show(showStats(operator)),
  'GET /behaviour': (operator) => show(operator.behaviour),
  'POST /behaviour': changeBehaviour,
  'GET /messages': showLast,
  'GET /copies': showCopies,
  'GET /capture': showCapture,
  'POST /deliver': deliver,
  'POST /drop': (operator) => {
    for (const link of operator.links.values()) link.drop('as told');
    return done;
  },
};

/** Starts the management port on 127.0.0.1; resolves with the server and its port. */
export const listenOperator = (operator: Operator, port: number): Promise<Listening> =>
  listenManagement(operator, routes, port);

function showStats(operator: Operator): unknown {
  const links = [...operator.links.values()].map(({ number, systemId, mode, sinceMs }) => {
    return { number, systemId, mode, since: new Date(sinceMs).toISOString() };
  });
  return {
    name: operator.options.name,
    links,
    waitingReceipts: operator.waiting(),
    ...operator.tally.show(),
    copies: { different: operator.copies.size(), overflow: operator.copies.overflow },
  };
}

async function changeBehaviour(operator: Operator, { body }: Asked): Promise<Answer> {
  const read = readBehaviour(body);
  if (!read.ok) return refuse(read.words);
  await operator.change(read.change);
  return show(operator.behaviour);
}

function showLast(operator: Operator, { query }: Asked): Answer {
  const last = Number(query.get('last') ?? 100);
  if (!Number.isInteger(last) || last < 0 || last > mostShown) {
    return refuse(`last is a number from 0 to ${mostShown}`);
  }
  const pdus = operator.heard.last(last).map(showPdu);
  return show({ pdus, messages: showMessages(pdus) });
}

/** One line of JSON per distinct message; with `taken=2` only those taken at least twice. */
function showCopies(operator: Operator, { query }: Asked): Answer {
  const heardAtLeast = Number(query.get('heard') ?? 1);
  const takenAtLeast = Number(query.get('taken') ?? 0);
  function* lines(): Generator<string> {
    for (const copies of operator.copies.entries()) {
      if (copies.heard < heardAtLeast || copies.taken < takenAtLeast) continue;
      yield `${JSON.stringify(copies)}\n`;
    }
    const { overflow } = operator.copies;
    if (overflow > 0) yield `${JSON.stringify({ incomplete: overflow })}\n`;
  }
  return { status: 200, type: 'application/x-ndjson; charset=utf-8', chunks: lines() };
}

function showCapture(operator: Operator, { query }: Asked): Answer {
  const capture = operator.links.get(Number(query.get('link')))?.capture;
  if (capture === undefined) return missing('no capture of that link');
  return { status: 200, type: 'text/plain; charset=utf-8', chunks: [capture.print()] };
}

function deliver(operator: Operator, { body }: Asked): Answer {
  const inbound = composeInbound(body);
  if (!inbound.ok) return refuse(inbound.words);
  const bound = [...operator.links.values()].find(({ systemId }) => systemId !== '');
  const systemId = inbound.systemId ?? bound?.systemId ?? operator.options.systemId;
  for (const message of inbound.parts) operator.deliver(systemId, message);
  return show({ systemId, parts: inbound.parts.length });
}
