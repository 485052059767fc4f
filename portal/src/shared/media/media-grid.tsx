/** Files of the library, side by side: each is a button. */
import { Button, Center, Skeleton, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listing } from '../api/queries.ts';
import type { MediaFile } from '../api/types.ts';
import { isolated, showDay } from '../i18n/show.tsx';
import { EmptyState } from '../page/empty-state.tsx';
import { ErrorState } from '../page/faults.tsx';
import { Thumb } from './thumb.tsx';
import { useWords } from './words.ts';
import classes from './media.module.css';

const PAGE = 24;
const KILOBYTE = 1024;

/** `12 kB`, `1.4 MB`, `1 GB`. */
export function showSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB'];
  const sizes = units.map((unit, at) => ({ unit, size: bytes / KILOBYTE ** (at + 1) }));
  const { unit, size } = sizes.findLast((it) => it.size >= 1) ?? { unit: 'kB', size: 1 };
  const digits = unit === 'kB' || Number.isInteger(size) ? 0 : 1;
  return isolated(`${(bytes === 0 ? 0 : size).toFixed(digits)} ${unit}`);
}

export function MediaGrid({
  search,
  kind,
  onPick,
}: {
  readonly search: string;
  readonly kind: MediaFile['kind'] | undefined;
  readonly onPick: (file: MediaFile) => void;
}) {
  const t = useWords();
  const query = { limit: PAGE, search: search || undefined, kind };
  const found = useInfiniteQuery(listing('listMedia', { query }));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = found;
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={180} />;
  const files = data.pages.flatMap((page) => page.data);
  if (files.length === 0) {
    return <EmptyState icon={IconPhoto} title={t(search === '' ? 'none' : 'none_so')} />;
  }
  return (
    <>
      <ul className={classes['grid']} aria-label={t('library')}>
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" className={classes['card']} onClick={() => onPick(file)}>
              <Thumb of={file} />
              <span className={classes['words']} style={{ display: 'block' }}>
                <Text span display="block" size="sm" fw={600} truncate="end">
                  <bdi>{file.name}</bdi>
                </Text>
                <Text span display="block" size="xs" c="dimmed">
                  {t(file.kind)} · {showSize(file.bytes)}
                </Text>
                {file.keep_until !== null && (
                  <Text span display="block" size="xs" c="dimmed">
                    {t('until', { day: showDay(file.keep_until) })}
                  </Text>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('more')}
          </Button>
        </Center>
      )}
    </>
  );
}
