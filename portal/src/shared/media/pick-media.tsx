/** A file of the library is chosen, or put into it first. */
import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPhoto, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useWho } from '../api/session.ts';
import type { MediaFile } from '../api/types.ts';
import { scoped } from '../feature.ts';
import { DropMedia } from './drop-media.tsx';
import { MediaGrid } from './media-grid.tsx';
import { useWords } from './words.ts';

const TYPING_MS = 300;

export function PickMedia({
  kind,
  onPick,
}: {
  /** The only kind that fits; undefined: any. */
  readonly kind?: MediaFile['kind'] | undefined;
  readonly onPick: (file: MediaFile) => void;
}) {
  const t = useWords();
  // An agent answers with what is there.
  const mayAdd = scoped('send')(useWho());
  const [isOpen, { open, close }] = useDisclosure(false);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, TYPING_MS);
  const pick = (file: MediaFile): void => {
    onPick(file);
    close();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPhoto size={16} aria-hidden />}
        onClick={() => open()}
      >
        {t('from_library')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('library')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Stack>
          {mayAdd && (
            <DropMedia
              onAdded={(file) => {
                if (kind === undefined || file.kind === kind) pick(file);
              }}
            />
          )}
          <TextInput
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <MediaGrid search={wanted} kind={kind} onPick={pick} />
        </Stack>
      </Modal>
    </>
  );
}
