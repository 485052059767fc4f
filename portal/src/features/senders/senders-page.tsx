/** The names under which an account sends, by route, and requests for more. */
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { reading, refresh, whileWaiting } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Sender, SenderList } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { showMoment } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useWords } from './words.ts';

const ROUTES = ['simple', 'branded', 'short_code'] as const;
/** More than any account has. */
const MOST = 200;

const someWait = ({ data }: SenderList): boolean => data.some(({ state }) => state === 'waiting');

export function Page() {
  const t = useWords();
  const senders = reading('listSenders', { query: { limit: MOST } });
  const { data, error, refetch } = useQuery({ ...senders, ...whileWaiting<SenderList>(someWait) });
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      {data === undefined ? (
        <Skeleton h={480} maw={760} />
      ) : (
        <Stack maw={760}>
          {ROUTES.map((route) => (
            <Route
              key={route}
              route={route}
              senders={data.data.filter((it) => it.route === route)}
            />
          ))}
        </Stack>
      )}
    </>
  );
}

type RouteProps = { readonly route: Sender['route']; readonly senders: readonly Sender[] };

function Route({ route, senders }: RouteProps) {
  const t = useWords();
  const { account } = useWho();
  const mayAsk = account?.scopes.includes('templates') === true;
  return (
    <Card withBorder component="section" aria-label={t(route)}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t(route)}
        </Title>
        <Text size="sm" c="dimmed">
          {t(`${route}_about`)}
        </Text>
        {senders.length === 0 && route !== 'branded' && <Text size="sm">{t('none')}</Text>}
        {senders.map((sender) => (
          <Standing key={sender.id} sender={sender} />
        ))}
        {route !== 'simple' && account?.verified === false && (
          <Alert color="yellow">
            {t('verify_first')}{' '}
            <Anchor
              component={Link}
              to="/portal/verification"
              inherit
              fw={600}
              c="inherit"
              td="underline"
            >
              {t('verify')}
            </Anchor>
          </Alert>
        )}
        {route !== 'simple' && mayAsk && account.verified && <Request route={route} />}
      </Stack>
    </Card>
  );
}

/** One name: its state, since when, and why it was rejected. */
function Standing({ sender }: { readonly sender: Sender }) {
  const t = useWords();
  const { name, shared, state, usable, reason, created_at: asked, decided_at: decided } = sender;
  const word = state === 'approved' ? 'since' : 'decided';
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text fw={600} className="latin">
          {name}
        </Text>
        {shared && (
          <Badge variant="light" color="gray" tt="none">
            {t('shared')}
          </Badge>
        )}
        <StateBadge state={state} />
        {state === 'approved' && !usable && (
          <Badge variant="light" color="yellow" tt="none">
            {t('rests')}
          </Badge>
        )}
        {!shared && (
          <Text size="xs" c="dimmed">
            {t('asked', { at: showMoment(asked) })}
            {decided !== null && ` · ${t(word, { at: showMoment(decided) })}`}
          </Text>
        )}
      </Group>
      {state === 'rejected' && (
        <Alert color="red" p="xs">
          <bdi>{reason}</bdi> {t('again')}
        </Alert>
      )}
    </Stack>
  );
}

const NO_NAME = { name: '' };

function Request({ route }: { readonly route: 'branded' | 'short_code' }) {
  const t = useWords();
  const draft = useFormDraft(`sender.${route}`, NO_NAME);
  const form = useForm(draft.options);
  const { run, isRunning, problem } = useSubmit(async ({ name }: { name: string }) => {
    await api.call('requestSender', { body: { name, route } });
    await refresh('listSenders');
    notifications.show({ message: t('requested', { name }) });
    form.setFieldValue('name', '');
  }, form);
  const isCode = route === 'short_code';
  return (
    <form onSubmit={form.onSubmit(run)}>
      <Stack gap="xs">
        <Problem>{problem}</Problem>
        <TextInput
          label={t(isCode ? 'code' : 'name')}
          description={t(isCode ? 'code_about' : 'name_about')}
          dir="ltr"
          inputMode={isCode ? 'numeric' : 'text'}
          required
          maw={420}
          {...form.getInputProps('name')}
        />
        <div>
          <Button type="submit" variant="light" loading={isRunning}>
            {t(`request_${route}`)}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
