/**
 * By which channel a campaign goes: a text or a chat message, what of it is to be filled, and its
 * part of the request.
 */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChatTemplate, NewBatch, Template } from '../../shared/api/types.ts';
import { useFilters } from '../../shared/table/use-filters.ts';
import { ChatChoice, useChatChoice } from '../send/chat-choice.tsx';
import { contentOf, fieldsOf } from '../send/chat-content.ts';
import { ChoiceFields, useChoice, type Chosen } from '../send/choice.tsx';
import { useWords as useSendWords } from '../send/words.ts';
import type { Slot } from './mapping.tsx';
import { useWords } from './words.ts';

type Values = Readonly<Record<string, string>>;

type Said = {
  /** undefined: no template is chosen. */
  readonly slots: readonly Slot[] | undefined;
  /** undefined: sender or template is missing. */
  readonly from: Pick<NewBatch, 'kind' | 'sender' | 'template_id'> | undefined;
  readonly fill: (values: Values) => Pick<NewBatch, 'message' | 'content' | 'type'>;
};

export type Channel = Said & {
  readonly kind: 'sms' | 'chat';
  /** By which channel, if there is more than one. */
  readonly kindField: ReactNode;
  /** From whom, and by which template. */
  readonly fields: ReactNode;
};

/** Which is in the address; what is chosen of each is kept with a draft. */
export function useChannel(
  draft: { readonly choice: Chosen; readonly chat: Chosen },
  keep: (changed: { choice?: Chosen; chat?: Chosen; mapped?: Values }) => void,
): Channel {
  const t = useSendWords();
  const [{ kind: asked }, go] = useFilters({ kind: '', sender: '', template: '' });
  const kind = asked === 'chat' ? asked : 'sms';
  const text = useChoice(draft.choice, (choice) => keep({ choice }));
  const chat = useChatChoice(draft.chat, (chosen) => keep({ chat: chosen }), isForMany);
  const hasBoth = kind === 'chat' || chat.senders.length > 0;
  const change = (chosen: string): void =>
    go({ kind: chosen === 'chat' ? chosen : '', sender: '', template: '' });
  const kindField = hasBoth && <KindField kind={kind} onChange={change} />;
  if (kind === 'sms') {
    return { kind, kindField, fields: <ChoiceFields choice={text} />, ...ofText(text) };
  }
  const fields = <ChatChoice choice={chat} onChosen={() => keep({ mapped: {} })} />;
  return { kind, kindField, fields, ...ofChat(t, chat) };
}

/** A one-time code is nobody's campaign. */
const isForMany = ({ category }: ChatTemplate): boolean => category !== 'authentication';

function KindField({
  kind,
  onChange,
}: {
  readonly kind: string;
  readonly onChange: (kind: string) => void;
}) {
  const t = useWords();
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('channel')}
      data={[
        { value: 'sms', label: t('sms') },
        { value: 'chat', label: t('chat') },
      ]}
      value={kind}
      onChange={onChange}
    />
  );
}

function ofText({ sender, template }: ReturnType<typeof useChoice>): Said {
  return {
    slots: template?.variables.map(slotOf),
    from: sender && template ? { sender, template_id: template.id } : undefined,
    // In Urdu as well.
    fill: (values) => ({ message: messageOf(template, values), type: 'unicode' }),
  };
}

export const slotOf = ({
  name,
  optional,
  max_length: most,
}: Template['variables'][number]): Slot => ({
  key: name,
  name,
  called: name,
  isOptional: optional,
  most,
});

export function messageOf(template: Template | undefined, values: Values): Record<string, string> {
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
    const media = part === 'image' || part === 'video' || part === 'document' ? part : undefined;
    return { key, name: within, called: name, isOptional, type, media };
  });
