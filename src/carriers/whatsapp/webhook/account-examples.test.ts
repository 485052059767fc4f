/**
 * What the platform's public pages show of its webhook at the end of 2026 about accounts,
 * templates and the app on a phone, written anew, and what is read of each.
 */
import { describe, expect } from 'vitest';
import {
  AT,
  type Example,
  metadata,
  NUMBER,
  passedOver,
  PHONE,
  readsExamples,
  SALAAM,
  statusOf,
  USER,
} from '../../../../test/support/webhook-events.ts';

const handover = (type: string, told: object) => ({
  recipient: { phone_number_id: NUMBER },
  sender: { phone_number: PHONE, user_id: USER },
  timestamp: AT,
  type,
  [type]: told,
});

/** Accounts, and who answers. */
const ACCOUNTS: readonly Example[] = [
  ...[
    'BUSINESS_DOWNGRADE',
    'PRIMARY_INACTIVITY',
    'COMPANION_INACTIVITY',
    'ACCOUNT_DISCONNECTED',
    'CHANGE_NUMBER',
    'USER_RE_REGISTERED',
  ].map((reason): Example => [
    `a shop that has left: ${reason}`,
    'account_update',
    {
      event: 'PARTNER_REMOVED',
      disconnection_info: { reason, initiated_by: 'USER' },
    },
    [
      {
        event: 'partner_removed',
        isStopped: true,
        words: expect.stringMatching(/^account_update: partner_removed: [a-z ]+,/),
      },
    ],
  ]),
  [
    'a number that moves to another phone',
    'account_update',
    { event: 'ACCOUNT_OFFBOARDED' },
    [{ isStopped: true, pauses: true }],
  ],
  [
    'and is back',
    'account_update',
    { event: 'ACCOUNT_RECONNECTED' },
    [{ isStopped: false, pauses: false }],
  ],
  [
    'a restriction',
    'account_update',
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [
        { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_800_600_000 },
      ],
    },
    [{ event: 'account_restriction', isStopped: false }],
  ],
  [
    'a price tier by volume',
    'account_update',
    {
      event: 'VOLUME_BASED_PRICING_TIER_UPDATE',
      volume_tier_info: {
        effective_month: '2026-11',
        pricing_category: 'UTILITY',
        region: 'Pakistan',
        tier: '100001:200000',
        tier_update_time: 1_800_000_000,
      },
    },
    [
      {
        event: 'volume_based_pricing_tier_update',
        isStopped: false,
        tier: {
          effectiveMonth: '2026-11',
          category: 'utility',
          region: 'Pakistan',
          tier: '100001:200000',
          sinceMs: 1_800_000_000_000,
        },
      },
    ],
  ],
  [
    'a price tier without its time is only told',
    'account_update',
    {
      event: 'VOLUME_BASED_PRICING_TIER_UPDATE',
      volume_tier_info: { pricing_category: 'UTILITY', region: 'Pakistan', tier: '0:100000' },
    },
    [expect.not.objectContaining({ tier: expect.anything() })],
  ],
  [
    'where the business is, on which the rate of codes abroad depends',
    'account_update',
    { event: 'BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE', country: 'PK' },
    [{ event: 'business_primary_location_country_update', isStopped: false }],
  ],
  [
    'from when on codes abroad have their own rate',
    'account_update',
    {
      event: 'AUTH_INTL_PRICE_ELIGIBILITY_UPDATE',
      auth_international_rate_eligibility: {
        start_time: 1_800_600_000,
        exception_countries: [{ country_code: 'PK', start_time: 1_800_700_000 }],
      },
    },
    [
      {
        event: 'auth_intl_price_eligibility_update',
        isStopped: false,
        words: expect.stringContaining('"country_code":"PK"'),
      },
    ],
  ],
  [
    'how many people a day the business may begin to write to',
    'business_capability_update',
    { max_daily_conversations_per_business: 'TIER_10K', max_phone_numbers_per_business: 25 },
    [{ kind: 'account', words: expect.stringContaining('TIER_10K') }],
  ],
  [
    'terms of the marketing API',
    'account_update',
    { event: 'MM_LITE_TERMS_SIGNED' },
    [{ event: 'mm_lite_terms_signed', isStopped: false }],
  ],
  [
    'an agent that takes the conversation',
    'messaging_handovers',
    handover('control_passed', {
      previous_owner_role: 'business',
      new_owner_role: 'ai_agent',
      conversation_context: { summary: { text: 'Asks for a size' } },
    }),
    [
      {
        kind: 'handover',
        heldBy: 'ai_agent',
        note: 'Asks for a size',
        user: { phone: PHONE, userId: USER },
      },
    ],
  ],
  [
    'and gives it back',
    'messaging_handovers',
    handover('control_taken', { previous_owner_role: 'ai_agent', new_owner_role: 'business' }),
    [{ kind: 'handover', heldBy: undefined }],
  ],
  [
    'what is said meanwhile',
    'standby',
    { metadata, standby: { messages: [{ id: 'wamid.3', from: PHONE, timestamp: AT, ...SALAAM }] } },
    [{ kind: 'inbound', isStandby: true, text: 'Salaam' }],
  ],
  [
    'and what became of what we sent before, but nothing of the agent’s own',
    'standby',
    {
      metadata,
      standby: {
        message_echoes: [{ id: 'wamid.8', to: PHONE, timestamp: AT, ...SALAAM }],
        statuses: [
          {
            id: 'wamid.7',
            status: 'delivered',
            timestamp: AT,
            recipient_id: PHONE,
            biz_opaque_callback_data: '019ac0de-0000-7000-8000-000000000001.1',
          },
          { id: 'wamid.8', status: 'delivered', timestamp: AT, recipient_id: PHONE },
        ],
      },
    },
    [{ kind: 'status', operatorKey: 'wamid.7', status: 'delivered' }],
  ],
];

const template = (more: object) => ({
  message_template_name: 'eid',
  message_template_language: 'en',
  message_template_id: 12,
  ...more,
});

/** What is held and what fails. */
const HELD: readonly Example[] = [
  [
    'what was held, and failed when its template was paused',
    'messages',
    statusOf({ status: 'failed', errors: [{ code: 132_015 }] }),
    [{ failure: { code: 132_015, reason: 'platform_template_stopped' } }],
  ],
  [
    'one marketing message too many for a person',
    'messages',
    statusOf({ status: 'failed', errors: [{ code: 131_049 }] }),
    [{ failure: { code: 131_049 } }],
  ],
  [
    'a template nobody used for a year',
    'message_template_status_update',
    template({ event: 'ARCHIVED', reason: 'NONE' }),
    [{ change: { what: 'state', to: 'archived', reason: undefined } }],
  ],
  [
    'a template that may not be edited',
    'message_template_status_update',
    template({
      event: 'LOCKED',
      other_info: { title: 'LOCKED', description: 'Edited too often.' },
    }),
    [{ change: { what: 'wording' } }],
  ],
  [
    'a template that may be edited again',
    'message_template_status_update',
    template({ event: 'UNLOCKED', reason: 'NONE' }),
    [{ change: { what: 'wording' } }],
  ],
  [
    'a rejection, and what to do',
    'message_template_status_update',
    template({
      event: 'REJECTED',
      reason: 'INVALID_FORMAT',
      rejection_info: { reason: 'Two values touch.', recommendation: 'Put a word between.' },
    }),
    [
      {
        change: {
          to: 'rejected',
          reason: 'INVALID_FORMAT. Two values touch. Put a word between',
        },
      },
    ],
  ],
];

const echo = (more: object) => ({
  metadata,
  message_echoes: [{ id: 'wamid.9', to: PHONE, timestamp: AT, ...more }],
});

/** The app on a phone that has the number, too. */
const APP: readonly Example[] = [
  [
    'what the shop writes there',
    'smb_message_echoes',
    echo(SALAAM),
    [{ kind: 'app_message', isOurs: true, isPast: false, text: 'Salaam' }],
  ],
  [
    'and changes',
    'smb_message_echoes',
    echo({ type: 'edit', edit: { original_message_id: 'wamid.8', message: SALAAM } }),
    [{ kind: 'app_change', what: 'edit', operatorKey: 'wamid.8', text: 'Salaam' }],
  ],
  [
    'and takes back',
    'smb_message_echoes',
    echo({ type: 'revoke', revoke: { original_message_id: 'wamid.8' } }),
    [{ kind: 'app_change', what: 'revoke', operatorKey: 'wamid.8' }],
  ],
  [
    'what was said before',
    'history',
    {
      metadata,
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 55 },
          threads: [
            {
              id: PHONE,
              messages: [
                { id: 'wamid.4', from: PHONE, timestamp: AT, ...SALAAM },
                { id: 'wamid.5', to: PHONE, timestamp: AT, ...SALAAM },
              ],
            },
          ],
        },
      ],
    },
    [
      { kind: 'app_message', isOurs: false, isPast: true },
      { kind: 'app_message', isOurs: true, isPast: true },
    ],
  ],
  [
    'that the shop does not share it',
    'history',
    {
      metadata,
      history: [{ errors: [{ code: 2_593_109, title: 'History sharing is turned off' }] }],
    },
    [],
  ],
  [
    'a contact',
    'smb_app_state_sync',
    {
      metadata,
      state_sync: [
        {
          type: 'contact',
          action: 'add',
          contact: { full_name: 'Ali Khan', phone_number: PHONE },
          metadata: { timestamp: AT },
        },
      ],
    },
    [{ kind: 'contact', name: 'Ali Khan' }],
  ],
];

/** Named by the doctor with the first of them. */
const OTHERS = [
  'account_settings_update',
  'automatic_events',
  'business_status_update',
  'flows',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
  'message_echoes',
  'partner_solutions',
  'payment_configuration_update',
  'template_correct_category_detection',
  'tracking_events',
].map((field): Example => [field, field, { any: 1 }, passedOver(field)]);

describe('accounts and who answers', () => {
  readsExamples(ACCOUNTS);
});
describe('what is held', () => {
  readsExamples(HELD);
});
describe('the app on a phone', () => {
  readsExamples(APP);
});
describe('fields that are not followed', () => {
  readsExamples(OTHERS);
});
