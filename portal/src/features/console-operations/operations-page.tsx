/** Everything that one may do in one's role, by family. */
import {
  Anchor,
  Badge,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import type { StaffOperation } from '../../shared/api/types.ts';
import { useOperationName } from '../../shared/operation/name-operation.ts';
import { FAMILIES } from '../../shared/operation/operation-names.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useOperationAbout } from './about-operation.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const nameOf = useOperationName();
  const aboutOf = useOperationAbout();
  const { locale } = useLocale();
  const [filters, change] = useFilters({ search: '' });
  const operations = useQuery(reading('listStaffOperations'));
  if (operations.error !== null && operations.data === undefined) {
    return <ErrorState error={operations.error} onRetry={() => operations.refetch()} />;
  }
  const words = filters.search.toLowerCase().split(/\s+/);
  const found = operations.data?.data.filter((it) => {
    const texts = [nameOf(it.name), it.name.replaceAll('-', ' '), aboutOf(it), it.about];
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const families = FAMILIES.map(({ title, operations: its }) => ({
    title: title[locale],
    own: (found ?? []).filter(({ name }) => Object.hasOwn(its, name)),
  }));
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <FilterInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filters.search}
        onFilter={(search) => change({ search })}
        maw={420}
        mb="lg"
      />
      {found === undefined && <Skeleton h={320} />}
      {found?.length === 0 && (
        <EmptyState icon={IconSearch} title={t('none')} text={t('none_text')} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {families.map(
          ({ title, own }) =>
            own.length > 0 && <Family key={title} title={title} operations={own} />,
        )}
      </SimpleGrid>
    </>
  );
}

function Family({
  title,
  operations,
}: {
  readonly title: string;
  readonly operations: readonly StaffOperation[];
}) {
  const t = useWords();
  const nameOf = useOperationName();
  const aboutOf = useOperationAbout();
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <Stack gap="sm">
        {operations.map((it) => (
          <div key={it.name}>
            <Group gap="xs">
              <Anchor component={Link} to={`/console/operations/${it.name}`} fw={500} size="sm">
                {nameOf(it.name)}
              </Anchor>
              {it.reads && (
                <Badge variant="light" color="gray" size="xs">
                  {t('reads')}
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" lineClamp={2}>
              {aboutOf(it)}
            </Text>
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
