/** Another time for a campaign whose time has not come. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import {
  localAt,
  localIn,
  momentOf,
  MOST_HOURS,
  MOST_HOURS_OF_CAMPAIGN,
} from '../send/schedule.tsx';
import { ChangeWindow } from '../../shared/page/change-window.tsx';
import { SOON_MS } from './batch-state.ts';
import { useWords } from './words.ts';

export function Reschedule({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  return (
    <ChangeWindow label={t('reschedule')} variant="light">
      {(close) => <Form batch={batch} onDone={close} />}
    </ChangeWindow>
  );
}

function Form({ batch, onDone }: { readonly batch: Batch; readonly onDone: () => void }) {
  const t = useWords();
  const isUnread = batch.state === 'waiting';
  const [at, setAt] = useState(localAt(Date.parse(batch.send_at ?? '')));
  const { run, isRunning, problem } = useSubmit(async (moment: string) => {
    const path = { id: batch.id ?? '' };
    await api.call('rescheduleBatch', { path, body: { send_at: moment } });
    await refresh('showBatch', 'listBatches', 'listBatchRows', 'showBatchPlan');
    onDone();
  }, NO_FORM);
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
