/** A chat message: an approved template with its values, or free text within the open window. */
import { Fieldset, Grid, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ChatTemplate, NewMessages } from '../../shared/api/types.ts';
import { showMoment, showPhone } from '../../shared/i18n/show.tsx';
import { useDraft } from '../../shared/form/use-draft.ts';
import { MediaField } from '../../shared/media/media-field.tsx';
import { ChatChoice, FREE, useChatChoice } from './chat-choice.tsx';
import { contentOf, fieldsOf, type Field } from './chat-content.ts';
import { readNumbers } from './numbers.ts';
import { BubbleButton } from '../../shared/message/phone-preview.tsx';
import { Bubble, Phone, Wording } from './phone.tsx';
import { Recipients } from './recipients.tsx';
import { localIn, momentOf, NOW, ScheduleFields, scheduleFields } from './schedule.tsx';
import { Summary, type Send } from './summary.tsx';
import { useWords } from './words.ts';

const FREE_MOST = 4_096;
type Values = Readonly<Record<string, string>>;

const EMPTY = {
  numbers: '',
  values: {} as Values,
  schedule: NOW,
  choice: { sender: '', template: '' },
};

export function ChatForm({ onSent }: { readonly onSent: Send }) {
  const t = useWords();
  const [draft, change, forget] = useDraft('send.chat', EMPTY);
  const { numbers, values, schedule } = draft;
  const choice = useChatChoice(draft.choice, (chosen) => change({ choice: chosen }));
  const { sender, template, isFree } = choice;
  const { written, good } = readNumbers(numbers);
  const isFilled = isFree
    ? (values[FREE] ?? '') !== ''
    : template !== undefined && fieldsOf(template).every((it) => it.isOptional || values[it.key]);
  const body: NewMessages | undefined =
    sender === undefined || !isFilled || good.length === 0
      ? undefined
      : {
          kind: 'chat',
          recipients: [...written],
          sender,
          ...scheduleFields(schedule),
          ...(template === undefined
            ? { content: { type: 'text', text: { body: values[FREE] ?? '' } } }
            : { template_id: template.id, content: contentOf(template, values) }),
        };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="lg">
          <Stack gap="md">
            <Recipients text={numbers} onChange={(text) => change({ numbers: text })} />
            <ChatFields
              choice={choice}
              values={values}
              onValues={(filled) => change({ values: filled })}
            />
            <ScheduleFields
              schedule={schedule}
              onChange={(at) => change({ schedule: at })}
              withWindow={false}
            />
          </Stack>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <Phone from={sender === undefined ? t('number') : showPhone(sender)} kind="chat">
            {template === undefined ? (
              <Bubble>{values[FREE] || t('no_preview')}</Bubble>
            ) : (
              <TemplateBubble template={template} values={values} />
            )}
          </Phone>
          <Summary
            body={body}
            missing={t(good.length === 0 ? 'missing_number' : 'missing_text')}
            onSent={(sent, at) => {
              forget();
              onSent(sent, at);
            }}
          />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function ChatFields({
  choice,
  values,
  onValues,
}: {
  readonly choice: ReturnType<typeof useChatChoice>;
  readonly values: Values;
  readonly onValues: (values: Values) => void;
}) {
  const t = useWords();
  const { template, isFree } = choice;
  const set = (key: string, value: string): void => onValues({ ...values, [key]: value });
  const fields = template === undefined ? [] : fieldsOf(template);
  return (
    <>
      <ChatChoice choice={choice} withFree onChosen={() => onValues({})} />
      {isFree && (
        <Textarea
          label={t('text')}
          dir="auto"
          autosize
          minRows={3}
          maxLength={FREE_MOST}
          value={values[FREE] ?? ''}
          onChange={({ currentTarget }) => set(FREE, currentTarget.value)}
        />
      )}
      <ChatTemplateFields fields={fields} values={values} set={set} />
    </>
  );
}

type FieldsProps = {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly set: (key: string, value: string) => void;
};

/** What the template itself takes, then each of its cards. */
/** What a chat template takes; each card of a carousel by itself. */
export function ChatTemplateFields({ fields, values, set }: FieldsProps) {
  const t = useWords();
  return (
    <>
      <ValueFields
        fields={fields.filter(({ card }) => card === undefined)}
        values={values}
        set={set}
      />
      {cardsIn(fields).map((card) => (
        <Fieldset key={card} legend={t('card', { number: card })} p="md">
          <Stack gap="sm">
            <ValueFields
              fields={fields.filter((it) => it.card === card)}
              values={values}
              set={set}
            />
          </Stack>
        </Fieldset>
      ))}
    </>
  );
}

const cardsIn = (fields: readonly Field[]): readonly number[] => [
  ...new Set(fields.flatMap(({ card }) => card ?? [])),
];

function ValueFields({ fields, values, set }: FieldsProps) {
  const t = useWords();
  return fields.map(({ key, isOptional, part, name, type }) =>
    part === 'image' || part === 'video' || part === 'document' ? (
      <MediaField
        key={key}
        kind={part}
        label={t(`field_${part}`, { name })}
        isNeeded={!isOptional}
        value={values[key] ?? ''}
        onChange={(value) => set(key, value)}
      />
    ) : (
      <TextInput
        key={key}
        {...keyboardOf(part)}
        type={type}
        label={t(`field_${part}`, { name })}
        withAsterisk={!isOptional}
        value={values[key] ?? ''}
        onChange={({ currentTarget }) => set(key, currentTarget.value)}
        {...(part === 'offer' ? { min: localIn(0) } : {})}
      />
    ),
  );
}

/** What is typed there, and from which side: a phone then shows the keys for it. */
function keyboardOf(part: Field['part']) {
  switch (part) {
    case 'place_latitude':
    case 'place_longitude':
      return { inputMode: 'decimal', dir: 'ltr' } as const;
    default:
      return { dir: 'auto' } as const;
  }
}

/** As people write it, once it is given. */
const ofMoment = (at: string | undefined): string => (at ? showMoment(momentOf(at)) : '');

const placeOf = (values: Values): string =>
  ['place_name.', 'place_address.'].flatMap((key) => values[key] || []).join(', ');

/** A template as the platform shows it: header, body, footer, and the buttons below. */
function TemplateBubble({
  template,
  values,
}: {
  readonly template: ChatTemplate;
  readonly values: Values;
}) {
  const t = useWords();
  const { header, offer, body, footer, buttons, cards } = template;
  const filled = (text: string, part: string): string =>
    text.replaceAll(
      /\{\{(\w+)\}\}/g,
      (variable, name: string) => values[`${part}.${name}`] || variable,
    );
  return (
    <>
      <Bubble>
        {header !== null && (
          <Text fw={700} mb={4}>
            {'text' in header ? (
              <Wording text={filled(header.text, 'header')} />
            ) : header.type === 'location' ? (
              placeOf(values) || t('header_location')
            ) : (
              t(`header_${header.type}`)
            )}
          </Text>
        )}
        {offer !== null && (
          <Text fw={700} size="sm">
            {offer.text} {ofMoment(values['offer.'])}
          </Text>
        )}
        <Wording text={filled(body.text, 'body')} />
        {footer !== null && <small>{footer}</small>}
      </Bubble>
      {buttons.map(({ index, text }) => (
        <BubbleButton key={index}>{text}</BubbleButton>
      ))}
      {cards.map((card, at) => (
        <Bubble key={at}>
          <Text fw={700} mb={4}>
            {t('card', { number: at + 1 })}: {t(`header_${card.header.type}`)}
          </Text>
          <Wording text={filled(card.body.text, `card${at + 1}.body`)} />
          {card.buttons.map(({ index, text }) => (
            <BubbleButton key={index}>{text}</BubbleButton>
          ))}
        </Bubble>
      ))}
    </>
  );
}
