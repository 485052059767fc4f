import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metadata, NUMBER, read, eventsOf } from '../../../../test/support/webhook-events.ts';
import { readWebhook } from './read-webhook.ts';

const messages = (...some: readonly object[]) => eventsOf('messages', { metadata, messages: some });
const inbound = (type: string, more: object) =>
  messages({ from: '923001234567', id: 'wamid.1', timestamp: '1800000000', type, ...more })?.[0];

describe('a status', () => {
  const status = (more: object) => {
    const given = { id: 'wamid.1', status: 'sent', timestamp: '1800000001', ...more };
    return eventsOf('messages', { metadata, statuses: [given] })?.[0];
  };

  it('says of which message, what, when, and at what price', () => {
    const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' };
    const about = { recipient_id: '923001234567', recipient_user_id: 'PK.1349' };
    expect(status({ ...about, pricing, biz_opaque_callback_data: 'name.1' })).toEqual({
      kind: 'status',
      phoneNumberId: NUMBER,
      operatorKey: 'wamid.1',
      status: 'sent',
      atMs: 1_800_000_001_000,
      opaqueId: 'name.1',
      user: { phone: '923001234567', userId: 'PK.1349' },
      pricing: { billable: true, model: 'PMP', type: 'regular', category: 'utility' },
      failure: undefined,
    });
  });

  it.each([
    [{ status: 'played' }, { status: 'read' }],
    [{ timestamp: 1_800_000_001 }, { atMs: 1_800_000_001_000 }],
    [{ timestamp: '1800000001999' }, { atMs: 1_800_000_001_999 }],
    [{ status: 'DELIVERED' }, { status: 'delivered' }],
    [{ status: 'warned' }, { status: 'warned' }],
    [{ recipient_id: undefined }, { user: { phone: undefined, userId: undefined } }],
    [{ pricing: { billable: 'yes' } }, { pricing: undefined }],
    [{ pricing: { type: 'regular' } }, { pricing: { billable: true } }],
    [{ pricing: { type: 'free_customer_service' } }, { pricing: { billable: false } }],
    [{ pricing: { type: 'free_entry_point' } }, { pricing: { billable: false } }],
    [{ pricing: { type: 'free_entry_point', billable: true } }, { pricing: { billable: true } }],
    [{ pricing: { type: 'newer' } }, { pricing: undefined }],
    [
      { status: 'failed', errors: [{ code: 131_026, title: 'x' }] },
      { failure: { code: 131_026, reason: 'platform_unreachable' } },
    ],
    [{ status: 'failed', errors: [] }, { failure: { code: 0, reason: 'platform_refused' } }],
    [
      { status: 'failed', errors: [{ code: 4_000_000_000 }] },
      { failure: { code: 2_147_483_647, reason: 'platform_unknown_word' } },
    ],
  ])('%j is read as %j', (given, expected) => {
    expect(status(given)).toMatchObject(expected);
  });

  it.each([
    { id: 7 },
    { id: '' },
    { timestamp: 'soon' },
    { timestamp: -1 },
    { timestamp: '9999999999999' },
    { status: 5 },
  ])('with %j cannot be read, and is reported as such', (given) => {
    expect(status(given)).toEqual({ kind: 'passed_over', field: 'messages', why: 'unreadable' });
  });
});

describe('what a user wrote', () => {
  it.each<[string, object, object]>([
    ['text', { text: { body: 'Salaam' } }, { text: 'Salaam', opensWindow: true }],
    ['button', { button: { text: 'Yes', payload: 'YES:7' } }, { text: 'Yes', payload: 'YES:7' }],
    [
      'interactive',
      { interactive: { type: 'list_reply', list_reply: { id: 'row-2', title: 'Blue' } } },
      { text: 'Blue', payload: 'row-2' },
    ],
    [
      'interactive',
      { interactive: { type: 'button_reply', button_reply: { id: 'b', title: 'No' } } },
      { text: 'No', payload: 'b' },
    ],
    [
      'document',
      { document: { id: '77', mime_type: 'application/pdf', filename: 'a.pdf', caption: 'See' } },
      { text: 'See', media: { id: '77', mime: 'application/pdf', fileName: 'a.pdf' } },
    ],
    [
      'audio',
      { audio: { id: '78', responseFormat: true } },
      { text: undefined, media: { id: '78' } },
    ],
    ['location', { location: { latitude: 1, longitude: 2, name: 'Saddar' } }, { text: 'Saddar' }],
    [
      'reaction',
      { reaction: { message_id: 'wamid.0', emoji: '👍' } },
      { text: '👍', contextKey: 'wamid.0' },
    ],
    ['unsupported', { errors: [{ code: 131_051 }] }, { text: undefined, opensWindow: true }],
    ['system', { system: { body: 'A changed number' } }, { opensWindow: false }],
    [
      'edit',
      {
        edit: {
          original_message_id: 'wamid.0',
          message: { type: 'image', image: { caption: 'Blue', id: '7' } },
        },
      },
      { text: 'Blue', contextKey: 'wamid.0', opensWindow: false },
    ],
    [
      'revoke',
      { revoke: { original_message_id: 'wamid.0' } },
      { text: undefined, contextKey: 'wamid.0', opensWindow: false },
    ],
    [
      'text',
      { group_id: 'Y2FwaV9', text: { body: 'To all' } },
      { text: 'To all', groupId: 'Y2FwaV9', opensWindow: false },
    ],
    ['hologram', { hologram: { depth: 3 } }, { type: 'hologram', opensWindow: true }],
  ])('%s: %j is read as %j', (type, given, expected) => {
    expect(inbound(type, given)).toMatchObject({ kind: 'inbound', type, ...expected });
  });

  it('names the message that it answers', () => {
    const given = { text: { body: 'Yes' }, context: { from: '923000000001', id: 'wamid.7' } };
    expect(inbound('text', given)).toMatchObject({ contextKey: 'wamid.7' });
  });

  it('from somebody who hides the number has only the platform’s id', () => {
    const profile = { name: 'Zara', username: 'zara.khan' };
    const contacts = [{ profile, user_id: 'PK.1349' }];
    const message = { from_user_id: 'PK.1349', id: 'w', timestamp: '1800000000', type: 'text' };
    const [word] = eventsOf('messages', { metadata, contacts, messages: [message] }) ?? [];
    const user = { phone: undefined, userId: 'PK.1349' };
    expect(word).toMatchObject({ user, profileName: 'Zara', userName: 'zara.khan' });
  });

  it.each([
    ['in answer to a request', { origin: 'contact_request' }, {}, '923001234567'],
    ['in answer, where the message says so', {}, { origin: 'contact_request' }, '923001234567'],
    ['by hand, perhaps of somebody else', {}, {}, undefined],
  ])('that shares a contact %s', (_, ofContact, ofMessage, phone) => {
    const shared = { ...ofContact, phones: [{ phone: '+92 300 1234567', wa_id: '923001234567' }] };
    const [word] =
      messages({
        from_user_id: 'PK.1349',
        id: 'w',
        timestamp: '1800000000',
        type: 'contacts',
        contacts: [shared],
        ...ofMessage,
      }) ?? [];
    expect(word).toMatchObject({ user: { phone, userId: 'PK.1349' } });
  });

  it('is found among those of others, each with its own profile', () => {
    const contacts = [
      { profile: { name: 'Ali' }, wa_id: '923001234501' },
      { profile: { name: 'Zara' }, wa_id: '923001234502' },
    ];
    const some = ['923001234502', '923001234501'].map((from, index) => {
      return { from, id: `w${index}`, timestamp: '1800000000', type: 'text' };
    });
    const events = eventsOf('messages', { metadata, contacts, messages: some });
    expect(events?.map((it) => 'profileName' in it && it.profileName)).toEqual(['Zara', 'Ali']);
  });

  it('a call opens the 24 hours if the user made it', () => {
    const call = { id: 'wacid.1', from: '923001234567', event: 'connect', timestamp: '1800000000' };
    const of = (direction: string) =>
      eventsOf('calls', { metadata, calls: [{ ...call, direction }] });
    expect(of('USER_INITIATED')).toMatchObject([{ type: 'call', opensWindow: true }]);
    expect(of('BUSINESS_INITIATED')).toEqual([]);
  });

  it('a changed number is reported along with the message that says so', () => {
    const system = { wa_id: '923009999999', user_id: 'PK.2', previous_user_id: 'PK.1' };
    const events = messages({
      from: '923001234567',
      id: 'w',
      timestamp: '1800000000',
      type: 'system',
      system,
    });
    expect(events?.[1]).toEqual({
      kind: 'user_change',
      before: { phone: '923001234567', userId: 'PK.1' },
      user: { phone: '923009999999', userId: 'PK.2' },
      atMs: 1_800_000_000_000,
    });
  });
});

describe('a post', () => {
  it.each(['', 'null', '[]', '7', '{"entry":7}', '{"object":"x"}', '{'])('is not %j', (raw) => {
    expect(readWebhook(Buffer.from(raw))).toBeUndefined();
  });

  it('reports everything in every entry and change, in order', () => {
    const status = (id: string) => ({ id, status: 'sent', timestamp: '1800000000' });
    const change = (id: string) => ({
      field: 'messages',
      value: { metadata, statuses: [status(`${id}1`), status(`${id}2`)] },
    });
    const events = read({
      entry: [
        { id: 'A', changes: [change('a'), change('b')] },
        { id: 'B', changes: [change('c')] },
      ],
    });
    const told = events?.map(
      (it) => 'operatorKey' in it && `${it.platformBusinessId} ${it.operatorKey}`,
    );
    expect(told).toEqual(['A a1', 'A a2', 'A b1', 'A b2', 'B c1', 'B c2']);
  });

  it('of a WhatsApp account says which number it has, and nothing twice', () => {
    const change = (value: object) => ({ field: 'account_settings_update', value });
    const entry = { id: '7300000000000001', changes: [change({ metadata }), change({ any: 1 })] };
    expect(read({ object: 'whatsapp_account', entry: [entry] })).toMatchObject([
      { kind: 'waac', phoneNumberId: metadata.phone_number_id, waacId: '7300000000000001' },
      { kind: 'passed_over', field: 'whatsapp_account', why: 'unreadable' },
    ]);
    const odd = { id: 'seven', changes: [change({ metadata })] };
    expect(read({ object: 'whatsapp_account', entry: [odd] })).toMatchObject([
      { kind: 'passed_over' },
    ]);
  });

  it('of any JSON at all is read without failing', () => {
    const anything = fc.jsonValue();
    const fields = fc.constantFrom(
      'messages',
      'calls',
      'user_preferences',
      'account_update',
      'message_template_status_update',
      'template_category_update',
      'security',
    );
    const value = fc.record({ metadata: fc.constantFrom(metadata, null), messages: anything });
    const values = fc.oneof(anything, value);
    fc.assert(
      fc.property(fc.array(fc.tuple(fields, values)), anything, (changes, odd) => {
        const own = changes.map(([field, it]) => ({ field, value: it }));
        expect(() => read({ entry: [odd, { id: odd, changes: [...own, odd] }] })).not.toThrow();
      }),
    );
  });
});

it('leaves out a detail that is nested too deeply to be written', () => {
  const post = Buffer.from(
    `{"entry":[{"id":"1","changes":[{"field":"account_update",` +
      `"value":{"event":"X","kept":1,"deep":${'['.repeat(8_000)}${']'.repeat(8_000)}}}]}]}`,
  );
  expect(readWebhook(post)).toMatchObject([
    { kind: 'account', words: 'account_update: x, kept 1' },
  ]);
});
