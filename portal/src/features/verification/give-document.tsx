/** Giving a document: chosen or photographed, looked at, and uploaded. */
import { Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconCamera, IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { queryClient } from '../../shared/api/queries.ts';
import type { VerificationItem } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Camera } from './camera.tsx';
import { uploadDocument } from './upload.ts';
import { useWords } from './words.ts';
import classes from './verification.module.css';

const PICTURES = 'image/jpeg,image/png';
const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 5 * MEGABYTE;

type Kind = VerificationItem['kind'];

export function GiveDocument({
  kind,
  onGiven,
}: {
  readonly kind: Kind;
  readonly onGiven: () => void;
}) {
  const t = useWords();
  const [percent, setPercent] = useState(0);
  const form = useForm({ initialValues: { file: undefined as File | undefined, number: '' } });
  const { file, number } = form.values;
  const choose = (chosen: File | null): void => {
    form.clearErrors();
    if (chosen === null) return;
    form.setFieldValue('file', chosen);
    if (chosen.size <= MOST_BYTES) return;
    const size = (chosen.size / MEGABYTE).toFixed(1);
    form.setFieldError('file', t('too_large', { size }));
  };
  const { run, isRunning, problem } = useSubmit(async () => {
    if (file === undefined) return;
    setPercent(0);
    const given = kind === 'tax' ? number : undefined;
    await uploadDocument({ kind, file, number: given, onProgress: setPercent });
    await queryClient.invalidateQueries({ queryKey: ['showVerification'] });
    notifications.show({ message: t('done', { name: t(kind) }) });
    onGiven();
  }, form);
  const isTooLarge = file !== undefined && file.size > MOST_BYTES;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack gap="sm">
        {kind === 'tax' && (
          <TextInput
            label={t('number')}
            description={t('number_about')}
            maw={280}
            required
            dir="ltr"
            {...form.getInputProps('number')}
          />
        )}
        {file !== undefined && <Preview file={file} />}
        <Problem>{problem ?? textOf(form.errors['file'])}</Problem>
        {isRunning && <Uploading percent={percent} />}
        <Group gap="xs">
          {file !== undefined && !isTooLarge && (
            <Button
              type="submit"
              loading={isRunning}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t('upload')}
            </Button>
          )}
          <Choose kind={kind} hasChosen={file !== undefined} isBusy={isRunning} onChoose={choose} />
        </Group>
      </Stack>
    </form>
  );
}

const textOf = (error: unknown): string | undefined =>
  typeof error === 'string' ? error : undefined;

function Uploading({ percent }: { readonly percent: number }) {
  const t = useWords();
  const label = t('uploading', { percent });
  return (
    <>
      <Progress value={percent} aria-label={label} animated />
      <Text size="xs" c="dimmed" aria-hidden>
        {label}
      </Text>
    </>
  );
}

type ChooseProps = {
  readonly kind: Kind;
  readonly hasChosen: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (file: File | null) => void;
};

/** From disk; the face from the camera, too. */
function Choose({ kind, hasChosen, isBusy, onChoose }: ChooseProps) {
  const t = useWords();
  const [hasCamera, setCamera] = useState(false);
  return (
    <>
      {kind === 'face' && (
        <Button
          variant={hasChosen ? 'default' : 'filled'}
          leftSection={<IconCamera size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => setCamera(true)}
        >
          {t('photo')}
        </Button>
      )}
      <FileButton
        accept={kind === 'face' ? PICTURES : `${PICTURES},application/pdf`}
        inputProps={{ 'aria-label': t(kind) }}
        onChange={onChoose}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={isBusy}>
            {t(hasChosen ? 'other' : 'choose')}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        {t(kind === 'face' ? 'choose_face' : 'choose_about')}
      </Text>
      {hasCamera && <Camera onTake={onChoose} onClose={() => setCamera(false)} />}
    </>
  );
}

function Preview({ file }: { readonly file: File }) {
  const t = useWords();
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (PICTURES.includes(file.type) && file.type !== '') {
    return <img src={url} alt={t('preview')} className={classes['preview']} />;
  }
  return (
    <Group gap="xs" role="group" aria-label={t('preview')}>
      <IconFileTypePdf size={28} stroke={1.5} aria-hidden />
      <Text size="sm" className="latin">
        {file.name}
      </Text>
    </Group>
  );
}
