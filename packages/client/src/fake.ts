/** A service in memory, for tests of your program: `createPaigham({ …, fetch: fake.fetch })`. */
import type { CallName, JsonName } from './client.ts';
import { FAILURES, CALLS, type Calls, type Event, type Message } from './generated/api.ts';
import type { FieldError, Reason } from './failure.ts';

export type FakeMessage = {
  readonly id: string;
  readonly to: string;
  readonly templateId: string;
  /** The values of a text, or the content of a chat message. */
  readonly values: unknown;
};

/** By a form interface: 402 and '8' for insufficient credit; or by `/v1`, with its reason. */
export type FakeRefusal = { readonly retryAfterSeconds?: number } & (
  | { readonly status: number; readonly code: string; readonly error: string }
  | { readonly reason: Reason; readonly detail?: string; readonly errors?: readonly FieldError[] }
);

export type FakePaigham = {
  readonly fetch: typeof fetch;
  /** Everything that was accepted, in order. */
  readonly messages: readonly FakeMessage[];
  /** Refuses the next request. */
  refuseNext(refusal: FakeRefusal): void;
  /** From now on reports a message as `DELIVERED`, `FAILED` …; PENDING before. */
  report(id: string, delivery: string): void;
  /** The answer to a `/v1` call from now on. */
  answer<Name extends JsonName>(name: Name, gives: Calls[Name]['gives']): void;
  /** Sends the event to listeners, and adds it to the list. */
  tell(event: Event): void;
};

type Asked = {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly json: Readonly<Record<string, unknown>>;
};

/**
 * Makes one without messages. It accepts anything and checks nothing. Sends, reports,
 * `showMessage`, `listMessages` and events work; any other call needs an `answer`.
 */
export function createFakePaigham(): FakePaigham {
  const messages: FakeMessage[] = [];
  const reports = new Map<string, string>();
  const known = new Map<string, unknown>();
  const answers = new Map<string, unknown>();
  const refusals: FakeRefusal[] = [];
  const events: Event[] = [];
  const keep = (to: string, templateId: string, values: unknown): string => {
    const id = String(FIRST_ID + messages.length);
    messages.push({ id, to, templateId, values });
    return id;
  };
  const show = (message: FakeMessage): Message =>
    asMessage(message, (reports.get(message.id) ?? 'PENDING').toLowerCase());
  const answerCall = (name: CallName, { path, json }: Asked): unknown => {
    if (answers.has(name)) return answers.get(name);
    switch (name) {
      case 'sendMessages':
        return sendAll(json, keep);
      case 'listMessages':
        return { data: newestFirst(messages).map(show), next_cursor: null };
      case 'listEvents':
        return { data: newestFirst(events), next_cursor: null };
      case 'showMessage': {
        const message = messages.find(({ id }) => path.endsWith(`/${id}`));
        return message === undefined ? refused({ reason: 'message_unknown' }) : show(message);
      }
      default:
        throw new Error(`say what is answered: fake.answer('${name}', …)`);
    }
  };
  const answer = (method: string, asked: Asked): unknown => {
    const name = nameOf(method, asked.path);
    if (name !== undefined) return answerCall(name, asked);
    const delivery = reports.get(asked.form.get('id') ?? '') ?? 'PENDING';
    return answerForm(asked, { keep, delivery });
  };
  return {
    messages,
    report: (id, delivery) => void reports.set(id, delivery),
    refuseNext: (refusal) => void refusals.push(refusal),
    answer: (name, gives) => void answers.set(name, gives),
    tell: (event) => void events.push(event),
    async fetch(input, init) {
      const refusal = refusals.shift();
      if (refusal !== undefined) return refused(refusal);
      const request = new Request(input, init);
      const { pathname: path } = new URL(request.url);
      if (request.headers.get('accept') === 'text/event-stream') {
        return stream(events, request.headers.get('last-event-id'));
      }
      const text = await request.text();
      const isForm = path.startsWith('/api/');
      const form = new URLSearchParams(isForm ? text : '');
      const isJson = request.headers.get('content-type') === 'application/json';
      const json = isJson ? (JSON.parse(text) as Asked['json']) : {};
      const key = form.get('idempotency_key') ?? request.headers.get('idempotency-key');
      const place = `${path} ${key}`;
      const given = known.get(place) ?? answer(request.method, { path, form, json });
      if (given instanceof Response) return given;
      if (key !== null) known.set(place, given);
      return given === undefined ? new Response(null, { status: 204 }) : Response.json(given);
    },
  };
}

const FIRST_ID = 117_000_000_000_000;
const CREDIT = '1000.00';
const SOME_TIME = '2026-11-22T09:00:00.000Z';

/** Node 18 has no toReversed. */
function newestFirst<Item>(items: readonly Item[]): readonly Item[] {
  return items.reduce<readonly Item[]>((all, item) => [item, ...all], []);
}

type Keep = (to: string, templateId: string, values: unknown) => string;

/** The `/v1` call that a request makes. */
function nameOf(method: string, path: string): CallName | undefined {
  const found = Object.entries(CALLS).find(([, call]) => {
    const pattern = new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return call.method === method && pattern.test(path);
  });
  return found?.[0] as CallName | undefined;
}

type Recipient = string | { readonly recipient: string; readonly values?: unknown };

function sendAll(body: Asked['json'], keep: Keep): Calls['sendMessages']['gives'] {
  const { recipients, template_id: template = '', values, content, kind = 'sms' } = body;
  const common = values ?? content;
  const sent = (recipients as readonly Recipient[]).map((given) => {
    const [to, own] = typeof given === 'string' ? [given] : [given.recipient, given.values];
    return { id: keep(to, String(template), own ?? common), recipient: to };
  });
  const count = sent.length;
  return {
    id: sent[0]?.id ?? null,
    kind: kind === 'chat' ? 'chat' : 'sms',
    dry_run: false,
    recipients: count,
    parts: count,
    price: `${count}.00`,
    remaining: CREDIT,
    currency: 'PKR',
    messages: sent,
    refused: [],
    people_today: null,
  };
}

function asMessage({ id, to, templateId }: FakeMessage, state: string): Message {
  const none = { batch_id: null, reason: null, detail: null, network: null, level: null };
  const test = false;
  const times = { accepted_at: SOME_TIME, send_at: null, sent_at: null, done_at: null };
  return {
    id,
    kind: 'sms',
    recipient: to,
    sender: '8584',
    template_id: templateId,
    ...none,
    ...times,
    test,
    read_at: null,
    attempts: null,
    state: state as Message['state'],
    parts: 1,
    price: '1.00',
    currency: 'PKR',
  };
}

/** The events since then, then the end: listeners reconnect. */
function stream(events: readonly Event[], after: string | null): Response {
  const place = events.findIndex(({ id }) => id === after);
  const frames = events
    .slice(place + 1)
    .map((event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(frames.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
}

function answerForm(
  { path, form }: Asked,
  { keep, delivery }: { readonly keep: Keep; readonly delivery: string },
): object {
  const field = (name: string): string => form.get(name) ?? '';
  switch (path) {
    case '/api/sms.php': {
      const values: unknown = JSON.parse(field('message'));
      const sent = field('mobile')
        .split(',')
        .map((gsm) => ({ status: 'OK', id: keep(gsm, field('template_id'), values), gsm }));
      const parts = String(sent.length);
      const total = { totalprice: `${parts}.00`, totalgsm: parts, remaincredit: CREDIT };
      return { success: 'true', status: 'OK', id: sent[0]?.id, ...total, results: sent };
    }
    case '/api/send.php': {
      const data = field('template_data') || field('free_form');
      const entries = JSON.parse(data) as { readonly mobile: string }[];
      const results = entries.map((entry) => {
        const id = keep(entry.mobile, field('template_id'), entry);
        return { status: 'OK', id, mobile: entry.mobile };
      });
      return { success: 'true', remaining_credit: CREDIT, results };
    }
    case '/api/delivery.php':
      return { success: 'true', delivery, results: [{ status: delivery, id: field('id') }] };
    case '/api/balance.php':
      return { success: 'true', balance: CREDIT, currency: 'PKR' };
    default:
      throw new Error(`the fake does not answer ${path}`);
  }
}

function refused(refusal: FakeRefusal): Response {
  const { retryAfterSeconds: after } = refusal;
  const headers = after === undefined ? {} : { 'Retry-After': String(after) };
  if ('reason' in refusal) {
    const { reason, detail = `Error: ${reason}`, errors = [] } = refusal;
    const { status } = FAILURES[reason];
    return Response.json({ code: reason, detail, status, errors }, { status, headers });
  }
  const { status, code, error } = refusal;
  const results = [{ status: code, error }];
  return Response.json({ success: 'false', status: code, error, results }, { status, headers });
}
