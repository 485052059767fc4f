/** The account's own domain for the short links in its texts. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { LinkDomain } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showMoment } from '../../shared/i18n/show.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useWords } from './words.ts';

export function LinkDomainSection() {
  const t = useWords();
  const { data } = useQuery(reading('showLinkDomain'));
  if (data === undefined) return null;
  const { address, domain, state } = data;
  const example = isolated(`${address ?? ''}Xk3vR7bN`);
  return (
    <Section title={t('links')} about={t('links_about')}>
      <Stack gap="sm">
        <Text size="sm">{address === null ? t('links_none') : t('links_are', { example })}</Text>
        {domain !== null && <State of={data} domain={domain} />}
        <Name key={`${domain} ${state}`} domain={domain ?? ''} />
      </Stack>
    </Section>
  );
}

function State({ of, domain }: { readonly of: LinkDomain; readonly domain: string }) {
  const t = useWords();
  const { state, reason, checked_at: checked } = of;
  // What is entered at the name servers is written as they have it.
  const entered = { domain: isolated(domain), host: isolated(window.location.hostname) };
  const told = { ...entered, domain: isolated(withReadableNames(domain)) };
  const title = t(state === 'verified' ? 'links_verified' : 'links_pending', told);
  const why = reason === null ? undefined : t(`links_${reason}`, told);
  const at = checked === null ? undefined : t('links_checked', { at: showMoment(checked) });
  return (
    <Alert color={state === 'verified' ? 'teal' : 'yellow'} variant="light" title={title}>
      <Stack gap={4}>
        {why !== undefined && <Text size="sm">{why}</Text>}
        {state !== 'verified' && <Text size="sm">{t('links_next', entered)}</Text>}
        {at !== undefined && <Text size="sm">{at}</Text>}
      </Stack>
    </Alert>
  );
}

function Name({ domain }: { readonly domain: string }) {
  const t = useWords();
  const form = useForm({ initialValues: { domain } });
  const { run, isRunning, problem } = useSubmit(async (wish: 'set' | 'check' | 'remove') => {
    if (wish === 'set') await api.call('setLinkDomain', { body: { domain: form.values.domain } });
    if (wish === 'check') await api.call('checkLinkDomain', {});
    if (wish === 'remove') await api.call('removeLinkDomain', {});
    await refresh('showLinkDomain');
    notifications.show({ message: t(wish === 'check' ? 'links_looked' : 'saved') });
  }, form);
  const ask = (): void => {
    modals.openConfirmModal({
      title: t('links_remove'),
      children: <Text size="sm">{t('links_remove_ask')}</Text>,
      labels: { confirm: t('links_remove'), cancel: t('links_keep') },
      confirmProps: { color: 'red' },
      onConfirm: () => run('remove'),
    });
  };
  const isSame = form.values.domain.trim() === domain;
  return (
    <form onSubmit={form.onSubmit(() => run('set'))}>
      <Stack gap="sm">
        <Problem>{problem}</Problem>
        <TextInput
          label={t('links_domain')}
          description={t('links_domain_about')}
          placeholder="go.shop.pk"
          dir="ltr"
          maxLength={253}
          {...form.getInputProps('domain')}
        />
        <Group gap="sm">
          <Button type="submit" loading={isRunning} disabled={isSame || form.values.domain === ''}>
            {t('save')}
          </Button>
          {domain !== '' && (
            <>
              <Button variant="light" loading={isRunning} onClick={() => run('check')}>
                {t('links_check')}
              </Button>
              <Button variant="default" disabled={isRunning} onClick={ask}>
                {t('links_remove')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </form>
  );
}
