/** The HTTP port for watching the directory and telling it what to do. JSON in, JSON out. */
import type { Listening } from '../kit/http.ts';
import {
  listenManagement,
  refuse,
  show,
  type Answer,
  type Asked,
  type Routes,
} from '../kit/management.ts';
import type { Admin } from './admin.ts';
import { readBehaviour } from './behaviour.ts';

const routes: Routes<Admin> = {
  'GET /': () => show({ pages: Object.keys(routes) }),
  'GET /stats': (admin) => show(showStats(admin)),
  'GET /behaviour': (admin) => show(admin.behaviour),
  'POST /behaviour': (admin, { body }) => {
    const read = readBehaviour(body);
    if (!read.ok) return refuse(read.words);
    Object.assign(admin.behaviour, read.change);
    return show(admin.behaviour);
  },
  'POST /port': port,
};

/** `{"923001234567":"CMPAK"}`: who holds these numbers from now on; '' for the first holder. */
function port(admin: Admin, { body }: Asked): Answer {
  const entries = Object.entries(body);
  for (const [number, operator] of entries) {
    if (!/^\d{8,15}$/.test(number) || typeof operator !== 'string') {
      return refuse(`${number}: digits with country code, and a word`);
    }
  }
  for (const [number, operator] of entries) admin.table.port(number, String(operator));
  return show({ numbers: entries.length });
}

function showStats({ questions, asked, mostPerSecond, tooFast }: Admin): unknown {
  return { questions, numbers: asked.length, mostPerSecond, tooFast };
}

/** Starts it on 127.0.0.1; resolves with the server and its port. */
export const listenAdmin = (admin: Admin, wished: number): Promise<Listening> =>
  listenManagement(admin, routes, wished);
