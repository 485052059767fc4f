/** Webhooks about templates, and about people who stop or resume marketing. */

import type { BusinessAccount, SendingNumber } from './accounts.ts';
import { compact, type Json } from './json.ts';
import type { Person } from './people.ts';
import type { ChatPlatform } from './platform.ts';
import type { TemplateChange } from './templates/shelf.ts';
import { asNumber, changeEnvelope, contactOf, metadataOf, seconds } from './webhooks/envelope.ts';

export class Announcer {
  private readonly platform: ChatPlatform;

  constructor(platform: ChatPlatform) {
    this.platform = platform;
  }

  /** The template's id is a JSON number here, and a string everywhere else. */
  templateChanged({ template, event, reason }: TemplateChange): void {
    this.announce(template.account, 'message_template_status_update', {
      event,
      message_template_id: asNumber(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      message_template_category: template.category,
      reason,
    });
  }

  /** The person stops or resumes marketing from a number. */
  preferenceChanged(number: SendingNumber, person: Person, value: 'stop' | 'resume'): void {
    if (value === 'stop') person.stopped.add(number.id);
    else person.stopped.clear();
    this.announce(number.account, 'user_preferences', {
      messaging_product: 'whatsapp',
      metadata: metadataOf(number),
      contacts: [contactOf(person)],
      user_preferences: [
        compact({
          wa_id: person.hidden ? undefined : person.waId,
          user_id: person.userId,
          detail: `User requested to ${value} marketing messages`,
          category: 'marketing_messages',
          value,
          timestamp: asNumber(seconds(Date.now())),
        }),
      ],
    });
  }

  private announce(account: BusinessAccount, field: string, value: Json): void {
    const { accounts, courier } = this.platform;
    const body = changeEnvelope(account, { field, value }, Date.now());
    for (const target of accounts.targetsOf(account)) void courier.send(target, body);
  }
}
