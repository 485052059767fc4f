/** A caller of the SMS interface, as a plain HTTP client. */

/** The parameters of `/api/sms.php`; `message` may be given as values. */
export type SendParameters = {
  readonly api_key: string;
  readonly sender: string;
  readonly mobile: string;
  readonly template_id: number;
  readonly message: Readonly<Record<string, string | number>>;
  readonly type?: 'unicode';
  readonly network?: string;
  readonly ported?: string;
  readonly format?: string;
  readonly dry_run?: string;
  readonly idempotency_key?: string;
};

export type SmsAnswer = {
  readonly httpStatus: number;
  readonly body: string;
  /** If the send was accepted. */
  readonly id: number | undefined;
  /** If it was refused: the interface's code. */
  readonly code: string | undefined;
  readonly replayed: boolean;
};

/** Sends by POST; rejects only if there was no answer, at the latest when `until` is over. */
export async function send(
  baseUrl: string,
  parameters: SendParameters,
  until?: AbortSignal,
): Promise<SmsAnswer> {
  const { template_id: template, message, ...rest } = parameters;
  const form = new URLSearchParams(rest);
  form.set('template_id', String(template));
  form.set('message', JSON.stringify(message));
  const asked = { method: 'POST', body: form, signal: until ?? null };
  const response = await fetch(`${baseUrl}/api/sms.php`, asked);
  const body = await response.text();
  const id = /^OK ID:(\d+)$/.exec(body)?.[1];
  return {
    httpStatus: response.status,
    body,
    id: id === undefined ? undefined : Number(id),
    code: /^(\d+) : /.exec(body)?.[1],
    replayed: response.headers.get('idempotent-replayed') === 'true',
  };
}

/** Sends and returns the id. @throws if the send was refused. */
export async function sendOk(baseUrl: string, parameters: SendParameters): Promise<number> {
  const { id, body } = await send(baseUrl, parameters);
  if (id === undefined) throw new Error(`refused: ${body}`);
  return id;
}

/** A delivery report in JSON: names as in the interface. */
export type ShownReport = {
  readonly delivery: string;
  readonly total: string;
  readonly counts: Readonly<Record<string, string>>;
  readonly pages?: string;
  readonly results: readonly {
    readonly status: string;
    readonly id: string;
    readonly gsm: string;
    readonly network: string;
    readonly parts: string;
    readonly price: string;
    readonly level?: string;
    readonly reason?: string;
  }[];
};

export async function fetchReport(
  baseUrl: string,
  apiKey: string,
  ask: { readonly id: number; readonly page?: number },
): Promise<ShownReport> {
  const query = new URLSearchParams({ api_key: apiKey, id: String(ask.id), format: 'json' });
  if (ask.page !== undefined) query.set('page', String(ask.page));
  const response = await fetch(`${baseUrl}/api/delivery.php?${query}`);
  return (await response.json()) as ShownReport;
}

/** Rupees, as the interface prints them. */
export async function fetchBalance(baseUrl: string, apiKey: string): Promise<string> {
  const query = new URLSearchParams({ api_key: apiKey });
  return (await fetch(`${baseUrl}/api/balance.php?${query}`)).text();
}
