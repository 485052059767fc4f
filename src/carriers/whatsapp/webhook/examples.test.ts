/**
 * What the platform's public pages show of its webhook at the end of 2026, written anew with
 * invented people, and what is read of each.
 */
import { describe } from 'vitest';
import {
  AT,
  type Example,
  metadata,
  passedOver,
  PHONE,
  readsExamples,
  SALAAM,
  statusOf,
  USER,
} from '../../../../test/support/webhook-events.ts';

const AT_MS = 1_800_000_000_000;
const known = { phone: PHONE, userId: USER };
const hidden = { phone: undefined, userId: USER };

const message = (more: object, contacts?: readonly object[]) => ({
  metadata,
  ...(contacts === undefined ? {} : { contacts }),
  messages: [{ id: 'wamid.1', timestamp: AT, ...more }],
});
const priced = (pricing: object) => statusOf({ pricing: { pricing_model: 'PMP', ...pricing } });

/** People who may hide their numbers. */
const PEOPLE: readonly Example[] = [
  [
    'a message of somebody who shows the number',
    'messages',
    message({ from: PHONE, from_user_id: USER, ...SALAAM }, [
      { profile: { name: 'Ali' }, wa_id: PHONE, user_id: USER },
    ]),
    [{ kind: 'inbound', user: known, profileName: 'Ali', userName: undefined, opensWindow: true }],
  ],
  [
    'a message of somebody who hides it behind a name',
    'messages',
    message({ from_user_id: USER, from_parent_user_id: 'PK.ENT.11815799212886844830', ...SALAAM }, [
      { profile: { name: 'Ali', username: 'ali.h' }, user_id: USER },
    ]),
    [{ kind: 'inbound', user: hidden, profileName: 'Ali', userName: 'ali.h', opensWindow: true }],
  ],
  [
    'a number shared because it was asked for',
    'messages',
    message({
      from_user_id: USER,
      type: 'contacts',
      contacts: [{ origin: 'contact_request', phones: [{ phone: `+${PHONE}`, wa_id: PHONE }] }],
    }),
    [{ kind: 'inbound', type: 'contacts', user: known }],
  ],
  [
    'a contact that was shared by hand, which may be anybody’s',
    'messages',
    message({
      from_user_id: USER,
      type: 'contacts',
      contacts: [{ vcard: 'BEGIN:VCARD', phones: [{ phone: `+${PHONE}`, wa_id: PHONE }] }],
    }),
    [{ kind: 'inbound', type: 'contacts', user: hidden }],
  ],
  [
    'a changed number, with no contacts',
    'messages',
    message({
      from: PHONE,
      from_user_id: USER,
      type: 'system',
      system: { type: 'user_changed_number', wa_id: '923001234568', body: 'A changed number' },
    }),
    [
      { kind: 'inbound', type: 'system', opensWindow: false },
      { kind: 'user_change', before: known, user: { phone: '923001234568' }, atMs: AT_MS },
    ],
  ],
  [
    'a changed id, with neither number nor contacts',
    'messages',
    message({
      from_user_id: 'PK.2',
      type: 'system',
      system: { type: 'user_changed_user_id', previous_user_id: 'PK.1', user_id: 'PK.2' },
    }),
    [
      { kind: 'inbound', type: 'system' },
      { kind: 'user_change', before: { userId: 'PK.1' }, user: { userId: 'PK.2' } },
    ],
  ],
  [
    'a changed id that a portfolio of several businesses knows, too',
    'messages',
    message({
      from_user_id: 'PK.2',
      from_parent_user_id: 'PK.ENT.2',
      type: 'system',
      system: {
        type: 'user_changed_user_id',
        previous_user_id: 'PK.1',
        previous_parent_user_id: 'PK.ENT.1',
        user_id: 'PK.2',
        parent_user_id: 'PK.ENT.2',
      },
    }),
    [
      { kind: 'inbound', type: 'system' },
      { kind: 'user_change', before: { userId: 'PK.1' }, user: { userId: 'PK.2' } },
    ],
  ],
  [
    'a status, with whom it is about',
    'messages',
    statusOf({ status: 'delivered', recipient_id: PHONE, recipient_user_id: USER }, [
      { profile: { name: 'Ali', username: 'ali.h' }, wa_id: PHONE, user_id: USER },
    ]),
    [{ kind: 'status', status: 'delivered', user: known }],
  ],
  [
    'a failure, without contacts',
    'messages',
    statusOf({ status: 'failed', recipient_id: PHONE, errors: [{ code: 131_062 }] }),
    [{ kind: 'status', failure: { code: 131_062 }, user: { phone: PHONE } }],
  ],
  [
    'a name of ours that is reserved',
    'business_username_updates',
    { username: 'roshan' },
    passedOver('business_username_updates'),
  ],
  [
    'and is taken away',
    'business_username_updates',
    { username: 'roshan', status: 'deleted', context: 'revoked' },
    passedOver('business_username_updates'),
  ],
  ['a field that is none', 'user_id_update', { any: 1 }, passedOver('user_id_update')],
];

/** What costs money since October. */
const PRICES: readonly Example[] = [
  [
    'an answer that is billed',
    'messages',
    priced({ billable: true, type: 'regular', category: 'service' }),
    [{ pricing: { billable: true, type: 'regular', category: 'service' } }],
  ],
  [
    'an answer within the month’s allowance',
    'messages',
    priced({ billable: false, type: 'free_customer_service', category: 'service' }),
    [{ pricing: { billable: false, category: 'service' } }],
  ],
  [
    'an answer to an advertisement',
    'messages',
    priced({ billable: false, type: 'free_entry_point', category: 'referral_conversion' }),
    [{ pricing: { billable: false, type: 'free_entry_point' } }],
  ],
  [
    'a code abroad',
    'messages',
    priced({ billable: true, type: 'regular', category: 'authentication_international' }),
    [{ pricing: { billable: true, category: 'authentication_international' } }],
  ],
  [
    'a message of the marketing API',
    'messages',
    priced({ billable: true, type: 'regular', category: 'marketing_lite' }),
    [{ pricing: { billable: true, category: 'marketing_lite' } }],
  ],
  [
    'a status that names no price',
    'messages',
    statusOf({ status: 'read' }),
    [{ pricing: undefined }],
  ],
];

/** What else comes as a message or a call. */
const MESSAGES: readonly Example[] = [
  [
    'an edit',
    'messages',
    message({
      from: PHONE,
      type: 'edit',
      edit: { original_message_id: 'wamid.0', message: SALAAM },
    }),
    [{ type: 'edit', text: 'Salaam', contextKey: 'wamid.0', opensWindow: false }],
  ],
  [
    'a message taken back',
    'messages',
    message({ from: PHONE, type: 'revoke', revoke: { original_message_id: 'wamid.0' } }),
    [{ type: 'revoke', contextKey: 'wamid.0', opensWindow: false }],
  ],
  [
    'a message to a group',
    'messages',
    message({ from: PHONE, group_id: 'Y2FwaV9ncm91cDox', ...SALAAM }),
    [{ groupId: 'Y2FwaV9ncm91cDox', opensWindow: false }],
  ],
  [
    'a file that is still to come',
    'messages',
    message({ from: PHONE, type: 'media_placeholder', media_placeholder: {} }),
    [{ kind: 'inbound', type: 'media_placeholder', media: undefined }],
  ],
  [
    'a voicemail',
    'messages',
    message({
      from: PHONE,
      type: 'audio',
      audio: { id: '71', mime_type: 'audio/ogg', voice: true },
    }),
    [{ type: 'audio', media: { id: '71', mime: 'audio/ogg' }, opensWindow: true }],
  ],
  [
    'a question about a product',
    'messages',
    message({
      from: PHONE,
      context: { referred_product: { catalog_id: '5', product_retailer_id: 'kurta-7' } },
      ...SALAAM,
    }),
    [{ type: 'text', text: 'Salaam', contextKey: undefined }],
  ],
  [
    'a form that was filled in',
    'messages',
    message({
      from: PHONE,
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"t.1","size":"M"}' },
      },
    }),
    [{ text: 'Sent', payload: '{"flow_token":"t.1","size":"M"}' }],
  ],
  [
    'clicks of nobody in particular',
    'messages',
    { metadata, user_actions: [{ action: 'click' }] },
    [],
  ],
  [
    'a call',
    'calls',
    {
      metadata,
      calls: [
        {
          id: 'wacid.1',
          from: PHONE,
          timestamp: AT,
          event: 'connect',
          direction: 'USER_INITIATED',
        },
      ],
    },
    [{ kind: 'inbound', type: 'call', opensWindow: true }],
  ],
  [
    'a call by SIP',
    'calls',
    {
      metadata,
      calls: [
        {
          id: 'wacid.1',
          from_user_id: USER,
          timestamp: AT,
          event: 'call_created',
          direction: 'USER_INITIATED',
        },
      ],
    },
    [{ kind: 'inbound', type: 'call', user: hidden, opensWindow: true }],
  ],
  [
    'a call of ours that is answered',
    'calls',
    {
      metadata,
      statuses: [
        {
          id: 'wacid.2',
          type: 'call',
          timestamp: AT,
          status: 'ACCEPTED',
          recipient_id: PHONE,
          recipient_user_id: USER,
        },
      ],
    },
    [{ kind: 'inbound', type: 'call', user: known, opensWindow: true }],
  ],
  [
    'a call of ours to somebody without a number, before it is answered',
    'calls',
    {
      metadata,
      calls: [
        {
          id: 'wacid.3',
          from: '923000000001',
          to_user_id: USER,
          to_parent_user_id: 'PK.ENT.11815799212886844830',
          timestamp: AT,
          event: 'connect',
          direction: 'BUSINESS_INITIATED',
        },
      ],
    },
    [],
  ],
  [
    'a call of ours that rings',
    'calls',
    {
      metadata,
      statuses: [
        { id: 'wacid.2', type: 'call', timestamp: AT, status: 'RINGING', recipient_id: PHONE },
      ],
    },
    [],
  ],
];

describe('people without a number', () => {
  readsExamples(PEOPLE);
});
describe('prices', () => {
  readsExamples(PRICES);
});
describe('messages and calls', () => {
  readsExamples(MESSAGES);
});
