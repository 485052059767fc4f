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

describe('other events', () => {
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
      'user_id_update',
      {
        metadata,
        user_id_update: [
          { user_id: { previous: 'PK.1', current: 'PK.2' }, timestamp: '1800000000' },
        ],
      },
      { kind: 'user_change', before: { phone: undefined, userId: 'PK.1' } },
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
    ['message_echoes', { any: 1 }, { kind: 'passed_over', why: 'unknown_field' }],
    ['toString', {}, { kind: 'passed_over', why: 'unknown_field' }],
  ])('%s: %j is read as %j', (field, value, expected) => {
    expect(eventsOf(field, value)).toMatchObject([expected]);
  });
});
