/** A public form is made or changed: what people agree to, and by what its codes go. */
import {
  ActionIcon,
  Button,
  Group,
  Modal,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { JoinForm } from '../../shared/api/types.ts';
import { filled } from '../../shared/form/checks.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { useWords } from './words.ts';

const APPROVED = { query: { state: 'approved', limit: 200 } } as const;

type Values = Pick<
  JoinForm,
  'name' | 'wording' | 'wording_urdu' | 'tag' | 'sender' | 'template_id' | 'active'
>;

export function JoinFormEditor({
  form: known,
  onClose,
}: {
  /** undefined: a new one. */
  readonly form: JoinForm | undefined;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const form = useForm<Values>({
    initialValues: {
      name: known?.name ?? '',
      wording: known?.wording ?? t('wording_example'),
      wording_urdu: known?.wording_urdu ?? t('wording_urdu_example'),
      tag: known?.tag ?? '',
      sender: known?.sender ?? '',
      template_id: known?.template_id ?? '',
      active: known?.active ?? true,
    },
    validate: { name: filled, wording: filled, sender: filled, template_id: filled },
  });
  const { run, isRunning, problem } = useSubmit(async (body: Values) => {
    await (known === undefined
      ? api.call('addJoinForm', { body })
      : api.call('changeJoinForm', { path: { id: known.id }, body }));
    await refresh('listJoinForms');
    notifications.show({ message: t('saved') });
    onClose();
  }, form);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(known === undefined ? 'add_form' : 'edit_form')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={form.onSubmit(run)} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <Wordings form={form} />
          <Codes form={form} />
          <TextInput label={t('tag')} description={t('tag_about')} {...form.getInputProps('tag')} />
          <Switch label={t('active')} {...form.getInputProps('active', { type: 'checkbox' })} />
          <Group justify="space-between">
            {known === undefined ? <span /> : <Remove form={known} onDone={onClose} />}
            <Button type="submit" loading={isRunning}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type Edited = { readonly form: UseFormReturnType<Values> };

function Wordings({ form }: Edited) {
  const t = useWords();
  return (
    <>
      <TextInput
        label={t('form_name')}
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('wording')}
        description={t('wording_about')}
        required
        autosize
        minRows={3}
        maxLength={1_000}
        dir="auto"
        {...form.getInputProps('wording')}
      />
      <Textarea
        label={t('wording_urdu')}
        autosize
        minRows={3}
        maxLength={1_000}
        dir="rtl"
        lang="ur"
        {...form.getInputProps('wording_urdu')}
      />
    </>
  );
}

/** Templates that a code alone fills. */
function Codes({ form }: Edited) {
  const t = useWords();
  const senders = useQuery(reading('listSenders', APPROVED)).data?.data ?? [];
  const templates = useQuery(reading('listTemplates', APPROVED)).data?.data ?? [];
  const fitting = templates.filter(
    ({ category, variables }) => category === 'transactional' && variables.length === 1,
  );
  return (
    <>
      <Select
        label={t('sender')}
        description={t('sender_about')}
        required
        data={[...new Set(senders.map(({ name }) => name))]}
        {...form.getInputProps('sender')}
      />
      <Select
        label={t('template')}
        description={t('template_about')}
        required
        data={fitting.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('template_id')}
      />
    </>
  );
}

function Remove({ form, onDone }: { readonly form: JoinForm; readonly onDone: () => void }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const { run, isRunning } = useSubmit(async () => {
    await api.call('removeJoinForm', { path: { id: form.id } });
    await refresh('listJoinForms');
    onDone();
  });
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      loading={isRunning}
      aria-label={t('remove')}
      onClick={() =>
        askFirst({
          title: t('remove_title', { name: form.name }),
          text: t('remove_text'),
          does: t('remove'),
          onAgree: run,
        })
      }
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}
