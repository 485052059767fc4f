/** What shows who an account is: a list to tick off. */
import {
  Alert,
  Button,
  Card,
  Group,
  List,
  Progress,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconPrinter, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addressOfCall, sessionHeaders } from '../../shared/api/api.ts';
import { reading, whileWaiting } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Verification } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { styleNonce } from '../../shared/layout/theme.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DocumentCard } from './document-card.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const { account } = useWho();
  const { data, error, refetch } = useQuery({
    ...reading('showVerification'),
    ...whileWaiting<Verification>(({ state }) => state === 'waiting'),
  });
  const mayUpload = account?.scopes.includes('account') === true;
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      {data === undefined ? (
        <Skeleton h={480} maw={760} />
      ) : (
        <Stack maw={760} gap="md">
          <Standing verification={data} />
          {!mayUpload && <Alert>{t('others')}</Alert>}
          {data.items.map((item) => (
            <DocumentCard key={item.kind} item={item} mayUpload={mayUpload}>
              {item.kind === 'agreement' && mayUpload && <PrintAgreement />}
            </DocumentCard>
          ))}
        </Stack>
      )}
    </>
  );
}

/** How far it is, and what it is for. */
function Standing({ verification: { state, items } }: { readonly verification: Verification }) {
  const t = useWords();
  if (state === 'verified') {
    return (
      <Alert color="green" icon={<IconRosetteDiscountCheck aria-hidden />} title={t('verified')}>
        <Stack gap="sm" align="flex-start">
          {t('verified_text')}
          <Button component={Link} to="/portal/senders" size="compact-sm" variant="light">
            {t('to_senders')}
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (state === 'withdrawn') {
    return (
      <Alert color="yellow" title={t('withdrawn')}>
        {t('withdrawn_text')}
      </Alert>
    );
  }
  const approved = items.filter((it) => it.state === 'approved').length;
  const received = items.filter((it) => it.state === 'submitted').length + approved;
  const label = t('progress', { received, all: items.length });
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {approved > 0 && (
          <Text size="sm" c="dimmed">
            {t('approved', { count: approved })}
          </Text>
        )}
      </Group>
      <Progress value={(received / items.length) * 100} aria-label={label} mb="md" />
      {state === 'waiting' && (
        <Text size="sm" mb="md">
          {t('waiting')}
        </Text>
      )}
      <Title order={2} size="h6" mb={4}>
        {t('changes')}
      </Title>
      <List size="sm" c="dimmed">
        <List.Item>{t('change_demo')}</List.Item>
        <List.Item>{t('change_brand')}</List.Item>
      </List>
    </Card>
  );
}

/** Opens the form of this account in a window of its own, ready to print. */
function PrintAgreement() {
  const t = useWords();
  const { run, isRunning } = useSubmit(async () => {
    const response = await fetch(addressOfCall('printAgreement', {}), {
      headers: sessionHeaders(),
    });
    const page = await response.text();
    if (!response.ok) throw new Error((JSON.parse(page) as { readonly detail: string }).detail);
    // The window is under the policy of this page, which allows styles by its nonce.
    const styled = page.replace('<style>', `<style nonce="${styleNonce}">`);
    const url = URL.createObjectURL(new Blob([styled], { type: 'text/html' }));
    const opened = globalThis.open(url);
    if (opened === null) throw new Error(t('blocked'));
    opened.addEventListener('load', () => opened.print());
  });
  return (
    <Group>
      <Button
        variant="light"
        leftSection={<IconPrinter size={16} aria-hidden />}
        loading={isRunning}
        onClick={() => run()}
      >
        {t('print')}
      </Button>
    </Group>
  );
}
