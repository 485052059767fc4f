/** Connecting a number at WhatsApp's own page, which leads back here with a code. */
import { Alert, Button, Group, Loader, PasswordInput, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { api, PaighamError } from '../../shared/api/api.ts';
import type {
  ConnectedChatNumber,
  SharedChatNumber,
  SharedChatNumbers,
} from '../../shared/api/types.ts';
import { isRefusedFor } from '../../shared/api/queries.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useDraft } from '../../shared/form/use-draft.ts';
import { asSentence, NO_FORM, sentenceOf, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, Phone, showPhone } from '../../shared/i18n/show.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { tellConnected } from './signup-window.ts';
import { WhatNow } from './what-now.tsx';
import { useWords } from './words.ts';

/** What WhatsApp brings back; the reason repeats the error. */
const NOTHING = {
  code: '',
  state: '',
  error: '',
  error_reason: '',
  error_description: '',
  primary_waac_ids: '',
};

/** What was shared in this tab, and is not connected yet: a reload goes on with it. */
type Shared = { readonly shared: SharedChatNumbers | null; readonly waacs: string };
const NOT_SHARED: Shared = { shared: null, waacs: '' };

type Connected = { readonly number: ConnectedChatNumber; readonly isOnPhone: boolean };

export function Page() {
  const t = useWords();
  const [given, change] = useFilters(NOTHING);
  const [back, setBack] = useState(given);
  const [connected, setConnected] = useState<Connected>();
  const { code, state, error, error_description: why, primary_waac_ids: waacs } = back;
  // What may be used once stays in no address, and in no history.
  useEffect(() => {
    if (Object.values(given).some((it) => it !== '')) change(NOTHING);
  });
  const [kept, keep, forget] = useDraft('chat-signup', NOT_SHARED);
  const shared = useQuery({
    queryKey: ['endChatSignup', state],
    queryFn: async () => {
      const answer = await api.call('endChatSignup', { body: { code, state } });
      keep({ shared: answer, waacs });
      return answer;
    },
    enabled: code !== '',
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const again = () => {
    forget();
    setBack(NOTHING);
  };
  // Whoever comes back with a code has something newer.
  const goesOn = error === '' && code === '' ? kept.shared : (shared.data ?? null);
  const declined =
    error === 'access_denied' ? t('declined') : t('failed_there', { why: why || error });
  return (
    <Stack maw={560} mx="auto">
      <PageHeader title={t('signup_title')} about={t('signup_about')} />
      {error !== '' && <Failed onAgain={again}>{declined}</Failed>}
      {error === '' && code === '' && goesOn === null && connected === undefined && <Start />}
      {shared.isFetching && (
        <Group role="status">
          <Loader size="sm" />
          <Text>{t('asking')}</Text>
        </Group>
      )}
      {shared.error !== null && (
        <Failed onAgain={again}>
          {isRefusedFor(shared.error, 'chat_signup_over') ? t('over') : wordsOf(shared.error)}
        </Failed>
      )}
      {goesOn !== null && connected === undefined && (
        <Choose
          shared={goesOn}
          waacs={kept.waacs}
          onAgain={again}
          onConnected={(number) => {
            forget();
            setConnected(number);
          }}
        />
      )}
      {connected !== undefined && <Done connected={connected} />}
    </Stack>
  );
}

/** The service's sentence about the code, which nobody has typed: without the field's name. */
function wordsOf(error: unknown): string {
  const failure = error instanceof PaighamError ? error.failure : undefined;
  const [first] = failure !== undefined && 'errors' in failure ? failure.errors : [];
  return first === undefined ? sentenceOf(error) : asSentence(first.detail);
}

function Failed({
  onAgain,
  children,
}: {
  readonly onAgain: () => void;
  readonly children: ReactNode;
}) {
  const t = useWords();
  return (
    <Alert color="yellow" title={t('not_connected')} role="alert">
      <Text size="sm" mb="sm">
        {children}
      </Text>
      <Button variant="default" size="xs" onClick={onAgain}>
        {t('try_again')}
      </Button>
    </Alert>
  );
}

function Start() {
  const t = useWords();
  const [which, setWhich] = useState<string>('no');
  const { run, isRunning, problem } = useSubmit(async () => {
    const body = { on_phone: which === 'phone' };
    const { address } = await api.call('beginChatSignup', { body });
    window.location.assign(address);
  }, NO_FORM);
  return (
    <Stack>
      <Problem>{problem}</Problem>
      <Radio.Group label={t('which')} value={which} onChange={setWhich}>
        <Stack mt={6} gap="sm">
          {(['no', 'phone'] as const).map((value) => (
            <Card key={value} value={value} title={t(`which_${value}`)}>
              {t(`which_${value}_about`)}
            </Card>
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <Button onClick={run} loading={isRunning}>
          {t('go')}
        </Button>
      </Group>
    </Stack>
  );
}

function Card({
  value,
  title,
  isOff = false,
  children,
}: {
  readonly value: string;
  readonly title: ReactNode;
  readonly isOff?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Radio.Card value={value} p="sm" disabled={isOff}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} disabled={isOff} />
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {children}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}

function Choose({
  shared: { id, data },
  waacs,
  onAgain,
  onConnected,
}: {
  readonly shared: SharedChatNumbers;
  /** Which is whose it does not say, so that of several numbers none is told. */
  readonly waacs: string;
  readonly onAgain: () => void;
  readonly onConnected: (connected: Connected) => void;
}) {
  const t = useWords();
  const free = data.find(({ taken }) => !taken);
  const form = useForm({
    initialValues: { phone_number_id: free?.phone_number_id ?? '', pin: '' },
  });
  const chosen = data.find((it) => it.phone_number_id === form.values.phone_number_id);
  const needsPin = chosen?.needs_pin === true;
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const { phone_number_id, pin } = given;
    const isClear = data.length === 1 && /^[0-9]{1,25}$/.test(waacs);
    const body = {
      phone_number_id,
      ...(needsPin ? { pin: pin.trim() } : {}),
      ...(isClear ? { whatsapp_account_id: waacs } : {}),
    };
    const number = await api.call('connectSharedChatNumber', { path: { id }, body });
    onConnected({ number, isOnPhone: chosen?.on_phone === true });
    tellConnected();
  }, form);
  if (data.length === 0) return <Failed onAgain={onAgain}>{t('no_numbers')}</Failed>;
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <Radio.Group label={t('choose')} {...form.getInputProps('phone_number_id')}>
          <Stack mt={6} mb="xs" gap="sm">
            {data.map((number) => (
              <Number key={number.phone_number_id} number={number} />
            ))}
          </Stack>
        </Radio.Group>
        {needsPin && (
          <PasswordInput
            label={t('pin')}
            description={t('pin_about')}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            dir="ltr"
            {...form.getInputProps('pin')}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onAgain} disabled={isRunning}>
            {t('try_again')}
          </Button>
          <Button type="submit" loading={isRunning} disabled={chosen === undefined}>
            {t('connect_this')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Number({ number }: { readonly number: SharedChatNumber }) {
  const t = useWords();
  const { phone_number_id: value, number: digits, name, taken } = number;
  return (
    <Card value={value} title={<Phone number={digits} />} isOff={taken}>
      <bdi>{name}</bdi> {taken && t('taken')}
      {number.on_phone && t('stays_on_phone')}
    </Card>
  );
}

function Done({ connected: { number, isOnPhone } }: { readonly connected: Connected }) {
  const t = useWords();
  const navigate = useNavigate();
  const leave = (): void => {
    // A browser lets a window close itself only where a page has opened it.
    window.close();
    void navigate({ to: '/portal/chat-numbers' });
  };
  return (
    <Stack>
      <Alert
        color="teal"
        role="status"
        title={t('done', { number: isolated(showPhone(number.number)) })}
      >
        {isOnPhone && t('from_phone')}
      </Alert>
      <WhatNow number={number} />
      <Group justify="flex-end">
        <Button onClick={leave}>{t('back')}</Button>
      </Group>
    </Stack>
  );
}
