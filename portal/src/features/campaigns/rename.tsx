/** Another name for a campaign. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { MOST_NAME, nameOf } from './batch-state.ts';
import { ChangeWindow } from '../../shared/page/change-window.tsx';
import { useWords } from './words.ts';

export function Rename({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  return (
    <ChangeWindow label={t('rename')}>
      {(close) => <Form batch={batch} onDone={close} />}
    </ChangeWindow>
  );
}

function Form({ batch, onDone }: { readonly batch: Batch; readonly onDone: () => void }) {
  const t = useWords();
  const [name, setName] = useState(nameOf(batch) ?? '');
  const { run, isRunning, problem } = useSubmit(async () => {
    const body = { name: name.trim() === '' ? null : name.trim() };
    await api.call('renameBatch', { path: { id: batch.id ?? '' }, body });
    await refresh('showBatch', 'listBatches');
    onDone();
  }, NO_FORM);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack>
        <TextInput
          label={t('name')}
          description={t('name_about')}
          value={name}
          maxLength={MOST_NAME}
          dir="auto"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <Problem>{problem}</Problem>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('back')}
          </Button>
          <Button type="submit" loading={isRunning}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
