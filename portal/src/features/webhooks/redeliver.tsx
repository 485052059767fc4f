/** The events of a period again, page after page, until all of them wait to be sent. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

/** What somebody has picked, in Pakistan's time (UTC+5, no summer time), as `/v1` takes it. */
const momentOf = (picked: string): string => new Date(`${picked}:00+05:00`).toISOString();

/** All events of the times, until `goesOn` says no; how many there were. */
async function redeliver(
  id: string,
  times: typeof NO_TIMES,
  goesOn: (count: number) => boolean,
): Promise<number> {
  const since = momentOf(times.since);
  const until = times.until === '' ? new Date().toISOString() : momentOf(times.until);
  let count = 0;
  let cursor: string | undefined;
  do {
    const body = { since, until, ...(cursor === undefined ? {} : { cursor }) };
    const done = await api.call('redeliver', { path: { id }, body });
    count += done.events;
    cursor = done.next_cursor ?? undefined;
  } while (goesOn(count) && cursor !== undefined);
  return count;
}

const NO_TIMES = { since: '', until: '' };

export function Redeliver({
  webhookId: id,
  onClose,
}: {
  readonly webhookId: string;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const [soFar, setSoFar] = useState(0);
  const isOpen = useRef(true);
  const close = (): void => {
    isOpen.current = false;
    onClose();
  };
  const draft = useFormDraft(`redeliver.${id}`, NO_TIMES);
  const form = useForm(draft.options);
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const count = await redeliver(id, given, (soMany) => {
      setSoFar(soMany);
      return isOpen.current;
    });
    notifications.show({ message: t('again_done', { count }) });
    draft.forget();
    close();
    await refresh('listDeliveries');
  }, form);
  return (
    <Modal
      opened
      onClose={close}
      title={t('range')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={form.onSubmit(run)}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('range_about')}
          </Text>
          <Problem>{problem}</Problem>
          <TextInput
            type="datetime-local"
            label={t('since')}
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('since')}
          />
          <TextInput
            type="datetime-local"
            label={t('until')}
            description={t('until_about')}
            {...form.getInputProps('until')}
          />
          <Group justify="flex-end">
            {soFar > 0 && <Text size="sm">{t('again_so_far', { events: showCount(soFar) })}</Text>}
            <Button type="submit" loading={isRunning}>
              {t('again')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
