/** One chat template: its bubble, where it stands at the platform, and its history. */
import {
  Alert,
  Button,
  Card,
  Code,
  Grid,
  Group,
  Skeleton,
  Stack,
  Text,
  Timeline,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { reading, refresh, whileWaiting } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { ChatTemplate } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { useReasons } from '../../shared/message/platform-reason.ts';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { ChatBubble } from './chat-bubble.tsx';
import { ChatState, isKnown, TODOS } from './chat-state.tsx';
import { fieldsOf } from './fields.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const inReasons = useReasons();
  const { id = '' } = useParams({ strict: false });
  const {
    data: template,
    error,
    refetch,
  } = useQuery({
    ...reading('showChatTemplate', { path: { id } }),
    ...whileWaiting<ChatTemplate>(({ state }) => state === 'pending'),
  });
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  if (template === undefined) return <Skeleton h={400} />;
  const { name, language, category, state, reason, quality, unsupported } = template;
  const todo = TODOS.find((it) => it === state);
  return (
    <>
      <PageHeader title={name}>
        <Actions template={template} />
      </PageHeader>
      <Grid gap={{ base: 'lg', md: 'xl' }}>
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack gap="lg">
            {reason !== null && (
              <Alert color={state === 'approved' ? 'blue' : 'red'} title={t('why')}>
                <bdi>{inReasons(reason)}</bdi>
              </Alert>
            )}
            {todo !== undefined && <Alert color="gray">{t(`todo_${todo}`)}</Alert>}
            {!fitsForm(template) && <Alert color="gray">{t('edit_by_api')}</Alert>}
            {unsupported !== null && (
              <Alert color="orange">{t('unsupported', { part: unsupported })}</Alert>
            )}
            <Card withBorder>
              <Stack gap="sm">
                <Group gap="sm">
                  <ChatState state={state} />
                  <Text size="sm" c="dimmed">
                    {t(category)} · <span className="latin">{language}</span>
                    {quality !== null &&
                      ` · ${t('quality')}: ${isKnown(quality) ? t(quality) : quality}`}
                  </Text>
                </Group>
                <Text dir="auto">{template.body.text}</Text>
                <Group gap={6}>
                  <Text size="sm" c="dimmed">
                    {t('id')}
                  </Text>
                  <Code className="latin">{id}</Code>
                </Group>
              </Stack>
            </Card>
            <History id={id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <ChatBubble fields={fieldsOf(template)} cards={template.cards} />
        </Grid.Col>
      </Grid>
    </>
  );
}

function Actions({ template }: { readonly template: ChatTemplate }) {
  const t = useWords();
  const { account } = useWho();
  const navigate = useNavigate();
  const askFirst = useAskFirst();
  const { id, name, language, sendable } = template;
  const { run: remove, isRunning } = useSubmit(async () => {
    await api.call('removeChatTemplate', { path: { id } });
    await refresh('listChatTemplates');
    notifications.show({ message: t('removed', { name }) });
    await navigate({ to: '/portal/chat-templates' });
  });
  const mayWrite = account?.scopes.includes('templates') === true;
  const question = {
    title: t('remove_title', { name, language }),
    text: t('remove_text'),
    does: t('remove'),
    onAgree: remove,
  };
  return (
    <>
      {mayWrite && (
        <Button
          variant="subtle"
          color="red"
          loading={isRunning}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => askFirst(question)}
        >
          {t('remove')}
        </Button>
      )}
      {mayWrite && fitsForm(template) && (
        <Button
          component={Link}
          to={`/portal/chat-templates/${id}/edit`}
          variant={sendable ? 'default' : 'filled'}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('edit')}
        </Button>
      )}
      {sendable && account?.scopes.includes('send') === true && (
        <Button
          component={Link}
          to={`/portal/send?kind=chat&template=${id}`}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {t('send')}
        </Button>
      )}
    </>
  );
}

/** The form shows neither cards nor all of what a form's button says: it would take them away. */
const fitsForm = ({ cards, buttons }: ChatTemplate): boolean =>
  cards.length === 0 && buttons.every(({ type }) => type !== 'flow' && type !== 'other');

function History({ id }: { readonly id: string }) {
  const t = useWords();
  const inReasons = useReasons();
  const { data } = useQuery(reading('listChatTemplateHistory', { path: { id } }));
  if (data === undefined || data.data.length === 0) return null;
  const shown = (value: string): string => (isKnown(value) ? t(value) : value);
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="md">
        {t('history')}
      </Title>
      <Timeline active={data.data.length} bulletSize={14} lineWidth={2}>
        {data.data.map(({ at, what, from, to, reason }, place) => (
          <Timeline.Item key={place} title={t(what)}>
            <Text size="sm" dir="auto">
              {[from, to].flatMap((it) => (isTold(it) ? [shown(it)] : [])).join(' → ')}
            </Text>
            {reason !== null && (
              <Text size="sm" c="dimmed" dir="auto">
                {inReasons(reason)}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <Time at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}

/** Our own word for the moment before the platform has answered says nothing to people. */
const isTold = (state: string | null): state is string => state !== null && state !== 'creating';
