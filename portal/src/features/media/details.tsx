/** One file of the library: renamed, kept for some time, saved, removed. */
import { Button, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { api } from '../../shared/api/api.ts';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { refresh } from '../../shared/api/queries.ts';
import type { MediaFile } from '../../shared/api/types.ts';
import { filled } from '../../shared/form/checks.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { showDay, Time } from '../../shared/i18n/show.tsx';
import { showSize } from '../../shared/media/media-grid.tsx';
import { Thumb } from '../../shared/media/thumb.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { useWords } from './words.ts';

type Props = {
  readonly file: MediaFile;
  readonly mayChange: boolean;
  readonly onClose: () => void;
};

export function Details({ file, mayChange, onClose }: Props) {
  const t = useWords();
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{file.name}</bdi>}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <Thumb of={file} />
        <Text size="sm" c="dimmed">
          {file.mime} · {showSize(file.bytes)} · {t('added')} <Time at={file.added_at} /> ·{' '}
          {t('used')} {showDay(file.used_at)}
        </Text>
        <ForPrograms url={file.url} />
        {mayChange ? (
          <Change file={file} onDone={onClose} />
        ) : (
          <Group>
            <Download of={file} />
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function Download({ of: { id } }: { readonly of: MediaFile }) {
  const t = useWords();
  return (
    <DownloadButton call="readMedia" takes={{ path: { id } }}>
      {t('download')}
    </DownloadButton>
  );
}

function ForPrograms({ url }: Pick<MediaFile, 'url'>) {
  const t = useWords();
  return (
    <div>
      <Group gap="xs">
        <Text size="sm">{t('id')}:</Text>
        <Code className="latin">{url}</Code>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-xs" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="xs" c="dimmed">
        {t('id_about')}
      </Text>
    </div>
  );
}

/** A day in Pakistan, which ends there. */
const endOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:59+05:00`);
const HOURS_AHEAD = 5 * 3_600_000;
const dayOf = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + HOURS_AHEAD).toISOString().slice(0, 10);

function Change({ file, onDone }: { readonly file: MediaFile; readonly onDone: () => void }) {
  const t = useWords();
  const form = useForm({
    initialValues: { name: file.name, keep_until: dayOf(file.keep_until) },
    validate: { name: filled },
  });
  const { run, isRunning, problem } = useSubmit(async (values: typeof form.values) => {
    const { name, keep_until: day } = values;
    const body = { name: name.trim(), keep_until: endOf(day) };
    await api.call('changeMedia', { path: { id: file.id }, body });
    await refresh('listMedia', 'showMedia');
    notifications.show({ message: t('saved') });
    onDone();
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <TextInput
          label={t('name')}
          description={file.kind === 'document' ? t('name_about') : undefined}
          required
          maxLength={100}
          dir="auto"
          {...form.getInputProps('name')}
        />
        <TextInput
          type="date"
          label={t('keep')}
          description={t('keep_about')}
          {...form.getInputProps('keep_until')}
        />
        <Group justify="space-between">
          <Group gap="xs">
            <Remove file={file} onDone={onDone} />
            <Download of={file} />
          </Group>
          <Button type="submit" loading={isRunning}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Remove({ file, onDone }: { readonly file: MediaFile; readonly onDone: () => void }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const { run, isRunning } = useSubmit(async () => {
    await api.call('removeMedia', { path: { id: file.id } });
    await refresh('listMedia', 'showMedia', 'showMediaRoom');
    notifications.show({ message: t('removed') });
    onDone();
  });
  return (
    <Button
      variant="subtle"
      color="red"
      loading={isRunning}
      onClick={() =>
        askFirst({
          title: t('remove_title', { name: file.name }),
          text: t('remove_text'),
          does: t('remove'),
          onAgree: run,
        })
      }
    >
      {t('remove')}
    </Button>
  );
}
