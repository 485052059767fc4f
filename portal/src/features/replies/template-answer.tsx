/** An answer by an approved template: which one, its values, and what it will say. */
import { Anchor, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Conversation, NewMessages } from '../../shared/api/types.ts';
import { isAgent } from '../../shared/feature.ts';
import { useDraft } from '../../shared/form/use-draft.ts';
import { contentOf, fieldsOf, type Field as ChatField } from '../send/chat-content.ts';
import { ChatTemplateFields } from '../send/chat-form.tsx';
import { useWords } from './words.ts';

const APPROVED = { query: { state: 'approved', limit: 200 } } as const;

/** Of a text. */
type Field = {
  readonly key: string;
  readonly label: string;
  readonly isOptional: boolean;
  readonly most?: number;
};

/** A template of either kind, as an answer needs it. */
type Choice = {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly (Field | ChatField)[];
  /** What it will say, with the values so far. */
  readonly say: (values: Values) => string;
  readonly content: (values: Values) => Partial<NewMessages>;
};
type Values = Readonly<Record<string, string>>;

const NOTHING: { chosen: string | null; values: Values } = { chosen: null, values: {} };

export function useTemplateAnswer(of: Conversation) {
  const texts = useTexts(of.kind === 'sms');
  const chats = useChats(of);
  const [{ chosen, values }, change] = useDraft(`answer.template.${of.id}`, NOTHING);
  const choices = of.kind === 'sms' ? texts : chats;
  const only = choices?.length === 1 ? choices[0] : undefined;
  const choice = choices?.find(({ id }) => id === chosen) ?? only;
  const isFilled = choice?.fields.every(({ key, isOptional }) => isOptional || values[key]);
  const content: Partial<NewMessages> | undefined =
    choice === undefined || isFilled !== true
      ? undefined
      : { template_id: choice.id, ...choice.content(values) };
  return {
    choices,
    choice,
    values,
    content,
    choose: (id: string | null): void => change({ chosen: id, values: {} }),
    set: (key: string, value: string): void => change({ values: { ...values, [key]: value } }),
    clear: (): void => change({ values: {} }),
  };
}

function useTexts(isWanted: boolean): readonly Choice[] | undefined {
  const { data } = useQuery({ ...reading('listTemplates', APPROVED), enabled: isWanted });
  const forOthers = data?.data.filter((it) => !it.own_numbers_only);
  return forOthers?.map(({ id, name, message, variables }): Choice => ({
    id,
    label: name,
    fields: variables.map((it) => ({
      key: it.name,
      label: it.name,
      isOptional: it.optional,
      most: it.max_length,
    })),
    say: (values) =>
      message.replaceAll(/#(\w+)#/g, (variable, key: string) => values[key] || variable),
    // What it costs stands beside it, so nobody has to allow it first.
    content: (values) => ({
      values: Object.fromEntries(variables.map((it) => [it.name, values[it.name] ?? ''])),
      unicode: true,
    }),
  }));
}

/** Of the business that the number belongs to. */
function useChats({ kind, sender }: Conversation): readonly Choice[] | undefined {
  const enabled = kind === 'chat';
  const numbers = useQuery({ ...reading('listChatNumbers'), enabled }).data?.data;
  const all = useQuery({ ...reading('listChatTemplates', APPROVED), enabled }).data?.data;
  const business = numbers?.find(({ number }) => number === sender)?.business_id;
  return all
    ?.filter((it) => it.sendable && it.business_id === business)
    .map((template): Choice => ({
      id: template.id,
      label: `${template.name} (${template.language})`,
      fields: fieldsOf(template),
      say: (values) =>
        template.body.text.replaceAll(
          /\{\{(\w+)\}\}/g,
          (variable, name: string) => values[`body.${name}`] || variable,
        ),
      content: (values) => ({ content: contentOf(template, values) }),
    }));
}

export function TemplateFields({
  of: { kind },
  answer,
}: {
  readonly of: Conversation;
  readonly answer: ReturnType<typeof useTemplateAnswer>;
}) {
  const t = useWords();
  const { choices, choice, values, choose, set } = answer;
  const who = useWho();
  if (choices?.length === 0 && isAgent(who)) {
    return (
      <Text size="sm" c="dimmed">
        {t('no_template_yet')}
      </Text>
    );
  }
  if (choices?.length === 0) {
    return (
      <Anchor
        component={Link}
        to={kind === 'sms' ? '/portal/templates' : '/portal/chat-templates'}
        size="sm"
      >
        {t('no_template')}
      </Anchor>
    );
  }
  return (
    <>
      <Select
        aria-label={t('by')}
        placeholder={t('choose_template')}
        data={choices?.map(({ id, label }) => ({ value: id, label })) ?? []}
        value={choice?.id ?? null}
        onChange={choose}
        allowDeselect={false}
        searchable
      />
      {choice !== undefined && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {choice.fields
              .flatMap((it) => ('label' in it ? it : []))
              .map(({ key, label, isOptional, most }) => (
                <TextInput
                  key={key}
                  label={label}
                  dir="auto"
                  withAsterisk={!isOptional}
                  maxLength={most}
                  value={values[key] ?? ''}
                  onChange={({ currentTarget }) => set(key, currentTarget.value)}
                />
              ))}
          </SimpleGrid>
          <ChatTemplateFields
            fields={choice.fields.flatMap((it) => ('part' in it ? it : []))}
            values={values}
            set={set}
          />
          <Text size="sm" dir="auto" className="paragraphs" c="dimmed">
            {choice.say(values)}
          </Text>
        </>
      )}
    </>
  );
}
