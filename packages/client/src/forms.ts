/** The form interfaces: SMS and chat. */
import { isObject, PaighamError, type Failure } from './failure.ts';
import type { Transport } from './transport.ts';
import { newKey } from './web-crypto.ts';

export type SmsToSend = {
  /** One of your senders, or a shared one such as `8584`. */
  readonly sender: string;
  /** Numbers as people write them. */
  readonly to: string | readonly string[];
  readonly templateId: string | number;
  /** A value for each template variable. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Allows letters outside GSM, such as Urdu. */
  readonly unicode?: boolean;
  readonly network?: string;
  readonly ported?: boolean;
  /** Checks and prices, but sends nothing. */
  readonly dryRun?: boolean;
  /** Your own id for this message: order-17-code. A new one for each call by default. */
  readonly idempotencyKey?: string;
};

export type SmsSent = {
  /** For asking for a report; undefined for a dry run. */
  readonly id: string | undefined;
  /** Rupees. */
  readonly price: string;
  readonly parts: number;
  /** Remaining credit in rupees. */
  readonly credit: string;
  readonly messages: readonly { readonly id: string | undefined; readonly to: string }[];
  /** Numbers that were left out, with reasons. */
  readonly leftOut: readonly { readonly to: string; readonly reason: string }[];
};

export type ChatSent = {
  readonly credit: string;
  /** In request order. */
  readonly results: readonly (
    | { readonly accepted: true; readonly id: string | undefined; readonly to: string }
    | {
        readonly accepted: false;
        readonly code: string;
        readonly error: string;
        readonly to: string;
      }
  )[];
};

export type SmsReport = {
  /** PENDING, SENT, DELIVERED, FAILED, REJECTED, EXPIRED, UNKNOWN; for a batch also PARTIAL. */
  readonly delivery: string;
  readonly messages: readonly Readonly<Record<string, string>>[];
};

export type ChatOptions = {
  /** The number to send from; by default the account's default. */
  readonly from?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
};

export type SmsTemplate = {
  readonly id: string;
  readonly name: string;
  /** Its text, with #name# for each variable. */
  readonly message: string;
  readonly variables: readonly string[];
};

/** The interface refuses where others return an empty list. */
function isNone(failure: Failure): boolean {
  return failure.kind === 'refused_form' && failure.status === 200;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Calls of `/api/…`, as forms answered in JSON. */
export function createForms(transport: Transport, key: string) {
  const post = async (path: string, fields: Fields): Promise<Record<string, unknown>> => {
    const given = Object.entries({ api_key: key, format: 'json', ...fields });
    const body = new URLSearchParams();
    for (const [name, value] of given) if (value !== undefined) body.append(name, value);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await transport({ method: 'POST', path, headers, body: body.toString() });
    if (isObject(answer.body)) return answer.body;
    throw new PaighamError({ kind: 'unreachable', detail: 'it does not answer as Paigham does' });
  };
  const chat = async (fields: Fields, { from, dryRun, idempotencyKey }: ChatOptions) => {
    const own = await repeatable(dryRun, idempotencyKey);
    const sent = { ...fields, chatapp_id: from, ...own };
    return readChat(await post('/api/send.php', sent));
  };
  return {
    sms: {
      /** Sends one text to one number or many. */
      send: async (message: SmsToSend) => {
        const { dryRun, idempotencyKey } = message;
        const own = await repeatable(dryRun, idempotencyKey);
        return readSms(await post('/api/sms.php', { ...fieldsOf(message), ...own }));
      },
      /** What became of a send, or of one of its messages. */
      async report(id: string): Promise<SmsReport> {
        const { delivery, results } = await post('/api/delivery.php', { id });
        return { delivery: text(delivery), messages: entriesOf(results).map(allText) };
      },
      async balance(): Promise<{ readonly amount: string; readonly currency: string }> {
        const { balance, currency } = await post('/api/balance.php', {});
        return { amount: text(balance), currency: text(currency) };
      },
      /** Your approved templates. */
      async templates(): Promise<readonly SmsTemplate[]> {
        try {
          const { results } = await post('/apps/fetch_all_fixed_templates.php', {});
          return entriesOf(results) as readonly SmsTemplate[];
        } catch (error) {
          if (error instanceof PaighamError && isNone(error.failure)) return [];
          throw error;
        }
      },
    },
    chat: {
      /** Sends an approved template to each entry; `entries` as in docs/interface/chat.md. */
      sendTemplate(
        message: ChatOptions & {
          readonly templateId: string | number;
          readonly entries: readonly object[];
        },
      ): Promise<ChatSent> {
        const { templateId, entries } = message;
        const fields = { template_id: String(templateId), template_data: JSON.stringify(entries) };
        return chat(fields, message);
      },
      /** Only within 24 hours of the person's last message. */
      sendFreeForm(
        message: ChatOptions & { readonly entries: readonly object[] },
      ): Promise<ChatSent> {
        return chat({ free_form: JSON.stringify(message.entries) }, message);
      },
    },
  };
}

function fieldsOf(message: SmsToSend): Fields {
  const { sender, to, templateId, values, unicode, network, ported } = message;
  return {
    sender,
    mobile: typeof to === 'string' ? to : to.join(','),
    template_id: String(templateId),
    message: JSON.stringify(values),
    type: unicode === true ? 'unicode' : undefined,
    network,
    ported: ported === undefined ? undefined : switchOf(ported),
  };
}

async function repeatable(dryRun = false, idempotencyKey?: string): Promise<Fields> {
  return dryRun ? { dry_run: '1' } : { idempotency_key: idempotencyKey ?? (await newKey()) };
}

const switchOf = (value: boolean): string => (value ? '1' : '0');
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function entriesOf(results: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(results) ? results.filter(isObject) : [];
}

function allText(entry: Record<string, unknown>): Record<string, string> {
  const fields = Object.entries(entry).map(([name, value]) => [name, text(value)] as const);
  return Object.fromEntries(fields);
}

function readSms(body: Record<string, unknown>): SmsSent {
  const entries = entriesOf(body['results']).map(allText);
  const isIn = ({ status }: Record<string, string>): boolean => status === 'OK' || status === DRY;
  return {
    id: idIn(body),
    price: text(body['totalprice']),
    parts: Number(body['totalgsm']),
    credit: text(body['remaincredit']),
    messages: entries.filter(isIn).map((it) => ({ id: idIn(it), to: it['gsm'] ?? '' })),
    leftOut: entries
      .filter((it) => !isIn(it))
      .map(({ gsm: to = '', reason = '' }) => ({ to, reason })),
  };
}

const DRY = 'DRY RUN';

function readChat(body: Record<string, unknown>): ChatSent {
  const results = entriesOf(body['results']).map((entry) => {
    const { status = '', mobile: to = '', error = '' } = allText(entry);
    return status === 'OK' || status === DRY
      ? { accepted: true as const, id: idIn(entry), to }
      : { accepted: false as const, code: status, error, to };
  });
  return { credit: text(body['remaining_credit']), results };
}

function idIn({ id }: Record<string, unknown>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
