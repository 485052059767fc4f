import { describe, expect, it } from 'vitest';
import { openChatApi, orderSend, SEND, textSend } from '../../../test/support/chat-api.ts';
import { faultsOf, type TSchema } from '../../kit/shape.ts';
import {
  CHAT_SENT,
  describeChatInterface,
  FREE_FORM_ENTRY,
  TEMPLATE_ENTRY,
} from './describe-endpoints.ts';
import { createSend } from './send.ts';

const nothing = {} as never;
const send = createSend({ journey: nothing, authenticate: nothing, actAs: nothing });

describe('the description of the chat interface', () => {
  it('has its endpoint, with the parameters that are read', () => {
    const paths = describeChatInterface();
    expect(Object.keys(paths)).toEqual([send.path]);
    expect(paths[SEND]?.post?.security).toEqual([{ apiKey: [send.scope] }]);
    const names = (paths[SEND]?.get?.parameters ?? []).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...send.parameters].toSorted());
  });

  it.each([
    ['a template', orderSend()],
    ['free form', textSend()],
    ['a dry run', orderSend({ dry_run: '1' })],
    ['nothing that was accepted', orderSend({ template_data: '[{"mobile":"x"}]' })],
  ])('describes the answers to %s', async (_, query) => {
    const { body } = await openChatApi().ask({ query });
    expect(faultsOf(CHAT_SENT, JSON.parse(body))).toEqual([]);
  });

  it.each<[TSchema, object]>([
    [TEMPLATE_ENTRY, { mobile: '923001234567' }],
    [
      TEMPLATE_ENTRY,
      {
        mobile: '923001234567',
        header: { type: 'document', url: 'https://a.example/x.pdf', file_name: 'x.pdf' },
        body: [{ type: 'text', text: 'Ali' }],
        buttons: [{ index: 0, type: 'url', text: '991' }],
      },
    ],
    [FREE_FORM_ENTRY, { mobile: '923001234567', type: 'text', text: { body: 'Hello' } }],
    [
      FREE_FORM_ENTRY,
      { mobile: '923001234567', type: 'media', media: { url: 'https://a.example', caption: '' } },
    ],
  ])('accepts the entries in the document (%#)', (shape, entry) => {
    expect(faultsOf(shape, entry)).toEqual([]);
  });
});
