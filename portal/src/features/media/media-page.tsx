/** The media library: files for chat messages, put into it, found, and looked at. */
import { Group, Progress, Select, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { MediaFile } from '../../shared/api/types.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { DropMedia } from '../../shared/media/drop-media.tsx';
import { MediaGrid, showSize } from '../../shared/media/media-grid.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { Details } from './details.tsx';
import { useWords } from './words.ts';

const KINDS = ['image', 'video', 'audio', 'document'] as const;

export function Page() {
  const t = useWords();
  const mayChange = useWho().account?.scopes.includes('send') === true;
  const [open, setOpen] = useState<MediaFile>();
  const [filters, change] = useFilters({ search: '', kind: '' });
  const kind = KINDS.find((it) => it === filters.kind);
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Stack gap="md">
        {mayChange && <DropMedia />}
        <Room />
        <Group gap="sm">
          <FilterInput
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={filters.search}
            onFilter={(search) => change({ search })}
          />
          <Select
            aria-label={t('kind')}
            placeholder={t('any')}
            data={KINDS.map((value) => ({ value, label: t(value) }))}
            value={kind ?? null}
            onChange={(chosen) => change({ kind: chosen ?? '' })}
            clearable
          />
        </Group>
        <MediaGrid search={filters.search} kind={kind} onPick={setOpen} />
      </Stack>
      {open !== undefined && (
        <Details file={open} mayChange={mayChange} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

const PERCENT = 100;

/** How much is used of what there may be. */
function Room() {
  const t = useWords();
  const room = useQuery(reading('showMediaRoom')).data;
  const isVerified = useQuery(reading('showAccount')).data?.verified;
  if (room === undefined) return null;
  const { files, files_most: filesMost, bytes, bytes_most: bytesMost } = room;
  const words = t('room', {
    files: showCount(files),
    files_most: showCount(filesMost),
    bytes: showSize(bytes),
    bytes_most: showSize(bytesMost),
  });
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {words} {isVerified === false && t('room_unverified')}
      </Text>
      <Progress
        size="sm"
        aria-label={words}
        value={Math.max(files / filesMost, bytes / bytesMost) * PERCENT}
      />
    </div>
  );
}
