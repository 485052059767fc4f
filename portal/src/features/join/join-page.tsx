/** Where a stranger agrees to the texts of an account: the number, then the code that came. */
import { Anchor, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading } from '../../shared/api/queries.ts';
import type { JoinPage } from '../../shared/api/types.ts';
import { filled } from '../../shared/form/checks.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { sentenceOf, useSubmit } from '../../shared/form/use-submit.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { showPhone } from '../../shared/i18n/show.tsx';
import { OpenPage } from '../../shared/layout/open-page.tsx';
import { useWords } from './words.ts';

type Asked = { readonly token: string; readonly phone: string };

export function Page() {
  const t = useWords();
  const { code } = useParams({ strict: false });
  const path = { code: code ?? '' };
  const page = useQuery(reading('showJoinPage', { path }));
  const [asked, setAsked] = useState<Asked>();
  const [isDone, setDone] = useState(false);
  if (page.error !== null) {
    return (
      <OpenPage title={t('no_form')}>
        <Text>{sentenceOf(page.error)}</Text>
      </OpenPage>
    );
  }
  if (page.data === undefined) {
    return (
      <OpenPage title="…">
        <Skeleton h={160} />
      </OpenPage>
    );
  }
  const { company } = page.data;
  if (isDone) {
    return (
      <OpenPage title={company}>
        <Text role="status">{t('done', { company })}</Text>
      </OpenPage>
    );
  }
  return (
    <OpenPage title={company}>
      {asked === undefined ? (
        <Number path={path} page={page.data} onAsked={setAsked} />
      ) : (
        <Code
          path={path}
          asked={asked}
          onDone={() => setDone(true)}
          onChange={() => setAsked(undefined)}
        />
      )}
    </OpenPage>
  );
}

type Path = { readonly path: { readonly code: string } };

function Number({
  path,
  page,
  onAsked,
}: Path & { readonly page: JoinPage; readonly onAsked: (asked: Asked) => void }) {
  const t = useWords();
  const isUrdu = currentLocale() === 'ur' && page.wording_urdu !== '';
  const form = useForm({ initialValues: { phone: '' }, validate: { phone: filled } });
  const { run, isRunning, problem } = useSubmit(async ({ phone }: typeof form.values) => {
    const body = { phone, language: currentLocale() };
    const { token } = await api.call('askToJoin', { path, body });
    onAsked({ token, phone });
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Text dir="auto" lang={isUrdu ? 'ur' : 'en'} style={{ whiteSpace: 'pre-line' }}>
          {isUrdu ? page.wording_urdu : page.wording}
        </Text>
        <Problem>{problem}</Problem>
        <TextInput
          label={t('phone')}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          required
          {...form.getInputProps('phone')}
        />
        <Button type="submit" fullWidth loading={isRunning}>
          {t('agree')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('what_next')}
        </Text>
      </Stack>
    </form>
  );
}

function Code({
  path,
  asked: { token, phone },
  onDone,
  onChange,
}: Path & {
  readonly asked: Asked;
  readonly onDone: () => void;
  readonly onChange: () => void;
}) {
  const t = useWords();
  const form = useForm({ initialValues: { code: '' }, validate: { code: filled } });
  const { run, isRunning, problem } = useSubmit(async ({ code }: typeof form.values) => {
    await api.call('confirmJoin', { path, body: { token, code } });
    onDone();
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Text size="sm">{t('sent_to', { phone: `\u2066${showPhone(phone)}\u2069` })}</Text>
        <Problem>{problem}</Problem>
        <TextInput
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          required
          autoFocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" fullWidth loading={isRunning}>
          {t('confirm')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onChange}>
          {t('change')}
        </Anchor>
      </Stack>
    </form>
  );
}
