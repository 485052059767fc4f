/** One template: its wording, where it stands, and how it came to be. */
import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Code,
  CopyButton,
  Grid,
  Group,
  Skeleton,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { reading, refresh, whileWaiting } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Template } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { variablesOf } from './fields.ts';
import { TemplateHistory } from './template-history.tsx';
import { TemplatePreview } from './preview.tsx';
import { ListTable } from '../../shared/table/list-table.tsx';
import { useWords } from './words.ts';
import { Wording } from './wording.tsx';

const isUndecided = ({ state, proposed }: Template): boolean =>
  state === 'waiting' || proposed !== null;

function useTemplate(id: string) {
  return useQuery({
    ...reading('showTemplate', { path: { id } }),
    ...whileWaiting<Template>(isUndecided),
  });
}

export function Page() {
  const t = useWords();
  const { id = '' } = useParams({ strict: false });
  const { data: template, error, refetch } = useTemplate(id);
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  if (template === undefined) return <Skeleton h={400} />;
  const { name, message, variables, state, reason, proposed } = template;
  const shown = proposed ?? template;
  return (
    <>
      <PageHeader title={name}>
        <Actions template={template} />
      </PageHeader>
      <Grid gap={{ base: 'lg', md: 'xl' }}>
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack gap="lg">
            {state === 'rejected' && (
              <Alert color="red" title={t('rejected_why')}>
                <bdi>{reason}</bdi>
                <Text size="sm" mt={4}>
                  {t('fix')}
                </Text>
              </Alert>
            )}
            <Card withBorder>
              <Stack gap="sm">
                <Group gap="sm">
                  <StateBadge state={state} />
                  <Text size="sm" c="dimmed">
                    {t(template.category)}
                  </Text>
                </Group>
                {proposed !== null && (
                  <Text size="xs" fw={600}>
                    {t('in_use')}
                  </Text>
                )}
                <Wording message={message} />
                <Notes template={template} />
                <TemplateId id={id} />
              </Stack>
            </Card>
            {proposed !== null && (
              <Card withBorder>
                <Text size="xs" fw={600} mb="xs">
                  {t('proposed')}
                </Text>
                <Wording message={proposed.message} />
              </Card>
            )}
            <Variables variables={proposed?.variables ?? variables} />
            <TemplateHistory id={id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <TemplatePreview message={shown.message} variables={variablesOf(shown.variables)} />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** What is to be known of how it is sent. */
function Notes({ template }: { readonly template: Template }) {
  const t = useWords();
  const { state, own_numbers_only: isForOwn, validity_minutes: count } = template;
  const notes = [
    isForOwn && t('own_only_text'),
    state === 'waiting' && t('waiting_text'),
    count !== null && t('validity', { count }),
  ];
  return notes.map(
    (note) =>
      note !== false && (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ),
  );
}

function TemplateId({ id }: { readonly id: string }) {
  const t = useWords();
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {t('id')}
      </Text>
      <Code className="latin">{id}</Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'copied' : 'id_about')}>
            <ActionIcon
              variant="subtle"
              size="sm"
              onClick={copy}
              aria-label={`${t(copied ? 'copied' : 'copy')}: ${t('id')}`}
            >
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}

function Actions({ template: { id, name, state } }: { readonly template: Template }) {
  const t = useWords();
  const { account } = useWho();
  const navigate = useNavigate();
  const askFirst = useAskFirst();
  const { run: remove, isRunning } = useSubmit(async () => {
    await api.call('removeTemplate', { path: { id } });
    await refresh('listTemplates');
    notifications.show({ message: t('removed', { name }) });
    await navigate({ to: '/portal/templates' });
  });
  const mayWrite = account?.scopes.includes('templates') === true;
  const maySend = account?.scopes.includes('send') === true && state === 'approved';
  return (
    <>
      {mayWrite && (
        <Button
          variant="subtle"
          color="red"
          loading={isRunning}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() =>
            askFirst({
              title: t('remove_title', { name }),
              text: t('remove_text'),
              does: t('remove'),
              onAgree: remove,
            })
          }
        >
          {t('remove')}
        </Button>
      )}
      {mayWrite && (
        <Button
          component={Link}
          to={`/portal/templates/${id}/edit`}
          variant={maySend ? 'default' : 'filled'}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('edit')}
        </Button>
      )}
      {maySend && (
        <Button
          component={Link}
          to={`/portal/send?template=${id}`}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {t('send')}
        </Button>
      )}
    </>
  );
}

function Variables({ variables }: Pick<Template, 'variables'>) {
  const t = useWords();
  if (variables.length === 0) return null;
  return (
    <Card withBorder p={0}>
      <ListTable
        label={t('variables')}
        rows={variables}
        rowId={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: t('variables'),
            cell: ({ name }) => <span className="latin">#{name}#</span>,
          },
          {
            id: 'kind',
            header: t('kind'),
            cell: ({ type, optional }) =>
              `${t(`kind_${type}`)}${optional ? ` · ${t('optional')}` : ''}`,
          },
          {
            id: 'longest',
            header: t('longest'),
            cell: ({ max_length: most }) => `${most} ${t('longest_about')}`,
          },
        ]}
      />
    </Card>
  );
}
