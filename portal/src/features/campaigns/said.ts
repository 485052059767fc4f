/** What a campaign says, as a text or a chat message: what is to be filled, and the request of it. */
import { useWords as useSendWords } from '../send/words.ts';
import { contentOf, fieldsOf } from '../send/chat-content.ts';
import type { useChatChoice } from '../send/chat-choice.tsx';
import type { useChoice } from '../send/choice.tsx';
import type { ChatTemplate, NewBatch, Template } from '../../shared/api/types.ts';
import type { Slot } from './mapping.tsx';

type Values = Readonly<Record<string, string>>;

export type Said = {
  /** undefined: no template is chosen. */
  readonly slots: readonly Slot[] | undefined;
  /** undefined: sender or template is missing. */
  readonly from: Pick<NewBatch, 'kind' | 'sender' | 'template_id'> | undefined;
  readonly fill: (values: Values) => Pick<NewBatch, 'message' | 'content' | 'type'>;
};

/** @param kind which of the two choices counts. */
export function useSaid(
  kind: 'sms' | 'chat',
  text: ReturnType<typeof useChoice>,
  chat: ReturnType<typeof useChatChoice>,
): Said {
  const t = useSendWords();
  return kind === 'chat' ? ofChat(t, chat) : ofText(text);
}

function ofText({ sender, template }: ReturnType<typeof useChoice>): Said {
  return {
    slots: template?.variables.map(slotOf),
    from: sender && template ? { sender, template_id: template.id } : undefined,
    // In Urdu as well.
    fill: (values) => ({ message: messageOf(template, values), type: 'unicode' }),
  };
}

const slotOf = ({ name, optional, max_length: most }: Template['variables'][number]): Slot => ({
  key: name,
  name,
  called: name,
  isOptional: optional,
  most,
});

function messageOf(template: Template | undefined, values: Values): Record<string, string> {
  return Object.fromEntries(
    (template?.variables ?? []).map(({ name }) => [name, values[name] ?? '']),
  );
}

function ofChat(
  t: ReturnType<typeof useSendWords>,
  { sender, template }: ReturnType<typeof useChatChoice>,
): Said {
  return {
    slots: template && slotsOf(t, template),
    from: sender && template ? { kind: 'chat', sender, template_id: template.id } : undefined,
    fill: (values) => (template === undefined ? {} : { content: contentOf(template, values) }),
  };
}

const slotsOf = (t: ReturnType<typeof useSendWords>, template: ChatTemplate): readonly Slot[] =>
  fieldsOf(template).map(({ key, part, card, type, name, isOptional }) => {
    const label = t(`field_${part}`, { name });
    const within = card === undefined ? label : `${t('card', { number: card })}: ${label}`;
    return { key, name: within, called: name, isOptional, type };
  });
