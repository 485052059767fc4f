/** What an account decides for itself: its switches, and from where its keys may call. */
import { Button, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Account } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { LinkDomainSection } from './link-domain.tsx';
import { Switches, SWITCHES } from './switches.tsx';
import { TaxDetails } from './tax-details.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const account = useQuery(reading('showAccount'));
  const addresses = useQuery(reading('showIpList')).data?.addresses;
  if (account.error !== null) {
    return <ErrorState error={account.error} onRetry={() => account.refetch()} />;
  }
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Stack gap="lg" maw={720}>
        <Section title={t('sending')}>
          {account.data === undefined ? (
            <Skeleton h={160} />
          ) : (
            <Switches account={account.data} names={SWITCHES} />
          )}
        </Section>
        <LinkDomainSection />
        <Section title={t('addresses')} about={t('addresses_about')}>
          {addresses === undefined ? (
            <Skeleton h={120} />
          ) : (
            <Addresses key={addresses.join()} addresses={addresses} />
          )}
        </Section>
        {account.data !== undefined && (
          <Section title={t('address')} about={t('address_about')}>
            <Address key={account.data.address} address={account.data.address} />
            <TaxDetails account={account.data} />
          </Section>
        )}
        {account.data !== undefined && <Plan account={account.data} />}
      </Stack>
    </>
  );
}

function Addresses({ addresses }: { readonly addresses: readonly string[] }) {
  const t = useWords();
  const now = addresses.join('\n');
  const { options, forget } = useFormDraft('addresses', { addresses: now });
  const form = useForm(options);
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const listed = given.addresses.split(/[\s,;]+/).filter((it) => it !== '');
    await api.call('setIpList', { body: { addresses: listed } });
    forget();
    await refresh('showIpList');
    notifications.show({ message: t('saved') });
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)}>
      <Stack gap="sm">
        <Problem>{problem}</Problem>
        <Textarea
          label={t('list')}
          description={t('list_about')}
          dir="ltr"
          autosize
          minRows={3}
          {...form.getInputProps('addresses')}
        />
        <div>
          <Button type="submit" loading={isRunning} disabled={form.values.addresses === now}>
            {t('save')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** As it stands on statements. */
function Address({ address }: { readonly address: string }) {
  const t = useWords();
  const { options, forget } = useFormDraft('address', { address });
  const form = useForm(options);
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    await api.call('changeAccount', { body: { address: given.address.trim() } });
    forget();
    await refresh('showAccount', 'showStatement');
    notifications.show({ message: t('saved') });
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)}>
      <Stack gap="sm">
        <Problem>{problem}</Problem>
        <Textarea
          label={t('address_label')}
          description={t('address_lines')}
          dir="auto"
          autosize
          minRows={3}
          maxLength={300}
          {...form.getInputProps('address')}
        />
        <div>
          <Button type="submit" loading={isRunning} disabled={form.values.address === address}>
            {t('save')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** What the service has agreed with the account. */
function Plan({ account: { id, name, plan } }: { readonly account: Account }) {
  const t = useWords();
  const yes = (is: boolean): string => t(is ? 'yes' : 'no');
  return (
    <Section title={t('plan')} about={t('plan_about')}>
      <dl className="facts">
        <dt>{t('account')}</dt>
        <dd>
          {name} <span className="latin">({id})</span>
        </dd>
        <dt>{t('fixed_content')}</dt>
        <dd>{yes(plan.fixed_content)}</dd>
        <dt>{t('coverage')}</dt>
        <dd>{yes(plan.mnp_coverage)}</dd>
        <dt>{t('postpaid')}</dt>
        <dd>{yes(plan.postpaid)}</dd>
        <dt>{t('chat_templates')}</dt>
        <dd>
          <Text span size="sm">
            {plan.chat_templates_most}
          </Text>
        </dd>
      </dl>
    </Section>
  );
}
