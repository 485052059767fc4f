import { Button, Modal, Stack } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../shared/form/problem.tsx';
import { useWords } from './words.ts';
import classes from './verification.module.css';

type Props = { readonly onTake: (photo: File) => void; readonly onClose: () => void };

/** Takes a photo of whoever sits before the screen. */
export function Camera({ onTake, onClose }: Props) {
  const t = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'on' | 'none'>('starting');
  useEffect(() => {
    const closed = new AbortController();
    void watchThrough(video, closed.signal).then(
      () => setState('on'),
      () => setState('none'),
    );
    return () => closed.abort();
  }, []);
  const take = async (): Promise<void> => {
    if (video.current === null) return;
    onTake(await photoOf(video.current));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('photo')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        {state === 'none' && <Problem>{t('no_camera')}</Problem>}
        <video
          ref={video}
          className={classes['camera']}
          hidden={state === 'none'}
          autoPlay
          muted
          playsInline
          aria-label={t('face')}
        />
        <Button
          leftSection={<IconCamera size={16} aria-hidden />}
          disabled={state !== 'on'}
          onClick={() => void take()}
        >
          {t('take')}
        </Button>
      </Stack>
    </Modal>
  );
}

/** Shows what the camera sees until `signal`. Rejects when there is none, or it is not allowed. */
async function watchThrough(
  video: { readonly current: HTMLVideoElement | null },
  signal: AbortSignal,
): Promise<void> {
  // Browsers hide it from pages that are not served over https, against their types.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new Error('no camera');
  const stream = await devices.getUserMedia({
    video: { facingMode: 'user', width: { ideal: 1280 } },
  });
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted || video.current === null) return stop();
  signal.addEventListener('abort', stop);
  video.current.srcObject = stream;
  await video.current.play();
}

function photoOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new Error('the camera gave no picture'));
        else resolve(new File([blob], 'face.jpg', { type: blob.type }));
      },
      'image/jpeg',
      0.9,
    );
  });
}
