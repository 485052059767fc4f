import { describe, expect, it } from 'vitest';
import { metadata, eventsOf } from '../../../../test/support/webhook-events.ts';
import { readWebhook } from './read-webhook.ts';

describe('what became of a template', () => {
  const names = {
    message_template_id: 1_689_556_908_129_832,
    message_template_name: 'order_ready',
    message_template_language: 'en',
  };
  const of = (field: string, value: object) => eventsOf(field, { ...names, ...value })?.[0];

  it.each<[string, object, object]>([
    [
      'message_template_status_update',
      { event: 'APPROVED', reason: 'NONE' },
      { what: 'state', to: 'approved', reason: undefined },
    ],
    [
      'message_template_status_update',
      {
        event: 'REJECTED',
        reason: 'PROMOTIONAL',
        rejection_info: { reason: 'Reads like an offer', recommendation: 'Use marketing' },
      },
      { what: 'state', to: 'rejected', reason: 'PROMOTIONAL. Reads like an offer. Use marketing' },
    ],
    [
      'message_template_status_update',
      { event: 'REINSTATED' },
      { what: 'state', to: 'approved', reason: undefined },
    ],
    ['message_template_status_update', { event: 'FLAGGED', reason: 'NONE' }, { what: 'wording' }],
    ['message_template_status_update', { event: 'LOCKED', reason: 'NONE' }, { what: 'wording' }],
    ['message_template_status_update', { event: 'UNLOCKED', reason: 'NONE' }, { what: 'wording' }],
    ['message_template_status_update', { event: 'UNARCHIVED' }, { what: 'wording' }],
    [
      'message_template_status_update',
      { event: 'ARCHIVED' },
      { what: 'state', to: 'archived', reason: undefined },
    ],
    [
      'template_category_update',
      { previous_category: 'UTILITY', new_category: 'MARKETING' },
      { what: 'category', from: 'utility', to: 'marketing' },
    ],
    [
      'message_template_quality_update',
      { previous_quality_score: 'GREEN', new_quality_score: 'RED' },
      { what: 'quality', from: 'green', to: 'red' },
    ],
    ['message_template_components_update', {}, { what: 'wording' }],
  ])('%s: %j is read as %j', (field, given, change) => {
    const { message_template_id: id } = names;
    const name = { templateId: String(id), name: 'order_ready', language: 'en' };
    expect(of(field, given)).toEqual({ kind: 'template', ...name, change });
  });

  it('an id that no number can hold is not used', () => {
    const raw = `{"entry":[{"id":"1","changes":[{"field":"message_template_status_update","value":
      {"event":"PAUSED","message_template_id":12345678901234567890,"message_template_name":"a",
       "message_template_language":"en"}}]}]}`;
    expect(readWebhook(Buffer.from(raw))).toMatchObject([{ templateId: undefined, name: 'a' }]);
  });

  it('a category that will change within a day has not changed yet', () => {
    const given = { new_category: 'UTILITY', correct_category: 'MARKETING' };
    expect(of('template_category_update', given)).toMatchObject({ kind: 'passed_over' });
  });
});

describe('a conversation that another agent holds', () => {
  const message = { id: 'wamid.1', timestamp: '1800000000' };
  const inbound = { ...message, from: '923001234567', type: 'text', text: { body: 'Salaam' } };
  const standby = (value: object) => eventsOf('standby', { metadata, standby: value });
  const handover = (type: string, more: object) =>
    eventsOf('messaging_handovers', {
      messaging_product: 'whatsapp',
      type,
      timestamp: '1800000000',
      recipient: metadata,
      sender: { phone_number: '923001234567' },
      [type]: more,
    });

  it('brings what they write, marked as such, and only our own statuses', () => {
    const uuid = '01a1ffef-0e19-7f4f-80a4-72c111acac99';
    const ours = { ...message, status: 'sent', biz_opaque_callback_data: `${uuid}.1` };
    const echo = { ...message, message: { to: '923001234567', type: 'text' } };
    const of = { statuses: [ours, { ...message, status: 'sent' }], message_echoes: [echo] };
    const events = standby({ contacts: [{ wa_id: '923001234567' }], messages: [inbound], ...of });
    expect(events).toMatchObject([
      { kind: 'inbound', text: 'Salaam', isStandby: true, opensWindow: true },
      { kind: 'status', opaqueId: `${uuid}.1` },
    ]);
    expect(standby({})).toEqual([]);
  });

  it.each([
    [
      'control_passed',
      {
        previous_owner_role: 'ai_agent',
        new_owner_role: 'escalation',
        conversation_context: { type: 'summary', summary: { text: 'Wants a refund' } },
      },
      { heldBy: undefined, note: 'Wants a refund' },
    ],
    [
      'control_taken',
      { previous_owner_role: 'escalation', new_owner_role: 'ai_agent', metadata: 'Back to work' },
      { heldBy: 'ai_agent', note: 'Back to work' },
    ],
  ])('changes hands: %s %j', (type, given, expected) => {
    const at = { phoneNumberId: metadata.phone_number_id, atMs: 1_800_000_000_000 };
    const user = { phone: '923001234567', userId: undefined };
    expect(handover(type, given)).toMatchObject([{ kind: 'handover', user, ...at, ...expected }]);
  });

  it('stays as it is when a change does not name the new one', () => {
    const [event] = handover('control_shared', {}) ?? [];
    expect(event).toMatchObject({ kind: 'passed_over', why: 'unreadable' });
  });
});

describe('other events', () => {
  it('of an account names the one it is about, not the partner whom the entry names', () => {
    const value = { event: 'PARTNER_REMOVED', waba_info: { waba_id: '200000000000009' } };
    const post = { entry: [{ id: '4', changes: [{ field: 'account_update', value }] }] };
    expect(readWebhook(Buffer.from(JSON.stringify(post)))).toMatchObject([
      { kind: 'account', platformBusinessId: '200000000000009' },
    ]);
  });

  it.each<[string, object, object]>([
    [
      'user_preferences',
      {
        metadata,
        user_preferences: [
          { wa_id: '923001234567', value: 'stop', timestamp: 1_800_000_000, category: 'm' },
        ],
      },
      { kind: 'preference', wish: 'stop', user: { phone: '923001234567', userId: undefined } },
    ],
    [
      'phone_number_quality_update',
      { display_phone_number: '+92 300 0000001', event: 'FLAGGED' },
      { kind: 'number', digits: '923000000001' },
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      { kind: 'account', event: 'disabled_update', isStopped: true },
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      { isStopped: false },
    ],
    [
      'account_update',
      {
        event: 'PARTNER_REMOVED',
        waba_info: { waba_id: '200000000000001', owner_business_id: '4' },
        disconnection_info: { reason: 'ACCOUNT_DISCONNECTED', initiated_by: 'USER' },
      },
      {
        event: 'partner_removed',
        isStopped: true,
        words: expect.stringMatching(/^account_update: partner_removed: the shop disconnected/),
      },
    ],
    ['account_update', { event: 'ACCOUNT_OFFBOARDED' }, { isStopped: true, pauses: true }],
    ['account_update', { event: 'ACCOUNT_RECONNECTED' }, { isStopped: false, pauses: false }],
    [
      'message_echoes',
      { any: 1 },
      { kind: 'passed_over', why: 'unknown_field', payload: '{"any":1}' },
    ],
    ['toString', {}, { kind: 'passed_over', why: 'unknown_field' }],
  ])('%s: %j is read as %j', (field, value, expected) => {
    expect(eventsOf(field, value)).toMatchObject([expected]);
  });
});
