/** A person: how they are called, and all that they sign in with. */
import { Button, Grid, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRouterState } from '@tanstack/react-router';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import { scoped } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { chooseLocale, LOCALES } from '../../shared/i18n/i18n.ts';
import { LOCALE_NAMES } from '../../shared/layout/language.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { KeysTile, PortedTile } from './account-tiles.tsx';
import { OwnPhone } from './own-phone.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const side = useRouterState({ select: ({ location }) => location.pathname.split('/')[1] });
  const mayAccount = scoped('account')(useWho()) && side === 'portal';
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <You />
            <NewPassword />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <SecondFactor />
            <Passkeys />
            {mayAccount && <KeysTile />}
            {mayAccount && <PortedTile />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={12}>
          <Sessions />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Minutes; another number, set by a program, stays until one of these is chosen. */
const REPLY_MAILS = ['0', '5', '15', '60', '240'] as const;

function You() {
  const t = useWords();
  const { person, accounts } = useWho().session;
  const form = useForm({
    initialValues: {
      name: person.name,
      locale: person.locale,
      reply_mail_minutes: String(person.reply_mail_minutes),
    },
  });
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    const minutes = Number(body.reply_mail_minutes);
    await api.call('changeMe', { body: { ...body, reply_mail_minutes: minutes } });
    await refresh('session');
    await chooseLocale(body.locale);
    notifications.show({ message: t('saved') });
  }, form);
  return (
    <Section title={t('you')}>
      <form onSubmit={form.onSubmit(run)}>
        <Stack gap="sm">
          <Problem>{problem}</Problem>
          <TextInput label={t('name')} autoComplete="name" {...form.getInputProps('name')} />
          <div>
            <Text size="sm" fw={500}>
              {t('email')}
            </Text>
            <Text size="sm" className="latin">
              {withReadableNames(person.email)}
            </Text>
          </div>
          <OwnPhone />
          <Select
            label={t('language')}
            data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
            allowDeselect={false}
            {...form.getInputProps('locale')}
          />
          {accounts.length > 0 && (
            <Select
              label={t('reply_mails')}
              description={t('reply_mails_about')}
              data={REPLY_MAILS.map((value) => ({ value, label: t(`mail_${value}`) }))}
              allowDeselect={false}
              {...form.getInputProps('reply_mail_minutes')}
            />
          )}
          <div>
            <Button type="submit" loading={isRunning}>
              {t('save')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}

function NewPassword() {
  const t = useWords();
  const { person } = useWho().session;
  const form = useForm({ initialValues: { old_password: '', password: '' } });
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    await api.call('changePassword', { body });
    form.reset();
    await refresh('session', 'listSessions');
    notifications.show({ message: t('password_changed') });
  }, form);
  return (
    <Section title={t('password')} about={t('password_about')}>
      <form onSubmit={form.onSubmit(run)}>
        <Stack gap="sm">
          <Problem>{problem}</Problem>
          {/* Password managers find the login by it. */}
          <input type="hidden" autoComplete="username" value={person.email} readOnly />
          <PasswordInput
            label={t('old_password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('old_password')}
          />
          <PasswordInput
            label={t('new_password')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <div>
            <Button type="submit" variant="light" loading={isRunning}>
              {t('change_password')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}
