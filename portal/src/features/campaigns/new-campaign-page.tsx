/** A personal message to each row of a file, or to contacts: map its columns, check, send. */
import { Checkbox, Grid, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { FilePreview, NewBatch } from '../../shared/api/types.ts';
import { useDraft } from '../../shared/form/use-draft.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { sentenceOf } from '../../shared/form/use-submit.ts';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { MOST_HOURS_OF_CAMPAIGN, NOW, ScheduleFields, scheduleFields } from '../send/schedule.tsx';
import { MOST_NAME } from './batch-state.ts';
import { useChannel } from './channel.tsx';
import { CheckPanel } from './check-panel.tsx';
import { FallbackFields, NO_TEXT, useFallback } from './fallback-fields.tsx';
import { FirstRows, mappedByHeading, Mapping, NumberColumn } from './mapping.tsx';
import { numberColumnOf, rememberNumberColumn } from './number-column.ts';
import { useFilePreview } from './preview-file.ts';
import { ONCE, RecursFields, recursFields } from './recurs.tsx';
import { ShortLinks } from './short-links.tsx';
import { useContacts, WhomField, type Contacts } from './to-contacts.tsx';
import { useWords } from './words.ts';

const MOST_BYTES = 100 * 1024 * 1024;
const KINDS = ['.csv', '.txt', '.xlsx', '.xls'];

/** The file itself is chosen again. */
const EMPTY = {
  file: '',
  name: '',
  /** The letters of their column; '': as it looks. */
  numbers: '',
  mapped: {} as Readonly<Record<string, string>>,
  once: false,
  schedule: NOW,
  recurs: ONCE,
  shortLinks: false,
  choice: { sender: '', template: '' },
  chat: { sender: '', template: '' },
  text: NO_TEXT,
};

export function Page() {
  const t = useWords();
  const [draft, change, forget] = useDraft('campaign', EMPTY);
  const { mapped, once, schedule, recurs, shortLinks } = draft;
  const { kind, kindField, fields, slots, from, fill } = useChannel(draft, change);
  const given = useGivenFile(draft.file, change);
  const { file, seen, hidden } = given;
  const { to, columns: ofContacts } = useContacts();
  const columns = to === undefined ? seen?.columns : ofContacts;
  const values = withinReach({ ...mappedByHeading(slots ?? [], columns), ...mapped }, to);
  const isFilled = slots?.every(({ key, isOptional }) => isOptional || values[key]) ?? false;
  const text = useFallback(kind, draft.text, { columns, within: (it) => withinReach(it, to) });
  const numbers = seen === undefined ? 'A' : numberColumnOf(seen, draft.numbers);
  const ofFile = { duplicate: !once, include_hidden: hidden, number_column: numbers };
  const hasWindow = kind === 'sms' && schedule.hasWindow;
  const mayRecur = to !== undefined && schedule.isLater;
  const links = kind === 'sms' && shortLinks ? { short_links: true } : {};
  const more = { ...links, ...text.said, ...(mayRecur ? recursFields(recurs) : {}) };
  const said = { ...fill(values), ...more, ...scheduleFields({ ...schedule, hasWindow }) };
  const body: NewBatch | undefined =
    from && isFilled && !text.isMissing ? { ...from, ...said, ...(to ?? ofFile) } : undefined;
  return (
    <>
      <PageHeader title={t('new_title')} about={t('new_about')} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {kindField}
            <WhomField kind={kind} />
            {to === undefined && <GivenFile given={given} numbers={numbers} />}
            {columns !== undefined && (
              <Paper withBorder p="lg">
                <Stack gap="md">
                  <NameField name={draft.name} onChange={change} />
                  {to === undefined && <OfFile seen={seen} numbers={numbers} onChange={change} />}
                  {fields}
                  {slots !== undefined && (
                    <Mapping
                      slots={slots}
                      columns={columns}
                      values={values}
                      onChange={(key, value) => change({ mapped: { ...mapped, [key]: value } })}
                    />
                  )}
                  <FallbackFields fallback={text} columns={columns} onChange={change} />
                  {to === undefined && <Rows given={given} once={once} onOnce={change} />}
                  {kind === 'sms' && <ShortLinks isOn={shortLinks} onChange={change} />}
                  <When draft={draft} kind={kind} mayRecur={mayRecur} onChange={change} />
                </Stack>
              </Paper>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <CheckPanel
            body={body}
            name={draft.name}
            isToContacts={to !== undefined}
            file={to === undefined ? file : undefined}
            onSent={forget}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** A file that is dropped, with what the service sees in it. */
function useGivenFile(
  known: string,
  change: (changed: Pick<typeof EMPTY, 'mapped' | 'numbers' | 'file' | 'name'>) => void,
) {
  const [file, setFile] = useState<File>();
  const [hidden, setHidden] = useState(false);
  const load = (dropped: File): void => {
    // Of the same file again, after a reload, the columns stay.
    if (dropped.name !== known)
      change({ mapped: {}, numbers: '', file: dropped.name, name: nameOf(dropped) });
    setHidden(false);
    setFile(dropped);
  };
  return { file, ...useFilePreview(file), hidden, setHidden, load };
}

function GivenFile({
  given: { file, seen, problem, isReading, load },
  numbers,
}: {
  readonly given: ReturnType<typeof useGivenFile>;
  readonly numbers: string;
}) {
  return (
    <>
      <FileField file={file} isReading={isReading} onFile={load} />
      <Problem>{problem === null ? undefined : sentenceOf(problem)}</Problem>
      {seen !== undefined && <FirstRows seen={seen} numbers={numbers} />}
    </>
  );
}

/** Which rows of the file count. */
function Rows({
  given: { seen, hidden, setHidden },
  once,
  onOnce,
}: {
  readonly given: ReturnType<typeof useGivenFile>;
  readonly once: boolean;
  readonly onOnce: (changed: { readonly once: boolean }) => void;
}) {
  const t = useWords();
  if (seen === undefined) return null;
  return (
    <>
      <Checkbox
        label={t('once')}
        checked={once}
        onChange={({ currentTarget }) => onOnce({ once: currentTarget.checked })}
      />
      <HiddenRows seen={seen} are={hidden} onChange={setHidden} />
    </>
  );
}

/** What was chosen for a file says nothing of contacts, and the other way round. */
function withinReach(
  values: Readonly<Record<string, string>>,
  to: Contacts['to'],
): Readonly<Record<string, string>> {
  const other = to === undefined ? /^\{\{.*\}\}$/u : /^#[A-Z]+#$/u;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !other.test(value)));
}

/** Whether rows that the sheet hides are sent to, if it hides any. */
function HiddenRows({
  seen,
  are,
  onChange,
}: {
  readonly seen: FilePreview;
  readonly are: boolean;
  readonly onChange: (are: boolean) => void;
}) {
  const t = useWords();
  if (seen.rows_hidden === 0) return null;
  return (
    <Checkbox
      label={t('hidden', { count: seen.rows_hidden })}
      checked={are}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

function NameField({
  name,
  onChange,
}: {
  readonly name: string;
  readonly onChange: (changed: { readonly name: string }) => void;
}) {
  const t = useWords();
  return (
    <TextInput
      label={t('name')}
      description={t('name_about')}
      value={name}
      maxLength={MOST_NAME}
      dir="auto"
      onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
    />
  );
}

function When({
  draft: { schedule, recurs },
  kind,
  mayRecur,
  onChange,
}: {
  readonly draft: Pick<typeof EMPTY, 'schedule' | 'recurs'>;
  readonly kind: 'sms' | 'chat';
  readonly mayRecur: boolean;
  readonly onChange: (changed: Partial<Pick<typeof EMPTY, 'schedule' | 'recurs'>>) => void;
}) {
  return (
    <>
      <ScheduleFields
        schedule={schedule}
        withWindow={kind === 'sms'}
        mostHours={MOST_HOURS_OF_CAMPAIGN}
        onChange={(at) => onChange({ schedule: at })}
      />
      {mayRecur && <RecursFields recurs={recurs} onChange={onChange} />}
    </>
  );
}

/** Where its numbers are. */
function OfFile({
  seen,
  numbers,
  onChange,
}: {
  readonly seen: FilePreview | undefined;
  readonly numbers: string;
  readonly onChange: (changed: { readonly numbers: string }) => void;
}) {
  if (seen === undefined) return null;
  return (
    <NumberColumn
      columns={seen.columns}
      chosen={numbers}
      onChange={(letter) => {
        rememberNumberColumn(seen, letter);
        onChange({ numbers: letter });
      }}
    />
  );
}

/** What a campaign is called unless it is named: `orders` of `orders.csv`. */
const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '');

function FileField({
  file,
  isReading,
  onFile,
}: {
  readonly file: File | undefined;
  readonly isReading: boolean;
  readonly onFile: (file: File) => void;
}) {
  const t = useWords();
  const [isRefused, setIsRefused] = useState(false);
  return (
    <Dropzone
      onDrop={([dropped]) => {
        setIsRefused(false);
        if (dropped !== undefined) onFile(dropped);
      }}
      loading={isReading}
      onReject={() => setIsRefused(true)}
      maxSize={MOST_BYTES}
      multiple={false}
      validator={({ name }) =>
        KINDS.some((it) => name.toLowerCase().endsWith(it))
          ? null
          : { code: 'kind', message: t('kinds') }
      }
      aria-label={t('drop')}
      inputProps={{ 'aria-label': t('drop') }}
      p="xl"
    >
      <Group gap="md" wrap="nowrap" justify="center">
        {file === undefined ? (
          <IconUpload size={32} stroke={1.5} aria-hidden />
        ) : (
          <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        )}
        <div>
          <Text fw={600} className={file && 'latin'}>
            {file?.name ?? t('drop')}
          </Text>
          <Text size="sm" c={isRefused ? 'red.8' : 'dimmed'}>
            {file === undefined || isRefused ? t('kinds') : t('other_file')}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}
