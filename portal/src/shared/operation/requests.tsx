/** What waits for a second person, of every account or of one, and what may be done about it. */
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient, reading } from '../api/queries.ts';
import { useWho } from '../api/session.ts';
import { useSubmit } from '../form/use-submit.ts';
import { defineWords, saidInUrdu } from '../i18n/i18n.ts';
import { withRupees } from '../i18n/money.ts';
import { Time } from '../i18n/show.tsx';
import { ErrorState } from '../page/faults.tsx';
import { useRunOperation } from './run-operation.ts';

const useWords = defineWords({
  en: {
    asked: 'Asked for by {{who}},',
    own_credit: 'You asked for this credit: somebody else must confirm it.',
    own: 'You asked for this: somebody else must confirm it.',
    confirm: 'Confirm',
    refuse: 'Refuse',
    take_back: 'Take back',
    confirmed: 'Confirmed: {{about}}.',
    refused: 'Refused. Nothing was changed.',
    taken_back: 'Taken back. Nothing was changed.',
  },
  ur: {
    asked: '{{who}} کی درخواست،',
    own_credit: 'یہ کریڈٹ آپ نے مانگا ہے: تصدیق کسی اور کو کرنی ہو گی۔',
    own: 'یہ درخواست آپ کی ہے: تصدیق کسی اور کو کرنی ہو گی۔',
    confirm: 'تصدیق کریں',
    refuse: 'نامنظور کریں',
    take_back: 'واپس لیں',
    confirmed: 'تصدیق ہو گئی: {{about}}',
    refused: 'نامنظور۔ کچھ نہیں بدلا۔',
    taken_back: 'درخواست واپس لے لی گئی۔ کچھ نہیں بدلا۔',
  },
});

type Request = {
  readonly id: number;
  readonly operation: string;
  readonly about: string;
  readonly asked_by: string;
  readonly asked: string;
};

function useRequests(account: string | undefined) {
  const body = account === undefined ? {} : { account };
  const takes = { path: { name: 'request-list' }, body };
  return useQuery({ ...reading('doStaffOperation', takes), refetchInterval: 10_000 });
}

export function Requests({
  account,
  empty,
}: {
  /** The id of an account; absent: of all. */
  readonly account?: string;
  readonly empty: ReactNode;
}) {
  const { data, error, refetch } = useRequests(account);
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={96} />;
  const requests = data.data as readonly Request[];
  if (requests.length === 0) return empty;
  return (
    <Stack gap="sm">
      {requests.map((it) => (
        <One key={it.id} request={it} />
      ))}
    </Stack>
  );
}

function One({ request }: { readonly request: Request }) {
  const t = useWords();
  const { email } = useWho().session.person;
  const { id, operation, asked, asked_by: by } = request;
  const about = saidInUrdu(request.about) ?? withRupees(request.about);
  const isOwn = by === `staff:${email}`;
  const runOperation = useRunOperation();
  const { run, isRunning } = useSubmit(async (does: 'confirm' | 'refuse') => {
    const done = await runOperation(`request-${does}`, { id });
    if (done === undefined) return;
    const ended = isOwn ? t('taken_back') : t('refused');
    notifications.show({ message: does === 'confirm' ? t('confirmed', { about }) : ended });
    await queryClient.invalidateQueries();
  });
  const own = operation.startsWith('credit ') ? t('own_credit') : t('own');
  return (
    <Paper withBorder p="md" component="article" aria-label={about}>
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={600} dir="auto">
            {about}
          </Text>
          <Text size="sm" c="dimmed">
            {t('asked', { who: by.replace(/^\w+:/, '') })} <Time at={asked} />
          </Text>
          {isOwn && <Text size="sm">{own}</Text>}
        </div>
        <Group gap="xs">
          <Button variant="default" size="sm" disabled={isRunning} onClick={() => run('refuse')}>
            {t(isOwn ? 'take_back' : 'refuse')}
          </Button>
          {!isOwn && (
            <Button size="sm" loading={isRunning} onClick={() => run('confirm')}>
              {t('confirm')}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}
