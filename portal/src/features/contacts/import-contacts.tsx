/** Contacts from a file: looked at, its columns named, then taken. */
import {
  Button,
  Group,
  List,
  Modal,
  Select,
  Stack,
  Table,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import type { ImportedContacts } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { asSentence, NO_FORM, sentenceOf, useSubmit } from '../../shared/form/use-submit.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { refreshContacts } from './contact-form.tsx';
import { useWords } from './words.ts';

const MOST_BYTES = 100 * 1024 * 1024;
const WRONG_SHOWN = 5;
/** A large file takes a while to arrive, and to be written. */
const PATIENCE_MS = 10 * 60_000;
/** What is left out of it. */
const SKIP = '';

type Meant = Readonly<Record<string, string>>;

/** `mobile=B,name=C`; undefined: as the service has guessed. */
const columnsOf = (meant: Meant): string | undefined => {
  const named = Object.entries(meant).filter(([, as]) => as !== SKIP);
  return named.length === 0 ? undefined : named.map(([letter, as]) => `${as}=${letter}`).join(',');
};

export function ImportContacts({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  const [file, setFile] = useState<File>();
  const [meant, setMeant] = useState<Meant>({});
  const [tags, setTags] = useState<string[]>([]);
  const [wording, setWording] = useState('');
  const [result, setResult] = useState<ImportedContacts>();
  const columns = columnsOf(meant);
  const { seen, problem, isReading } = useLook(file, columns);
  const take = useSubmit(async () => {
    if (file === undefined) return;
    const query = {
      tags: tags.join(','),
      ...(columns === undefined ? {} : { columns }),
      ...(wording === '' ? {} : { consent_wording: wording }),
    };
    const done = await api.call('importContacts', { query, file, timeoutMs: PATIENCE_MS });
    await refreshContacts();
    setResult(done);
  }, NO_FORM);
  const found = seen?.people ?? 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('import_title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {result === undefined ? (
        <Stack>
          <FileField
            file={file}
            isReading={isReading}
            onFile={(chosen) => {
              setMeant({});
              setFile(chosen);
            }}
          />
          <Problem>{problem === null ? take.problem : sentenceOf(problem)}</Problem>
          {seen !== undefined && (
            <>
              <Found seen={seen} />
              <Columns seen={seen} onChange={setMeant} />
              <TagsInput
                label={t('import_tags')}
                description={t('tags_about')}
                value={tags}
                onChange={setTags}
              />
              {seen.columns.some(({ as }) => CONSENTS.some((it) => it === as)) && (
                <Wording value={wording} onChange={setWording} />
              )}
              <Text size="sm" c="dimmed">
                {t('import_about')}
              </Text>
              <Button loading={take.isRunning} disabled={found === 0} onClick={() => take.run()}>
                {t('import_does', { count: found, shown: showCount(found) })}
              </Button>
            </>
          )}
        </Stack>
      ) : (
        <Result result={result} onClose={onClose} />
      )}
    </Modal>
  );
}

function Found({ seen }: { readonly seen: ImportedContacts }) {
  const t = useWords();
  const { people: count, rows } = seen;
  return (
    <>
      <Text fw={600} aria-live="polite">
        {t('import_found', { count, shown: showCount(count), rows: showCount(rows) })}
      </Text>
      <Faults seen={seen} />
    </>
  );
}

function Result({
  result,
  onClose,
}: {
  readonly result: ImportedContacts;
  readonly onClose: () => void;
}) {
  const t = useWords();
  return (
    <Stack role="status">
      <Text>{t('added', { shown: showCount(result.added ?? 0) })}</Text>
      <Text>{t('changed', { shown: showCount(result.changed ?? 0) })}</Text>
      {result.consents > 0 && <Text>{t('consents', { shown: showCount(result.consents) })}</Text>}
      {result.full && <Text c="red">{t('full')}</Text>}
      <Faults seen={result} />
      <Button onClick={onClose}>{t('close')}</Button>
    </Stack>
  );
}

function Wording({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (wording: string) => void;
}) {
  const t = useWords();
  return (
    <TextInput
      label={t('consent_wording')}
      description={t('consent_wording_about')}
      dir="auto"
      maxLength={1_000}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function useLook(file: File | undefined, columns: string | undefined) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['importContacts', file?.name, file?.size, file?.lastModified, columns],
    enabled: file !== undefined,
    queryFn: async () => {
      if (file === undefined) throw new Error('a file has been chosen');
      const query = { dry_run: true, ...(columns === undefined ? {} : { columns }) };
      return api.call('importContacts', { query, file, timeoutMs: PATIENCE_MS });
    },
  });
  return { seen: data, problem: error, isReading: isFetching };
}

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
  return (
    <Dropzone
      onDrop={([dropped]) => dropped !== undefined && onFile(dropped)}
      loading={isReading}
      maxSize={MOST_BYTES}
      multiple={false}
      aria-label={t('drop')}
      inputProps={{ 'aria-label': t('drop') }}
      p="lg"
    >
      <Group gap="md" wrap="nowrap" justify="center">
        <IconFileImport size={32} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600} className={file && 'latin'}>
            {file?.name ?? t('drop')}
          </Text>
          <Text size="sm" c="dimmed">
            {t(file === undefined ? 'kinds' : 'other_file')}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}

function Faults({ seen }: { readonly seen: ImportedContacts }) {
  const t = useWords();
  const { repeated, wrong, several_numbers: several, wrong_rows: rows } = seen;
  return (
    <>
      <List size="sm">
        {repeated > 0 && (
          <List.Item>{t('import_repeated', { shown: showCount(repeated) })}</List.Item>
        )}
        {several > 0 && <List.Item>{t('import_several', { shown: showCount(several) })}</List.Item>}
        {wrong > 0 && <List.Item>{t('import_wrong', { shown: showCount(wrong) })}</List.Item>}
      </List>
      {rows.length > 0 && (
        <Table aria-label={t('import_wrong', { shown: showCount(wrong) })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('row')}</Table.Th>
              <Table.Th>{t('shown')}</Table.Th>
              <Table.Th>{t('wrong')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, WRONG_SHOWN).map(({ row, shown, detail }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                <Table.Td dir="auto" className="breaks">
                  {shown}
                </Table.Td>
                <Table.Td className="breaks">{asSentence(detail)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {rows.length > 0 && wrong > WRONG_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('import_more', { shown: showCount(wrong - WRONG_SHOWN) })}
        </Text>
      )}
    </>
  );
}

const CONSENTS = ['sms_consent', 'chat_consent'] as const;
const KNOWN = ['mobile', 'name', 'language', 'tags', ...CONSENTS] as const;

/** What each column is taken for: as guessed, until somebody says otherwise. */
function Columns({
  seen: { columns },
  onChange,
}: {
  readonly seen: ImportedContacts;
  readonly onChange: (meant: Meant) => void;
}) {
  const t = useWords();
  const now = Object.fromEntries(columns.map(({ letter, as }) => [letter, as ?? SKIP]));
  return (
    <Stack gap="xs" role="group" aria-label={t('import_columns')}>
      <Text size="sm" fw={600}>
        {t('import_columns')}
      </Text>
      {columns.map(({ letter, heading, as, samples }) => (
        <Select
          key={letter}
          label={[t('column', { letter }), heading].filter((it) => it !== null).join(': ')}
          description={<bdi>{samples.join(', ')}</bdi>}
          data={[
            { value: SKIP, label: t('skip') },
            ...KNOWN.map((value) => ({ value, label: t(value) })),
            ...fieldsFor(as, heading).map((name) => {
              return { value: name, label: t('as_field', { name }) };
            }),
          ]}
          value={as ?? SKIP}
          onChange={(chosen) => onChange(withChoice(now, letter, chosen ?? SKIP))}
          allowDeselect={false}
        />
      ))}
    </Stack>
  );
}

/** What is said of a column, and of no other: a person has one number. */
function withChoice(now: Meant, letter: string, chosen: string): Meant {
  const others = Object.entries(now).map(([it, as]) => [
    it,
    as === chosen && chosen !== 'name' ? SKIP : as,
  ]);
  return { ...Object.fromEntries(others), [letter]: chosen };
}

/** A field by what it is taken for, or by its heading. */
function fieldsFor(as: string | null, heading: string | null): readonly string[] {
  const named = (heading ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^[_\p{N}]+|_+$/gu, '');
  const isKnown = (it: string): boolean => (KNOWN as readonly string[]).includes(it);
  const all = [as ?? '', named].filter((it) => it !== '' && it !== 'user_id' && !isKnown(it));
  return [...new Set(all)];
}
