/** Webhooks about templates, and about people who stop or resume marketing. */

import { type BusinessAccount, type SendingNumber, waacOf } from './accounts.ts';
import { compact, type Json } from './json.ts';
import type { Person } from './people.ts';
import type { ChatPlatform } from './platform.ts';
import type { TemplateChange } from './templates/shelf.ts';
import type { Template } from './templates/template.ts';
import { asNumber, changeEnvelope, contactOf, metadataOf, seconds } from './webhooks/envelope.ts';

/** What `account_update` says, with whatever else belongs to it. */
export type AccountChange = {
  readonly event: string;
  readonly entry: string | undefined;
  readonly more: Json;
};

/** Who is to answer, and what they are told. */
export type Passed = { readonly role: string; readonly summary: string | undefined };

export class Announcer {
  private readonly platform: ChatPlatform;

  constructor(platform: ChatPlatform) {
    this.platform = platform;
  }

  /** The template's id is a JSON number here, and a string everywhere else. */
  templateChanged({ template, event, reason, more }: TemplateChange): void {
    this.announce(template.account, 'message_template_status_update', {
      event,
      message_template_id: asNumber(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      message_template_category: template.category,
      reason,
      ...more,
    });
  }

  /** People take a template better or worse than before. */
  qualityChanged(template: Template, before: string): void {
    this.announce(template.account, 'message_template_quality_update', {
      previous_quality_score: before,
      new_quality_score: template.quality,
      message_template_id: asNumber(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      message_template_category: template.category,
    });
  }

  /** A number is in danger of being limited, or no longer. */
  numberChanged(number: SendingNumber, event: string): void {
    this.announce(number.account, 'phone_number_quality_update', {
      display_phone_number: number.displayNumber,
      event,
      max_daily_conversations_per_business: number.account.messagingLimit,
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

  /** The account leaves or comes back; `entry`: whom the post names, a partner perhaps. */
  accountChanged(account: BusinessAccount, { entry, ...value }: AccountChange): void {
    const { more, ...named } = value;
    this.announce(account, 'account_update', { ...named, ...more }, entry);
  }

  /** Somebody else is to answer the person. */
  threadPassed(number: SendingNumber, person: Person, { role, summary }: Passed): void {
    const isBack = role !== 'ai_agent';
    const type = isBack ? 'control_passed' : 'control_taken';
    this.announce(number.account, 'messaging_handovers', {
      messaging_product: 'whatsapp',
      type,
      timestamp: seconds(Date.now()),
      recipient: metadataOf(number),
      sender: compact({
        phone_number: person.hidden ? undefined : person.waId,
        user_id: person.userId,
      }),
      [type]: compact({
        previous_owner_role: isBack ? 'ai_agent' : 'escalation',
        new_owner_role: role,
        conversation_context:
          summary === undefined ? undefined : { type: 'summary', summary: { text: summary } },
      }),
    });
  }

  /** Which WhatsApp account has a number: a topic of its own, whose entry is that account. */
  waacTold(number: SendingNumber): void {
    const { accounts, courier } = this.platform;
    const value = { messaging_product: 'whatsapp', metadata: metadataOf(number) };
    const entry = { id: waacOf(number), changes: [{ field: 'account_settings_update', value }] };
    const body = { object: 'whatsapp_account', entry: [entry] };
    for (const target of accounts.targetsOf(number.account)) void courier.send(target, body);
  }

  private announce(account: BusinessAccount, field: string, value: Json, entry = account.id): void {
    const { accounts, courier } = this.platform;
    const body = changeEnvelope({ id: entry }, { field, value }, Date.now());
    for (const target of accounts.targetsOf(account)) void courier.send(target, body);
  }
}
