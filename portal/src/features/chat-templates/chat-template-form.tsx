/** The form of a chat template, with its bubble beside it. */
import {
  Button,
  Checkbox,
  Grid,
  Group,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { WholeNumber } from '../../shared/form/whole-number.tsx';
import { MediaField } from '../../shared/media/media-field.tsx';
import { ButtonsField } from './buttons-field.tsx';
import { ChatBubble } from './chat-bubble.tsx';
import { CATEGORIES, HEADER_TYPES, MOST, variablesIn, type ChatFields } from './fields.ts';
import { MARKS, useWords } from './words.ts';

type Props = {
  readonly initial: ChatFields;
  /** A template keeps its name and language. */
  readonly isNew: boolean;
  /** What it is a draft of. */
  readonly draft: string;
  readonly submit: (fields: ChatFields) => Promise<void>;
};

type Form = UseFormReturnType<ChatFields>;

const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'en_US', label: 'English (US)' },
  { value: 'ur', label: 'اردو' },
  { value: 'ar', label: 'العربية' },
];

const textOf = (error: unknown): string | undefined =>
  typeof error === 'string' ? error : undefined;

/** The service's field is within the part of this name, or is the part. */
function errorOf({ errors }: Form, part: string): string | undefined {
  const found = Object.entries(errors).find(([it]) => it === part || it.startsWith(`${part}.`));
  return textOf(found?.[1]);
}

export function ChatTemplateForm({ initial, isNew, draft, submit }: Props) {
  const t = useWords();
  const { options, forget } = useFormDraft(draft, initial);
  const form = useForm<ChatFields>(options);
  const { run, isRunning, problem } = useSubmit(async (fields: ChatFields) => {
    await submit(fields);
    forget();
  }, form);
  const { values } = form;
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Grid gap={{ base: 'lg', md: 'xl' }}>
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack gap="lg">
            <Problem>{problem}</Problem>
            {isNew && <NameFields form={form} />}
            <Radio.Group label={t('category')} required {...form.getInputProps('category')}>
              <Stack gap="xs" mt={4}>
                {CATEGORIES.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={t(value)}
                    description={t(`${value}_about`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
            {values.category === 'authentication' ? (
              <CodeFields form={form} />
            ) : (
              <>
                <HeaderFields form={form} />
                <BodyFields form={form} />
                <TextInput
                  label={<Counted label={t('footer')} text={values.footer} most={MOST.footer} />}
                  dir="auto"
                  {...form.getInputProps('footer')}
                  error={errorOf(form, 'footer')}
                />
                {values.category === 'marketing' && <OfferFields form={form} />}
                <ButtonsField
                  value={values.buttons}
                  onChange={(buttons) => form.setFieldValue('buttons', buttons)}
                  error={errorOf(form, 'buttons')}
                />
              </>
            )}
            <Group>
              <Button type="submit" loading={isRunning}>
                {t('submit')}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <ChatBubble fields={values} />
        </Grid.Col>
      </Grid>
    </form>
  );
}

type CountedProps = { readonly label: string; readonly text: string; readonly most: number };

/** A label that counts, and warns. */
function Counted({ label, text, most }: CountedProps) {
  return (
    <>
      {label}{' '}
      <Text
        span
        size="xs"
        c={text.length > most ? 'red' : 'dimmed'}
        className="latin numbers"
        aria-hidden
      >
        {text.length}/{most}
      </Text>
    </>
  );
}

function NameFields({ form }: { readonly form: Form }) {
  const t = useWords();
  return (
    <Group gap="sm" align="flex-start">
      <TextInput
        label={t('name')}
        description={t('name_about')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        autoFocus
        dir="ltr"
        flex="2 1 240px"
        {...form.getInputProps('name')}
      />
      <Select
        label={t('language')}
        data={LANGUAGES}
        allowDeselect={false}
        flex="1 1 140px"
        {...form.getInputProps('language')}
      />
    </Group>
  );
}

function HeaderFields({ form }: { readonly form: Form }) {
  const t = useWords();
  const { header } = form.values;
  const change = (changed: Partial<ChatFields['header']>): void =>
    form.setFieldValue('header', { ...header, ...changed });
  const isText = header.type === 'text';
  const variables = isText ? variablesIn(header.text) : [];
  return (
    <Stack gap="sm">
      <Select
        label={t('header')}
        data={HEADER_TYPES.map((value) => ({
          value,
          label: t(value === 'none' || value === 'text' ? `header_${value}` : value),
        }))}
        value={header.type}
        onChange={(type) => change({ type: HEADER_TYPES.find((it) => it === type) ?? 'none' })}
        allowDeselect={false}
        maw={240}
      />
      {isText && (
        <TextInput
          label={<Counted label={t('header_line')} text={header.text} most={MOST.header} />}
          required
          dir="auto"
          value={header.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          error={errorOf(form, 'header')}
        />
      )}
      {variables.length > 0 && (
        <TextInput
          label={t('example', { name: `{{${variables[0]}}}` })}
          required
          value={header.example}
          onChange={({ currentTarget }) => change({ example: currentTarget.value })}
        />
      )}
      {header.type === 'location' && (
        <Text size="sm" c="dimmed">
          {t('location_about')}
        </Text>
      )}
      {!isText && header.type !== 'none' && header.type !== 'location' && (
        <MediaField
          label={t('sample')}
          description={t('sample_about')}
          kind={header.type}
          isNeeded
          value={header.example}
          onChange={(example) => change({ example })}
          error={errorOf(form, 'header')}
        />
      )}
    </Stack>
  );
}

function BodyFields({ form }: { readonly form: Form }) {
  const t = useWords();
  const { body, examples } = form.values;
  return (
    <Stack gap="sm">
      <Textarea
        label={<Counted label={t('body')} text={body} most={MOST.body} />}
        description={t('body_about', MARKS)}
        required
        autosize
        minRows={4}
        dir="auto"
        value={body}
        onChange={({ currentTarget }) => form.setFieldValue('body', currentTarget.value)}
        error={errorOf(form, 'body')}
      />
      {variablesIn(body).map((name, place) => (
        <TextInput
          key={name}
          label={t('example', { name: `\u2066{{${name}}}\u2069` })}
          required
          value={examples[place] ?? ''}
          onChange={({ currentTarget }) => {
            const changed = variablesIn(body).map((_, at) =>
              at === place ? currentTarget.value : (examples[at] ?? ''),
            );
            form.setFieldValue('examples', changed);
          }}
        />
      ))}
    </Stack>
  );
}

function OfferFields({ form }: { readonly form: Form }) {
  const t = useWords();
  const { offer } = form.values;
  return (
    <Stack gap="xs">
      <TextInput
        label={<Counted label={t('offer')} text={offer.text} most={MOST.offer} />}
        description={t('offer_about')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="auto"
        {...form.getInputProps('offer.text')}
        error={errorOf(form, 'offer')}
      />
      {offer.text !== '' && (
        <Checkbox
          label={t('offer_expires')}
          {...form.getInputProps('offer.expires', { type: 'checkbox' })}
        />
      )}
    </Stack>
  );
}

function CodeFields({ form }: { readonly form: Form }) {
  const t = useWords();
  return (
    <Stack gap="sm">
      <Checkbox label={t('warn')} {...form.getInputProps('warns', { type: 'checkbox' })} />
      <WholeNumber
        label={t('expires')}
        min={1}
        max={90}
        maw={240}
        value={form.values.expiresMinutes || ''}
        onChange={(minutes) => form.setFieldValue('expiresMinutes', Number(minutes))}
        error={errorOf(form, 'code')}
      />
    </Stack>
  );
}
