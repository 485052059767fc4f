/** The app on a shop's phone beside the API: what the shop writes there, its contacts, history. */

import type { SendingNumber } from './accounts.ts';
import type { Json } from './json.ts';
import type { Person } from './people.ts';
import type { ChatPlatform } from './platform.ts';
import { changeEnvelope, metadataOf, seconds } from './webhooks/envelope.ts';

const hourMs = 3_600_000;

/** Written before the number was connected: who, how long ago, and by whom. */
const past = [
  ['923004440101', 52, 'them', 'Are you open on Sunday?'],
  ['923004440101', 51, 'us', 'Yes, from eleven to six.'],
  ['923004440202', 26, 'them', 'Is the blue lamp still there?'],
  ['923004440202', 25, 'us', 'One is left. Shall we keep it for you?'],
  ['923004440202', 24, 'them', 'Yes please!'],
] as const;

export class PhoneApp {
  private readonly platform: ChatPlatform;

  constructor(platform: ChatPlatform) {
    this.platform = platform;
  }

  /** The shop writes to a person: an echo tells it. Resolves once the webhook was tried. */
  async write(
    number: SendingNumber,
    person: Person,
    { text, atMs }: { readonly text: string; readonly atMs: number },
  ): Promise<Json> {
    const id = this.platform.ids.wamid(person.waId);
    const whom = person.hidden ? { to_user_id: person.userId } : { to: person.waId };
    const said = { from: number.digits, ...whom, id, timestamp: seconds(atMs), type: 'text' };
    const echo = { ...said, text: { body: text } };
    await this.tell(number, 'smb_message_echoes', { message_echoes: [echo] });
    return { id, text };
  }

  sendContacts(number: SendingNumber): void {
    const people = [...new Set(past.map(([phone]) => phone))];
    const timestamp = seconds(Date.now());
    const contacts = people.map((phone) => ({
      type: 'contact',
      contact: { full_name: `Customer ${phone.slice(-3)}`, phone_number: phone },
      action: 'add',
      metadata: { timestamp },
    }));
    void this.tell(number, 'smb_app_state_sync', { state_sync: contacts });
  }

  sendHistory(number: SendingNumber): void {
    const nowMs = Date.now();
    const threads = [...Map.groupBy(past, ([phone]) => phone)].map(([id, all]) => ({
      id,
      messages: all.map(([phone, hours, by, text]) => ({
        ...(by === 'us' ? { from: number.digits, to: phone } : { from: phone }),
        id: this.platform.ids.wamid(phone),
        timestamp: seconds(nowMs - hours * hourMs),
        type: 'text',
        text: { body: text },
        history_context: { status: by === 'us' ? 'READ' : 'DELIVERED' },
      })),
    }));
    const metadata = { phase: 0, chunk_order: 1, progress: 100 };
    void this.tell(number, 'history', { history: [{ metadata, threads }] });
  }

  private async tell(number: SendingNumber, field: string, told: Json): Promise<void> {
    const { accounts, courier } = this.platform;
    const value = { messaging_product: 'whatsapp', metadata: metadataOf(number), ...told };
    const body = changeEnvelope(number.account, { field, value }, Date.now());
    await Promise.all(accounts.targetsOf(number.account).map((it) => courier.send(it, body)));
  }
}
