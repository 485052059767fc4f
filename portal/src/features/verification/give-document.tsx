/** Giving a document: chosen or photographed, looked at, and uploaded. */
import { Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconCamera, IconFile, IconUpload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { refresh } from '../../shared/api/queries.ts';
import { upload, type Upload } from '../../shared/api/upload.ts';
import type { VerificationItem } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { makeSmaller } from '../../shared/media/make-smaller.ts';
import { Camera } from './camera.tsx';
import { useWords } from './words.ts';
import classes from './verification.module.css';

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 5 * MEGABYTE;

type Kind = VerificationItem['kind'];

const EMPTY = { number: '' };

const submit = (kind: Kind, given: Omit<Upload, 'path'>) =>
  upload('submitDocument', { ...given, path: { kind } });

export function GiveDocument({
  kind,
  onGiven,
}: {
  readonly kind: Kind;
  readonly onGiven: () => void;
}) {
  const t = useWords();
  const [percent, setPercent] = useState(0);
  const [file, setFile] = useState<File>();
  const draft = useFormDraft(`document.${kind}`, EMPTY);
  const form = useForm(draft.options);
  const { run, isRunning, problem } = useSubmit(async (chosen: File) => {
    form.clearErrors();
    setPercent(0);
    const number = kind === 'tax' ? form.getValues().number.trim() : undefined;
    // The file waits here for its number.
    if (number === '') return form.setFieldError('number', t('number_first'));
    const made = await makeSmaller(chosen);
    if (made === 'unreadable') throw new Error(t('heic'));
    if (made.size > MOST_BYTES) throw new Error(t('too_large', { size: sizeOf(made) }));
    await submit(kind, { file: made, fields: { number }, onProgress: setPercent });
    draft.forget();
    await refresh('showVerification');
    notifications.show({ message: t('done', { name: t(kind) }) });
    onGiven();
  }, form);
  useStayUntil(!isRunning);
  const choose = (chosen: File | null): void => {
    if (chosen === null) return;
    setFile(chosen);
    run(chosen);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== undefined) run(file);
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
        {file !== undefined && <Preview key={file.name + file.lastModified} file={file} />}
        <Problem>{problem}</Problem>
        {isRunning && <Uploading percent={percent} />}
        <Group gap="xs">
          {file !== undefined && (
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

const sizeOf = ({ size }: File): string => (size / MEGABYTE).toFixed(1);

/** The browser asks before it leaves a page from which something is still on its way. */
function useStayUntil(isDone: boolean): void {
  useEffect(() => {
    if (isDone) return;
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', stay);
    return () => globalThis.removeEventListener('beforeunload', stay);
  }, [isDone]);
}

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
        accept={kind === 'face' ? 'image/*' : 'image/*,application/pdf'}
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
  const [isShown, setShown] = useState(file.type.startsWith('image/'));
  if (isShown) {
    return (
      <img
        src={url}
        alt={t('preview')}
        className={classes['preview']}
        onError={() => setShown(false)}
      />
    );
  }
  return (
    <Group gap="xs" role="group" aria-label={t('preview')}>
      <IconFile size={28} stroke={1.5} aria-hidden />
      <Text size="sm" className="latin">
        {file.name}
      </Text>
    </Group>
  );
}
