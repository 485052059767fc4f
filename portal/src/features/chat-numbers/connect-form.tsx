/** Connecting a number of the shop's own business account by its ids and secrets. */
import {
  Alert,
  Button,
  Collapse,
  Group,
  Modal,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { ChatNumber, ConnectedChatNumber } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showPhone } from '../../shared/i18n/show.tsx';
import { WhatNow } from './what-now.tsx';
import { useWords } from './words.ts';

const SECRETS = ['token', 'app_secret', 'verify_token'] as const;

/** `known`: a number that is connected, and gets new secrets. */
export function ConnectForm({
  known,
  onClose,
  onConnected,
}: {
  readonly known: ChatNumber | undefined;
  readonly onClose: () => void;
  readonly onConnected: (number: ConnectedChatNumber) => void;
}) {
  const t = useWords();
  const [isMore, setIsMore] = useState(false);
  const { form, forget } = useConnectForm(known);
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const { verify_token, ...rest } = given;
    const body = { ...rest, ...(verify_token === '' ? {} : { verify_token }) };
    const connected = await api.call('connectChatNumber', { body });
    forget();
    await refresh('listChatNumbers', 'listChatTemplates');
    onConnected(connected);
  }, form);
  const title = t(known === undefined ? 'connect' : known.enabled ? 'again' : 'reconnect');
  const close = { 'aria-label': t('close') };
  return (
    <Modal opened size="lg" onClose={onClose} title={title} closeButtonProps={close}>
      <form onSubmit={form.onSubmit(run)} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <Alert title={t('where_title')} variant="light">
            {t('where')}
          </Alert>
          <Ids form={form} isKnown={known !== undefined} />
          <PasswordInput
            label={t('token')}
            description={t('token_about')}
            autoComplete="new-password"
            dir="ltr"
            {...form.getInputProps('token')}
          />
          <PasswordInput
            label={t('app_secret')}
            description={t('app_secret_about')}
            autoComplete="new-password"
            dir="ltr"
            {...form.getInputProps('app_secret')}
          />
          <Collapse expanded={isMore}>
            <PasswordInput
              label={t('verify_token')}
              description={t('verify_token_about')}
              autoComplete="new-password"
              dir="ltr"
              {...form.getInputProps('verify_token')}
            />
          </Collapse>
          <Group justify="space-between">
            <Button variant="subtle" onClick={() => setIsMore(!isMore)} aria-expanded={isMore}>
              {t('more')}
            </Button>
            <Button type="submit" loading={isRunning}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useConnectForm(known: ChatNumber | undefined) {
  const t = useWords();
  const initial = {
    business_id: known?.business_id ?? '',
    phone_number_id: known?.phone_number_id ?? '',
    token: '',
    app_secret: '',
    verify_token: '',
  };
  const draft = useFormDraft(`chat-number.${known?.id ?? 'new'}`, initial, SECRETS);
  const needed = (value: string) => (value.trim() === '' ? t('needed') : undefined);
  const form = useForm({
    ...draft.options,
    transformValues: (given) => ({
      ...given,
      business_id: given.business_id.trim(),
      phone_number_id: given.phone_number_id.trim(),
      token: given.token.trim(),
      app_secret: given.app_secret.trim(),
    }),
    validate: {
      business_id: needed,
      phone_number_id: needed,
      token: needed,
      app_secret: needed,
    },
  });
  return { form, forget: draft.forget };
}

function Ids({
  form,
  isKnown,
}: {
  readonly form: ReturnType<typeof useConnectForm>['form'];
  readonly isKnown: boolean;
}) {
  const t = useWords();
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <TextInput
        label={t('business_id')}
        description={t('business_about')}
        inputMode="numeric"
        dir="ltr"
        disabled={isKnown}
        {...form.getInputProps('business_id')}
      />
      <TextInput
        label={t('number_id')}
        description={t('number_about')}
        inputMode="numeric"
        dir="ltr"
        disabled={isKnown}
        {...form.getInputProps('phone_number_id')}
      />
    </Group>
  );
}

/** What has become of it, and what is left to do. */
export function Connected({
  number,
  onClose,
}: {
  readonly number: ConnectedChatNumber;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const title = t('done', { number: isolated(showPhone(number.number)) });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <WhatNow number={number} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
