/** A text to one number or to a list: what it says, to whom, when, and what it costs. */
import { Anchor, Grid, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { useWho } from '../../shared/api/session.ts';
import type { NewMessages, Preview, Template } from '../../shared/api/types.ts';
import { useDraft } from '../../shared/form/use-draft.ts';
import { sentenceOf } from '../../shared/form/use-submit.ts';
import { ChoiceFields, useChoice } from './choice.tsx';
import { readNumbers } from './numbers.ts';
import { Bubble, Phone, Wording } from './phone.tsx';
import { PreviewFacts } from './preview-facts.tsx';
import { Recipients } from './recipients.tsx';
import { NOW, ScheduleFields, scheduleFields } from './schedule.tsx';
import { Summary, type Send } from './summary.tsx';
import { useWords } from './words.ts';

const PAUSE_MS = 250;
type Values = Readonly<Record<string, string>>;

const EMPTY = {
  numbers: '',
  values: {} as Values,
  schedule: NOW,
  choice: { sender: '', template: '' },
};

function isFilled({ variables }: Template, own: Readonly<Record<string, string>>): boolean {
  return variables.every(({ name, optional }) => optional || (own[name] ?? '') !== '');
}

export function SmsForm({ onSent }: { readonly onSent: Send }) {
  const t = useWords();
  const [draft, change, forget] = useDraft('send.sms', EMPTY);
  const choice = useChoice(draft.choice, (chosen) => change({ choice: chosen }), 'to_self');
  const { sender, template } = choice;
  const self = useSelf(template, draft);
  const { numbers, values } = self;
  const { written, good } = readNumbers(numbers);
  const own = valuesOf(template, values);
  const { preview, problem } = usePreview(sender, template, own);
  const body: NewMessages | undefined =
    sender === undefined || template === undefined || good.length === 0 || !isFilled(template, own)
      ? undefined
      : {
          recipients: [...written],
          sender,
          template_id: template.id,
          // What it costs stands beside it, so nobody has to allow it first.
          values: own,
          unicode: true,
          ...scheduleFields(draft.schedule),
        };
  const replace = (character: string, by: string): void =>
    change({ values: mapValues(values, (text) => text.replaceAll(character, by)) });
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="lg">
          <Stack gap="md">
            <Recipients text={numbers} onChange={(text) => change({ numbers: text })} />
            <ChoiceFields choice={choice} />
            <SelfNote self={self} />
            {template !== undefined && (
              <VariableFields
                template={template}
                values={own}
                problem={problem}
                onChange={(name, value) => change({ values: { ...values, [name]: value } })}
              />
            )}
            <ScheduleFields schedule={draft.schedule} onChange={(at) => change({ schedule: at })} />
          </Stack>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <Phone from={sender ?? t('sender')}>
            <Bubble>
              {template === undefined
                ? t('no_preview')
                : (preview?.text ?? <Wording text={fill(template.message, own)} />)}
            </Bubble>
          </Phone>
          {preview !== undefined && (
            <PreviewFacts preview={preview} values={own} onReplace={replace} />
          )}
          <Summary
            body={body}
            missing={t(good.length === 0 ? 'missing_number' : 'missing_text')}
            hidden={problem !== undefined && variableOf(problem) in own ? problem : undefined}
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

function SelfNote({ self }: { readonly self: ReturnType<typeof useSelf> }) {
  const t = useWords();
  if (!self.isOnly) return null;
  return (
    <Text size="sm" c="dimmed">
      {t(self.numbers === '' ? 'own_only_none' : 'own_only')}{' '}
      {self.numbers === '' && (
        <Anchor component={Link} to="/portal/profile" size="sm">
          {t('own_only_confirm')}
        </Anchor>
      )}
    </Text>
  );
}

/** A draft, and for the template for one's own phone what it is filled with. */
function useSelf(template: Template | undefined, draft: typeof EMPTY) {
  const { session, account } = useWho();
  const isOnly = template?.own_numbers_only === true;
  const own: Values = isOnly ? { company: account?.name ?? '' } : {};
  const numbers = draft.numbers || (isOnly && session.person.phone) || '';
  return { isOnly, numbers, values: { ...own, ...draft.values } };
}

function VariableFields({
  template,
  values,
  problem,
  onChange,
}: {
  readonly template: Template;
  readonly values: Values;
  readonly problem: string | undefined;
  readonly onChange: (name: string, value: string) => void;
}) {
  const t = useWords();
  return template.variables.map(({ name, max_length: most, optional, type }) => (
    <TextInput
      key={name}
      label={name}
      dir="auto"
      description={t(`type_${type}`, { most })}
      withAsterisk={!optional}
      maxLength={most}
      inputMode={type === 'digits' ? 'numeric' : undefined}
      value={values[name] ?? ''}
      error={problem !== undefined && variableOf(problem) === name ? problem : undefined}
      onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
    />
  ));
}

/** The variable that a sentence of the service is about. */
const variableOf = (sentence: string): string => /'([^']*)'/.exec(sentence)?.[1] ?? '';

/** Of the variables of this template alone: another one had others. */
function valuesOf(template: Template | undefined, values: Values): Record<string, string> {
  const names = template?.variables.map(({ name }) => name) ?? [];
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

function mapValues(values: Values, change: (text: string) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, change(text)]));
}

/** What has no value yet stays as it is in the wording. */
export function fill(wording: string, values: Values): string {
  return wording.replaceAll(/#(\w+)#/g, (variable, name: string) => values[name] || variable);
}

/** The text as the service would write it, and what is wrong with its values. */
export function usePreview(
  sender: string | undefined,
  template: Template | undefined,
  values: Record<string, string>,
): { readonly preview?: Preview | undefined; readonly problem?: string | undefined } {
  const wanted = JSON.stringify({ sender, template_id: template?.id, values });
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const isFilled = template?.variables.every(({ name, optional }) => optional || values[name]);
  const { data, error } = useQuery({
    queryKey: ['previewMessage', asked],
    queryFn: () =>
      api.call('previewMessage', {
        body: { sender: sender ?? '', template_id: template?.id ?? '', values, unicode: true },
      }),
    enabled: sender !== undefined && isFilled === true && asked === wanted,
    placeholderData: keepPreviousData,
  });
  if (isFilled !== true || asked !== wanted) return {};
  return error === null ? { preview: data } : { problem: sentenceOf(error) };
}
