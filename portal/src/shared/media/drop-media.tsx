/** Where files are dropped or chosen, and how far they have come. */
import { Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { notifications } from '@mantine/notifications';
import { IconCloudUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh } from '../api/queries.ts';
import type { MediaFile } from '../api/types.ts';
import { upload } from '../api/upload.ts';
import { Problem } from '../form/problem.tsx';
import { NO_FORM, useSubmit, wholeSentenceOf } from '../form/use-submit.ts';
import { makeSmaller, previewOf } from './make-smaller.ts';
import { useWords } from './words.ts';

type Props = {
  /** One after another, each as it has been added. */
  readonly onAdded?: (file: MediaFile) => void;
};

export function DropMedia({ onAdded }: Props) {
  const t = useWords();
  const [under, setUnder] = useState<{ readonly name: string; readonly percent: number }>();
  const [faults, setFaults] = useState<readonly string[]>([]);
  const give = async (file: File): Promise<MediaFile> => {
    const made = await makeSmaller(file);
    if (made === 'unreadable') throw new Error(t('heic'));
    const fields = { preview: await previewOf(made) };
    const onProgress = (percent: number) => setUnder({ name: file.name, percent });
    return upload('addMedia', { fields, file: made, onProgress });
  };
  const { run, isRunning } = useSubmit(async (files: readonly File[]) => {
    setFaults([]);
    for (const file of files) {
      setUnder({ name: file.name, percent: 0 });
      try {
        const added = await give(file);
        notifications.show({ color: 'teal', message: t('added', { name: added.name }) });
        onAdded?.(added);
      } catch (error) {
        // The others come all the same.
        const why = wholeSentenceOf(error);
        setFaults((before) => [...before, t('not_added', { name: file.name, why })]);
      }
    }
    setUnder(undefined);
    await refresh('listMedia', 'showMediaRoom');
  }, NO_FORM);
  return (
    <Stack gap="xs">
      <Dropzone
        onDrop={(files) => run(files)}
        disabled={isRunning}
        aria-label={t('drop')}
        inputProps={{ 'aria-label': t('drop') }}
        p="md"
      >
        <Group gap="md" wrap="nowrap" justify="center">
          <IconCloudUpload size={28} stroke={1.5} aria-hidden />
          <div>
            <Text fw={600}>{t('drop')}</Text>
            <Text size="xs" c="dimmed">
              {t('drop_about')}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {under !== undefined && (
        <>
          <Progress value={under.percent} animated aria-label={t('uploading', under)} />
          <Text size="xs" c="dimmed" aria-hidden>
            {t('uploading', under)}
          </Text>
        </>
      )}
      {faults.map((fault) => (
        <Problem key={fault}>{fault}</Problem>
      ))}
    </Stack>
  );
}
