/** Wordings to start from: taken as they are, or changed first. */
import {
  Badge,
  Button,
  Card,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Wording as StartWording } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { useFilters } from '../../shared/table/use-filters.ts';
import { bodyOf, fieldsOf } from './fields.ts';
import { Wording } from './wording.tsx';
import { useWords } from './words.ts';

const BUSINESSES = ['', 'shop', 'clinic', 'school'] as const;
const LANGUAGES = ['en', 'ur'] as const;

export function Page() {
  const t = useWords();
  const { locale } = useLocale();
  const [filters, change] = useFilters({ business: '', language: locale });
  const business = BUSINESSES.find((it) => it === filters.business) || undefined;
  const language = LANGUAGES.find((it) => it === filters.language);
  const wordings = useQuery(reading('listWordings', { query: { business, language } }));
  if (wordings.error !== null && wordings.data === undefined) {
    return <ErrorState error={wordings.error} onRetry={() => wordings.refetch()} />;
  }
  return (
    <>
      <PageHeader title={t('wordings')} about={t('wordings_about')}>
        <Button component={Link} to="/portal/templates/new" variant="default">
          {t('write_own')}
        </Button>
      </PageHeader>
      <Group mb="lg">
        <SegmentedControl
          aria-label={t('business')}
          data={BUSINESSES.map((value) => ({ value, label: t(`business_${value || 'any'}`) }))}
          value={filters.business}
          onChange={(value) => change({ business: value })}
        />
        <SegmentedControl
          aria-label={t('language')}
          data={[
            { value: 'en', label: 'English' },
            { value: 'ur', label: 'اردو' },
          ]}
          value={filters.language}
          onChange={(value) => change({ language: value })}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        {wordings.data?.data.map((it) => <Start key={it.id} wording={it} />) ?? (
          <Skeleton h={180} />
        )}
      </SimpleGrid>
    </>
  );
}

function Start({ wording }: { readonly wording: StartWording }) {
  const t = useWords();
  const navigate = useNavigate();
  const { id, name, message, approved, category, template_id: templateId } = wording;
  const { run, isRunning, problem } = useSubmit(async () => {
    const fields = fieldsOf({ ...wording, proposed: null });
    const made = await api.call('addTemplate', { body: { name, ...bodyOf(fields) } });
    await refresh('listTemplates', 'listWordings');
    const words = made.state === 'approved' ? 'is_ready' : 'waits';
    notifications.show({ message: t(words, { name }) });
    await navigate({ to: `/portal/templates/${made.id}` });
  });
  return (
    <Card withBorder component="section" aria-label={name}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" dir="auto">
            {name}
          </Title>
          <Badge
            variant="light"
            color={templateId === null && !approved ? 'gray' : 'teal'}
            tt="none"
          >
            {t(templateId !== null ? 'is_yours' : approved ? 'ready_at_once' : 'needs_approval')}
          </Badge>
        </Group>
        <Wording message={message} />
        <Text size="xs" c="dimmed">
          {t(category)}
        </Text>
        <Problem>{problem}</Problem>
        <Group mt="auto" gap="sm">
          {templateId === null ? (
            <Button
              size="xs"
              loading={isRunning}
              onClick={() => run()}
              aria-label={`${t('take')}: ${name}`}
            >
              {t('take')}
            </Button>
          ) : (
            <Button size="xs" component={Link} to={`/portal/templates/${templateId}`}>
              {t('see_yours')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/portal/templates/new?wording=${id}`}
            aria-label={`${t('take_changed')}: ${name}`}
          >
            {t('take_changed')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
