/** Webhooks about templates, numbers, accounts and people's wishes. */

import type { BusinessAccount, SendingNumber } from './accounts.ts';
import { compact, type Json } from './json.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';
import type { TemplateChange } from './templates/shelf.ts';
import type { Template } from './templates/template.ts';
import { asNumber, changeEnvelope, contactOf, metadataOf, seconds } from './webhooks/envelope.ts';

export const accountEvents = [
  'DISABLED_UPDATE',
  'REINSTATED',
  'ACCOUNT_RESTRICTION',
  'ACCOUNT_VIOLATION',
] as const;
export type AccountEvent = (typeof accountEvents)[number];

const restrictedMs = 3 * 86_400_000;

export class Announcer {
  private readonly platform: World;

  constructor(platform: World) {
    this.platform = platform;
  }

  /** Any field with any value, rightly signed; for fields and words that nobody knows. */
  announce(account: BusinessAccount, field: string, value: Json): Promise<void> {
    const { platform } = this;
    const body = changeEnvelope(account, { field, value }, platform.clock.now());
    platform.changed();
    const targets = platform.targets(account);
    const sent = targets.map((target) => platform.courier.send(target, field, body));
    return Promise.all(sent).then(() => undefined);
  }

  templateChanged({ template, event, reason, recommendation }: TemplateChange): void {
    const value = compact({
      event,
      ...namesOf(template),
      message_template_category: template.category,
      reason,
      rejection_info:
        event === 'REJECTED' && recommendation !== undefined
          ? { reason, recommendation }
          : undefined,
      other_info: event === 'PAUSED' ? pauseInfo(template) : undefined,
      disable_info:
        event === 'DISABLED' ? { disable_date: seconds(this.platform.clock.now()) } : undefined,
    });
    void this.announce(template.account, 'message_template_status_update', value);
  }

  categoryChanged(template: Template, previous: string): void {
    const { correctCategory, category } = template;
    const change =
      correctCategory === ''
        ? { previous_category: previous, new_category: category }
        : { new_category: category, correct_category: correctCategory };
    const value = { ...namesOf(template), ...change };
    void this.announce(template.account, 'template_category_update', value);
  }

  qualityChanged(template: Template, quality: string): void {
    const value = {
      previous_quality_score: template.quality,
      new_quality_score: quality,
      ...namesOf(template),
    };
    template.quality = quality;
    void this.announce(template.account, 'message_template_quality_update', value);
  }

  /** `event` as the platform has it: UPGRADE, DOWNGRADE, THROUGHPUT_UPGRADE, FLAGGED, … */
  numberChanged(number: SendingNumber, event: string, limit: string): void {
    const before = number.messagingLimit;
    number.messagingLimit = limit;
    const value = {
      display_phone_number: number.digits,
      event,
      old_limit: before,
      current_limit: limit,
      max_daily_conversations_per_business: limit,
    };
    void this.announce(number.account, 'phone_number_quality_update', value);
  }

  /** The platform locks an account, frees it, restricts it, or finds fault with it. */
  accountChanged(account: BusinessAccount, event: AccountEvent): void {
    const now = this.platform.clock.now();
    const details: Readonly<Record<AccountEvent, Json>> = {
      DISABLED_UPDATE: {
        ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: new Date(now).toDateString() },
      },
      REINSTATED: { ban_info: { waba_ban_state: 'REINSTATE' } },
      ACCOUNT_RESTRICTION: {
        restriction_info: [
          {
            restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING',
            expiration: asNumber(seconds(now + restrictedMs)),
          },
        ],
      },
      ACCOUNT_VIOLATION: { violation_info: { violation_type: 'SCAM' } },
    };
    if (event === 'DISABLED_UPDATE') account.locked = true;
    if (event === 'REINSTATED') account.locked = false;
    const [number] = account.numbers;
    const word = event === 'REINSTATED' ? 'DISABLED_UPDATE' : event;
    const value = compact({ phone_number: number?.digits, event: word, ...details[event] });
    void this.announce(account, 'account_update', value);
  }

  /** The person stops or resumes marketing of a number. */
  preferenceChanged(number: SendingNumber, person: Person, value: 'stop' | 'resume'): void {
    const { clock, behaviour } = this.platform;
    if (value === 'stop') person.stopped.add(number.id);
    else {
      person.stopped.delete(number.id);
      person.stopped.delete('*');
    }
    const words = value === 'stop' ? 'stop' : 'resume';
    const body = {
      messaging_product: 'whatsapp',
      metadata: metadataOf(number),
      contacts: [contactOf(person, behaviour.userIds)],
      user_preferences: [
        compact({
          wa_id: person.hidden ? undefined : person.waId,
          user_id: behaviour.userIds || person.hidden ? person.userId : undefined,
          detail: `User requested to ${words} marketing messages`,
          category: 'marketing_messages',
          value,
          timestamp: asNumber(seconds(clock.now())),
        }),
      ],
    };
    void this.announce(number.account, 'user_preferences', body);
  }

  /** The older form of telling that a person's user id is another one. */
  userIdChanged(
    number: SendingNumber,
    person: Person,
    before: { readonly number: string; readonly userId: string },
  ): void {
    const value = {
      messaging_product: 'whatsapp',
      metadata: metadataOf(number),
      contacts: [contactOf(person, true)],
      user_id_update: [
        compact({
          wa_id: person.hidden ? undefined : person.waId,
          detail: 'The user id of this user has changed',
          user_id: { previous: before.userId, current: person.userId },
          timestamp: seconds(this.platform.clock.now()),
        }),
      ],
    };
    void this.announce(number.account, 'user_id_update', value);
  }
}

/** The id is a JSON number here, and a text everywhere else. */
function namesOf({ id, name, language }: Template): Json {
  return {
    message_template_id: asNumber(id),
    message_template_name: name,
    message_template_language: language,
  };
}

function pauseInfo({ pauses }: Template): Json {
  const [title, hours] = pauses === 1 ? ['FIRST_PAUSE', 3] : ['SECOND_PAUSE', 6];
  return {
    title,
    description: `Your message template has been paused for ${hours} hours because it had issues.`,
  };
}
