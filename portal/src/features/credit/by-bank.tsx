/** Paying at one's bank: a reference to write on the transfer, its slip, and what became of it. */
import { Box, Button, Card, FileButton, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readFailure } from '../../../../packages/client/src/failure.ts';
import { addressOfCall, api, PaighamError, sessionHeaders } from '../../shared/api/api.ts';
import { refresh, reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { BankTransfer } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { amountOf } from '../../shared/i18n/digits.ts';
import { isolated, showMoney, Time } from '../../shared/i18n/show.tsx';
import { StateBadge, type State } from '../../shared/message/state-badge.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { useBankWords } from './bank-words.ts';

const LOOKS: Readonly<Record<BankTransfer['state'], State>> = {
  waiting: 'waiting',
  confirmed: 'approved',
  refused: 'refused',
  withdrawn: 'cancelled',
  expired: 'expired',
};

/** As many as may wait at once, and as many of all. */
const WAITING = { query: { state: 'waiting', limit: 10 } } as const;
const NEWEST = { query: { limit: 10 } } as const;
/** While one waits: finance confirms it elsewhere. */
const LOOK_EVERY_MS = 30_000;

/** What a slip may be (limit `documentBytes` of the service). */
const TYPES = ['application/pdf', 'image/jpeg', 'image/png'];
const SLIP_BYTES = 5 * 1024 * 1024;

const lookAgain = () => refresh('listBankTransfers');

/** Those that wait, then others, each the newest first. */
function useTransfers(): readonly BankTransfer[] {
  const waiting = useQuery({
    ...reading('listBankTransfers', WAITING),
    refetchInterval: ({ state }) => (state.data?.data.length ?? 0) > 0 && LOOK_EVERY_MS,
  });
  const first = waiting.data?.data ?? [];
  const refetchInterval = first.length > 0 && LOOK_EVERY_MS;
  useQuery({ ...reading('showBalance'), refetchInterval });
  const newest = useQuery({ ...reading('listBankTransfers', NEWEST), refetchInterval });
  const others = newest.data?.data.filter(({ state }) => state !== 'waiting');
  return [...first, ...(others ?? [])];
}

export function ByBank() {
  const t = useBankWords();
  const mayPay = scoped('account')(useWho());
  const transfers = useTransfers();
  const form = useForm({ initialValues: { amount: '' } });
  const { run, isRunning, problem } = useSubmit(async ({ amount }: typeof form.values) => {
    await api.call('openBankTransfer', { body: { amount: amountOf(amount) } });
    form.reset();
    await lookAgain();
  }, form);
  return (
    <Box mt="md">
      <Title order={3} size="h5" mb="xs">
        {t('by_bank')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(mayPay ? 'about' : 'owner_pays')}
      </Text>
      {mayPay && (
        <form onSubmit={form.onSubmit(run)}>
          <Problem>{problem}</Problem>
          <Group align="flex-end" gap="sm" mb="md">
            <TextInput
              label={t('amount')}
              inputMode="decimal"
              required
              {...form.getInputProps('amount')}
            />
            <Button type="submit" variant="light" loading={isRunning}>
              {t('open')}
            </Button>
          </Group>
        </form>
      )}
      <Stack gap="sm">
        {transfers.map((it) => (
          <One key={it.id} transfer={it} mayPay={mayPay} />
        ))}
      </Stack>
    </Box>
  );
}

function One({ transfer, mayPay }: { readonly transfer: BankTransfer; readonly mayPay: boolean }) {
  const t = useBankWords();
  const { state, reference, amount, created_at: createdAt, ended_at: endedAt } = transfer;
  return (
    <Card withBorder component="article" aria-label={t('transfer', { reference })}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text size="xs" c="dimmed">
            {t('reference')}
          </Text>
          <Text fw={650} size="lg" className="latin numbers">
            {reference}
          </Text>
        </div>
        <StateBadge state={LOOKS[state]}>{t(state)}</StateBadge>
      </Group>
      <Text size="sm" mb="xs">
        {isolated(showMoney(amount))} · <Time at={createdAt} />
        {endedAt !== null && (
          <>
            {' '}
            – <Time at={endedAt} />
          </>
        )}
      </Text>
      <Words transfer={transfer} />
      {state === 'waiting' && mayPay && <Slip transfer={transfer} />}
    </Card>
  );
}

/** What it means, and what to do next. */
function Words({ transfer }: { readonly transfer: BankTransfer }) {
  const t = useBankWords();
  const { state, amount, received, reason, bank_account: bankAccount } = transfer;
  if (state === 'waiting') {
    return (
      <>
        {bankAccount !== null && (
          <Text size="sm" dir="auto" mb="xs" style={{ whiteSpace: 'pre-line' }}>
            {bankAccount}
          </Text>
        )}
        <Text size="sm">{t(transfer.slip_at === null ? 'waiting_text' : 'slip_text')}</Text>
      </>
    );
  }
  if (state === 'confirmed') {
    const came = { received: isolated(showMoney(received ?? amount)) };
    const asked = isolated(showMoney(amount));
    return (
      <Text size="sm">
        {received === amount ? t('confirmed_text', came) : t('differs_text', { ...came, asked })}
      </Text>
    );
  }
  return (
    <Text size="sm" dir="auto">
      {t(`${state}_text`, { reason: isolated(reason ?? '') })}
    </Text>
  );
}

/** @param unfit what to say of a file that is no whole slip. */
async function giveSlip({ id }: BankTransfer, file: File, unfit: string): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  const address = addressOfCall('giveBankSlip', { path: { id } });
  const answer = await fetch(address, { method: 'PUT', headers: sessionHeaders(), body: form });
  if (!answer.ok) {
    const failure = readFailure(answer.status, await answer.json());
    const isOfFile =
      'errors' in failure && failure.errors.some((it) => it.pointer.endsWith('file'));
    throw isOfFile ? new Error(unfit) : new PaighamError(failure);
  }
  await lookAgain();
}

function Slip({ transfer }: { readonly transfer: BankTransfer }) {
  const t = useBankWords();
  const askFirst = useAskFirst();
  const { id, reference, slip_at: slipAt } = transfer;
  const [fault, setFault] = useState<'slip_unfit' | 'slip_too_large'>();
  const give = useSubmit((file: File) => giveSlip(transfer, file, t('slip_unfit')), NO_FORM);
  const choose = (file: File | null): void => {
    if (file === null) return;
    const isLarge = file.size > SLIP_BYTES;
    setFault(isLarge ? 'slip_too_large' : TYPES.includes(file.type) ? undefined : 'slip_unfit');
    if (!isLarge && TYPES.includes(file.type)) give.run(file);
  };
  const withdraw = useSubmit(async () => {
    await api.call('withdrawBankTransfer', { path: { id } });
    await lookAgain();
  }, NO_FORM);
  return (
    <>
      <Problem>{fault === undefined ? (give.problem ?? withdraw.problem) : t(fault)}</Problem>
      <Group gap="sm" mt="sm">
        <FileButton accept={TYPES.join(',')} onChange={choose}>
          {(props) => (
            <Button {...props} size="compact-md" variant="light" loading={give.isRunning}>
              {t(slipAt === null ? 'give' : 'give_again')}
            </Button>
          )}
        </FileButton>
        <Button
          size="compact-md"
          variant="subtle"
          loading={withdraw.isRunning}
          onClick={() =>
            askFirst({
              title: t('withdraw_title', { reference }),
              text: t('withdraw_text'),
              does: t('withdraw'),
              onAgree: () => withdraw.run(),
            })
          }
        >
          {t('withdraw')}
        </Button>
      </Group>
    </>
  );
}
