/** The form of a template, with its preview beside it. */
import {
  Button,
  Card,
  Checkbox,
  Grid,
  Group,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { WholeNumber } from '../../shared/form/whole-number.tsx';
import { KINDS, USUAL, type TemplateFields, type VariableFields } from './fields.ts';
import { exampleFor, TemplatePreview } from './preview.tsx';
import { useWords } from './words.ts';
import { WordingField } from './wording-field.tsx';
import { namesIn } from './wording.tsx';

type Props = {
  readonly initial: TemplateFields;
  /** A template keeps its name. */
  readonly isNew: boolean;
  /** What it is a draft of. */
  readonly draft: string;
  readonly submit: (fields: TemplateFields) => Promise<void>;
};

const MOST_CHARACTERS = 1_530;

export function TemplateForm({ initial, isNew, draft, submit }: Props) {
  const t = useWords();
  const { options, forget } = useFormDraft(draft, initial);
  const form = useForm<TemplateFields>(options);
  const { run, isRunning, problem } = useSubmit(async (fields: TemplateFields) => {
    await submit(fields);
    forget();
  }, form);
  const { message, variables } = form.values;
  const wrong = Object.entries(form.errors).find(([field]) => field.startsWith('variables'))?.[1];
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Grid gap={{ base: 'lg', md: 'xl' }}>
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack gap="lg">
            <Problem>{problem}</Problem>
            {isNew && (
              <TextInput
                label={t('name')}
                description={t('name_about')}
                required
                autoFocus
                maxLength={100}
                {...form.getInputProps('name')}
              />
            )}
            <WordingField
              value={message}
              onChange={(value) => form.setFieldValue('message', value)}
              error={textOf(form.errors['message'])}
            />
            <CategoryField {...form.getInputProps('category')} />
            <Variables
              names={namesIn(message)}
              variables={variables}
              error={textOf(wrong)}
              onChange={(changed) => form.setFieldValue('variables', changed)}
            />
            <Group>
              <Button type="submit" loading={isRunning}>
                {t(isNew ? 'submit' : 'save')}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <TemplatePreview
            message={message}
            variables={variables}
            onReplace={(characters) => {
              const plain = characters.reduce(
                (text, it) => text.replaceAll(it.character, it.replacement ?? it.character),
                message,
              );
              form.setFieldValue('message', plain);
            }}
          />
        </Grid.Col>
      </Grid>
    </form>
  );
}

const textOf = (error: unknown): string | undefined =>
  typeof error === 'string' ? error : undefined;

function CategoryField(props: { readonly value?: string; readonly error?: unknown }) {
  const t = useWords();
  return (
    <Radio.Group label={t('category')} required {...props} error={textOf(props.error)}>
      <Group mt={6} gap="sm" align="stretch">
        {(['transactional', 'promotional'] as const).map((value) => (
          <Radio.Card key={value} value={value} p="sm" flex="1 1 240px" aria-label={t(value)}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <div>
                <Text size="sm" fw={600}>
                  {t(value)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`${value}_about`)}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  );
}

type VariablesProps = {
  readonly names: readonly string[];
  readonly variables: TemplateFields['variables'];
  readonly error: string | undefined;
  readonly onChange: (variables: TemplateFields['variables']) => void;
};

function Variables({ names, variables, error, onChange }: VariablesProps) {
  const t = useWords();
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {t('variables')}
      </Title>
      <Problem>{error}</Problem>
      {names.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('variables_none')}
        </Text>
      )}
      {names.map((name) => (
        <VariableRow
          key={name}
          name={name}
          value={variables[name] ?? USUAL}
          onChange={(value) => onChange({ ...variables, [name]: value })}
        />
      ))}
    </Stack>
  );
}

type RowProps = {
  readonly name: string;
  readonly value: VariableFields;
  readonly onChange: (value: VariableFields) => void;
};

/** One placeholder: what it may hold, and an example. */
function VariableRow({ name, value, onChange }: RowProps) {
  const t = useWords();
  return (
    <Card withBorder p="sm" role="group" aria-label={`#${name}#`}>
      <Text size="sm" fw={600} className="latin" ta="start" mb={4}>
        #{name}#
      </Text>
      <Group gap="sm" align="flex-end">
        <Select
          label={t('kind')}
          data={KINDS.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
          value={value.type}
          onChange={(type) =>
            onChange({ ...value, type: KINDS.find((it) => it === type) ?? value.type })
          }
          allowDeselect={false}
          w={140}
        />
        <WholeNumber
          label={t('longest')}
          rightSection={
            <Text span size="sm" c="dimmed">
              {t('longest_about')}
            </Text>
          }
          rightSectionWidth={88}
          min={1}
          max={MOST_CHARACTERS}
          value={value.maxLength || ''}
          onChange={(length) => onChange({ ...value, maxLength: Number(length) })}
          w={150}
        />
        <TextInput
          label={t('example')}
          placeholder={exampleFor(name, value.type)}
          value={value.example}
          maxLength={value.maxLength}
          onChange={({ currentTarget }) => onChange({ ...value, example: currentTarget.value })}
          flex="1 1 140px"
        />
        <Checkbox
          label={t('optional')}
          checked={value.optional}
          onChange={({ currentTarget }) => onChange({ ...value, optional: currentTarget.checked })}
          mb={8}
        />
      </Group>
    </Card>
  );
}
