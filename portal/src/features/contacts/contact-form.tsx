/** A contact that is added or changed, or deleted. */
import {
  ActionIcon,
  Button,
  Group,
  Modal,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { Contact } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { showPhone } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { PersonLink } from '../person/person-link.tsx';
import { useWords } from './words.ts';

/** What is shown of contacts is read anew. */
export const refreshContacts = () =>
  refresh('listContacts', 'countContacts', 'listSegments', 'countSegment');

/** As the service names it: no blanks. */
const fieldName = (typed: string): string => typed.trim().toLowerCase().replaceAll(/\s+/gu, '_');

type Line = { name: string; text: string };

type Values = {
  mobile: string;
  user_id: string;
  name: string;
  language: string;
  tags: string[];
  lines: Line[];
};

export function ContactForm({
  contact,
  onClose,
}: {
  /** undefined: a new one. */
  readonly contact: Contact | undefined;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const lines: Line[] = Object.entries(contact?.fields ?? {}).map(([name, text]) => {
    return { name, text };
  });
  const form = useForm<Values>({
    initialValues: {
      mobile: contact?.mobile ?? '',
      user_id: contact?.user_id ?? '',
      name: contact?.name ?? '',
      language: contact?.language ?? '',
      tags: [...(contact?.tags ?? [])],
      lines,
    },
  });
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const { lines: written, ...rest } = given;
    // A line that is gone is emptied.
    const emptied = Object.fromEntries(lines.map(({ name }) => [name, '']));
    const kept = written.filter(({ name }) => name.trim() !== '');
    const fields = {
      ...emptied,
      ...Object.fromEntries(kept.map(({ name, text }) => [fieldName(name), text])),
    };
    const body = { ...rest, fields };
    await (contact === undefined
      ? api.call('addContact', { body })
      : api.call('changeContact', { path: { id: contact.id }, body }));
    await refreshContacts();
    notifications.show({ message: t('saved') });
    onClose();
  }, form);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(contact === undefined ? 'add' : 'edit')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={form.onSubmit(run)} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <Inputs form={form} language={contact?.language} />
          <FieldLines
            lines={form.values.lines}
            onChange={(it) => form.setFieldValue('lines', it)}
          />
          <Group justify="space-between">
            {contact === undefined ? <span /> : <Remove contact={contact} onDone={onClose} />}
            <Button type="submit" loading={isRunning}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Inputs({
  form,
  language: known,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly language: string | null | undefined;
}) {
  const t = useWords();
  return (
    <>
      <TextInput label={t('name')} dir="auto" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('mobile')}
        description={t('mobile_about')}
        inputMode="tel"
        dir="ltr"
        {...form.getInputProps('mobile')}
      />
      <Select
        label={t('language')}
        placeholder={t('language_none')}
        data={languagesFor(known, { en: t('en'), ur: t('ur') })}
        clearable
        value={form.values.language || null}
        error={form.errors['language']}
        onChange={(language) => form.setFieldValue('language', language ?? '')}
      />
      <TagsInput label={t('tags')} description={t('tags_about')} {...form.getInputProps('tags')} />
    </>
  );
}

/** The two that most have, and another that the contact has already. */
function languagesFor(
  own: string | null | undefined,
  names: { readonly en: string; readonly ur: string },
) {
  const other = own && !(own in names) ? [{ value: own, label: own }] : [];
  return [{ value: 'ur', label: names.ur }, { value: 'en', label: names.en }, ...other];
}

function FieldLines({
  lines,
  onChange,
}: {
  readonly lines: readonly Line[];
  readonly onChange: (lines: Line[]) => void;
}) {
  const t = useWords();
  const changed = (at: number, part: Partial<Line>): void =>
    onChange(lines.map((it, index) => (index === at ? { ...it, ...part } : it)));
  return (
    <Stack gap="xs" role="group" aria-label={t('fields')}>
      {lines.map(({ name, text }, at) => (
        <Group key={at} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t('field')}
            placeholder={t('field')}
            dir="auto"
            value={name}
            onChange={({ currentTarget }) => changed(at, { name: currentTarget.value })}
          />
          <TextInput
            aria-label={t('field_value')}
            placeholder={t('field_value')}
            dir="auto"
            flex={1}
            value={text}
            onChange={({ currentTarget }) => changed(at, { text: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`${t('field_remove')}: ${name}`}
            onClick={() => onChange(lines.filter((_, index) => index !== at))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        onClick={() => onChange([...lines, { name: '', text: '' }])}
      >
        {t('field_add')}
      </Button>
    </Stack>
  );
}

function Remove({ contact, onDone }: { readonly contact: Contact; readonly onDone: () => void }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const name = `\u2068${contact.name || showPhone(contact.mobile ?? contact.user_id ?? '')}\u2069`;
  const { run, isRunning } = useSubmit(async () => {
    await api.call('removeContact', { path: { id: contact.id } });
    await refreshContacts();
    notifications.show({ message: t('removed', { name }) });
    onDone();
  });
  return (
    <Group gap="xs">
      <PersonLink person={contact.mobile ?? contact.user_id ?? ''} />
      <Button
        variant="subtle"
        color="red"
        loading={isRunning}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() =>
          askFirst({
            title: t('remove_title', { name }),
            text: t('remove_text'),
            does: t('remove'),
            onAgree: run,
          })
        }
      >
        {t('remove')}
      </Button>
    </Group>
  );
}
