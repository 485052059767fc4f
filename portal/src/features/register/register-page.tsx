/** Opening an account: who one is, the terms, then the two codes. */
import { Anchor, Box, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefusedFor, reading } from '../../shared/api/queries.ts';
import { aNewPassword, anEmail, filled, ticked } from '../../shared/form/checks.ts';
import { NewPassword } from '../../shared/form/new-password.tsx';
import { DRAFTS, keep, kept } from '../../shared/form/kept-drafts.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { OpenPage } from '../../shared/layout/open-page.tsx';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { Codes } from './codes.tsx';
import { register } from './begin.ts';
import { TERMS_IN_URDU } from './terms-in-urdu.ts';
import { useWords } from './words.ts';

const NOTHING = {
  company: '',
  name: '',
  email: '',
  phone: '',
  password: '',
  email_code: '',
  phone_code: '',
  always_200: false,
  accepted: false,
};

const CHECKS = {
  company: filled,
  name: filled,
  email: anEmail,
  phone: filled,
  password: aNewPassword,
  accepted: ticked,
};

/** Phones drop a page while its person looks for the codes: both steps are there again. */
const DRAFT = `${DRAFTS}register`;
const BEGUN = `${DRAFTS}register.codes`;
const NO_TOKEN = { token: '' };

const useDetails = () =>
  useForm({
    initialValues: kept(DRAFT, NOTHING),
    onValuesChange: (values) =>
      keep(DRAFT, { ...values, password: '', email_code: '', phone_code: '' }),
    validate: CHECKS,
  });

export function Page() {
  const t = useWords();
  const [{ token }, setToken] = useState(() => kept(BEGUN, NO_TOKEN));
  const hold = (begun: string): void => {
    keep(BEGUN, { token: begun });
    setToken({ token: begun });
  };
  const form = useDetails();
  const { email, phone } = form.values;
  if (token !== '') {
    return (
      <OpenPage title={t('codes_title')}>
        <Codes email={email} phone={phone} token={token} onChange={() => hold('')} />
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t('title')} about={t('about')}>
      <Details form={form} onDone={hold} />
    </OpenPage>
  );
}

type DetailsProps = {
  readonly form: ReturnType<typeof useDetails>;
  /** Told what confirms the registration. */
  readonly onDone: (token: string) => void;
};

function Details({ form, onDone }: DetailsProps) {
  const t = useWords();
  const { data: terms, error } = useQuery(reading('showTerms'));
  const [isCrowded, setIsCrowded] = useState(false);
  const { run, isRunning, problem } = useSubmit(async (given: typeof NOTHING) => {
    const { email_code, phone_code, accepted: _, ...rest } = given;
    const body = {
      ...rest,
      terms_version: terms?.version ?? '',
      locale: currentLocale(),
      ...(email_code === '' ? {} : { email_code }),
      ...(phone_code === '' ? {} : { phone_code }),
    };
    try {
      onDone(await register(body));
    } catch (error) {
      setIsCrowded(isRefusedFor(error, 'codes_exceeded'));
      throw error;
    }
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Problem>{problem ?? error?.message}</Problem>
        <TextInput
          label={t('company')}
          autoComplete="organization"
          required
          autoFocus
          maxLength={100}
          {...form.getInputProps('company')}
        />
        <TextInput
          label={t('name')}
          autoComplete="name"
          required
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          dir="ltr"
          required
          {...form.getInputProps('email')}
        />
        <TextInput
          label={t('phone')}
          description={t('phone_about')}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          required
          {...form.getInputProps('phone')}
        />
        <NewPassword label={t('password')} {...form.getInputProps('password')} />
        {isCrowded && <ShownCodes form={form} />}
        <Agreement form={form} terms={terms} />
        <Button type="submit" fullWidth loading={isRunning} disabled={terms === undefined}>
          {t('go_on')}
        </Button>
        <Anchor component={Link} to="/" size="sm" ta="center">
          {t('have')}
        </Anchor>
      </Stack>
    </form>
  );
}

/** The terms, and how programs are answered. */
function Agreement({
  form,
  terms,
}: Pick<DetailsProps, 'form'> & { readonly terms: ShownTerms | undefined }) {
  const t = useWords();
  return (
    <>
      <Checkbox
        label={t('always_200')}
        description={t('always_200_about')}
        {...form.getInputProps('always_200', { type: 'checkbox' })}
      />
      {terms !== undefined && <Terms terms={terms} />}
      <Checkbox
        label={t('accept')}
        required
        {...form.getInputProps('accepted', { type: 'checkbox' })}
      />
    </>
  );
}

/** Codes that came, also by whom else: they show that mailbox and phone are theirs. */
function ShownCodes({ form }: Pick<DetailsProps, 'form'>) {
  const t = useWords();
  const code = { inputMode: 'numeric', dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <>
      <Text size="sm">{t('crowded')}</Text>
      <TextInput label={t('email_code')} {...code} {...form.getInputProps('email_code')} />
      <TextInput label={t('phone_code')} {...code} {...form.getInputProps('phone_code')} />
    </>
  );
}

type ShownTerms = { readonly version: string; readonly text: string };

/** On Urdu pages in Urdu first. The service's own words, which are accepted, follow. */
function Terms({ terms: { version, text } }: { readonly terms: ShownTerms }) {
  const t = useWords();
  const { locale } = useLocale();
  const urdu = locale === 'ur' ? (TERMS_IN_URDU[version] ?? []) : [];
  return (
    <Box
      role="region"
      aria-label={t('terms')}
      tabIndex={0}
      h={160}
      p="sm"
      bd="1px solid var(--mantine-color-default-border)"
      bdrs="sm"
      style={{ overflowY: 'auto' }}
    >
      {urdu.map((paragraph) => (
        <Text key={paragraph} size="xs" mb="xs">
          {paragraph}
        </Text>
      ))}
      {text.split('\n\n').map((paragraph) => (
        <Text key={paragraph} size="xs" mb="xs" lang="en" dir="ltr">
          {paragraph}
        </Text>
      ))}
    </Box>
  );
}
