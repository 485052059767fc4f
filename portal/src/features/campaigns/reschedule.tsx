/** Another time for a campaign whose time has not come. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { queryClient } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import {
  localAt,
  localIn,
  momentOf,
  MOST_HOURS,
  MOST_HOURS_OF_CAMPAIGN,
} from '../send/schedule.tsx';
import { useWords } from './words.ts';

/** As long as the request may take to arrive: a time that is over is refused. */
const SOON_MS = 15_000;

export function Reschedule({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="light" onClick={open}>
        {t('reschedule')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('reschedule')} centered>
        <Form batch={batch} onDone={close} />
      </Modal>
    </>
  );
}

function Form({ batch, onDone }: { readonly batch: Batch; readonly onDone: () => void }) {
  const t = useWords();
  const isUnread = batch.state === 'waiting';
  const [at, setAt] = useState(localAt(Date.parse(batch.send_at ?? '')));
  const { run, isRunning, problem } = useSubmit(
    async (moment: string) => {
      const path = { id: batch.id ?? '' };
      await api.call('rescheduleBatch', { path, body: { send_at: moment } });
      await queryClient.invalidateQueries({ queryKey: ['showBatch'] });
      await queryClient.invalidateQueries({ queryKey: ['listBatches'] });
      onDone();
    },
    { values: {}, setErrors: () => undefined },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(momentOf(at));
      }}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label={t('new_time')}
          description={t(isUnread ? 'new_time_about_far' : 'new_time_about')}
          value={at}
          min={localIn(0)}
          max={localIn(isUnread ? MOST_HOURS_OF_CAMPAIGN : MOST_HOURS)}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
          required
          data-autofocus
        />
        <Problem>{problem}</Problem>
        <Group justify="flex-end">
          <Button
            variant="light"
            me="auto"
            disabled={isRunning}
            onClick={() => run(new Date(Date.now() + SOON_MS).toISOString())}
          >
            {t('send_now')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('back')}
          </Button>
          <Button type="submit" loading={isRunning}>
            {t('reschedule')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
