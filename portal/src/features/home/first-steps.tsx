/**
 * What a new account does first, with how long each step takes and the way there; it disappears
 * when all is done, or when somebody has seen enough of it.
 */
import { Button, CloseButton, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import { scoped } from '../../shared/feature.ts';
import { useWords } from './words.ts';

const FEW = { query: { limit: 1 } } as const;
const PAID_ONLINE = { query: { state: 'paid', limit: 1 } } as const;
const PAID = { query: { kind: 'credit', limit: 1 } } as const;
const APPROVED = { query: { state: 'approved', limit: 200 } } as const;
const HIDDEN = 'paigham.steps.';

export function FirstSteps() {
  const t = useWords();
  const who = useWho();
  const key = `${HIDDEN}${who.account?.id}`;
  const [hidden, hide] = useState('');
  const isHidden = hidden === key || localStorage.getItem(key) !== null;
  const steps = useSteps(scoped('send')(who) && !isHidden);
  const open = steps?.filter(({ isDone }) => !isDone) ?? [];
  const [next] = open;
  if (steps === undefined || next === undefined || isHidden) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('first_steps')}>
      <Group justify="space-between" mb="md" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {t('first_steps')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('steps_done', { done: steps.length - open.length, of: steps.length })}
          </Text>
        </div>
        <CloseButton
          aria-label={t('steps_hide')}
          title={t('steps_hide')}
          onClick={() => {
            localStorage.setItem(key, 'yes');
            hide(key);
          }}
        />
      </Group>
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Step key={step.name} step={step} isNext={step === next} />
        ))}
      </Stack>
    </Paper>
  );
}

type StepName = 'test' | 'credit' | 'template' | 'verify' | 'checked' | 'sender' | 'campaign';
type StepProps = {
  readonly step: {
    readonly name: StepName;
    readonly to: string;
    readonly isDone: boolean;
    /** Where it is said otherwise how long it takes, and how one begins. */
    readonly said?: 'pay';
  };
  readonly isNext: boolean;
};

function Step({ step: { name, to, isDone, said: other }, isNext }: StepProps) {
  const t = useWords();
  const said = other ?? name;
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <ThemeIcon size={26} radius="xl" variant="light" color={isDone ? 'teal' : 'gray'}>
        {isDone ? (
          <IconCircleCheck size={18} aria-label={t('done')} />
        ) : (
          <IconCircleDashed size={18} aria-hidden />
        )}
      </ThemeIcon>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={isNext ? 600 : 400} c={isDone ? 'dimmed' : undefined}>
          {t(`step_${name}`)}
        </Text>
        {!isDone && (
          <Text size="xs" c="dimmed">
            {t(`takes_${said}`)}
          </Text>
        )}
      </div>
      {!isDone && (
        <Button
          component={Link}
          to={to}
          size="compact-sm"
          variant={isNext ? 'filled' : 'default'}
          aria-label={t('step_go', { go: t(`go_${said}`), step: t(`step_${name}`) })}
        >
          {t(`go_${said}`)}
        </Button>
      )}
    </Group>
  );
}

/** undefined: not known yet, or not wanted. */
function useSteps(enabled: boolean) {
  const { account, session } = useWho();
  const templates = useQuery({ ...reading('listTemplates', APPROVED), enabled }).data?.data;
  const senders = useQuery({ ...reading('listSenders', APPROVED), enabled }).data?.data;
  const messages = useQuery({ ...reading('listMessages', FEW), enabled }).data?.data;
  const batches = useQuery({ ...reading('listBatches', FEW), enabled }).data?.data;
  const paid = useQuery({ ...reading('listLedger', PAID), enabled }).data?.data;
  const online = useQuery({ ...reading('listPayments', PAID_ONLINE), enabled }).data?.data;
  const balance = useQuery({ ...reading('showBalance'), enabled }).data;
  const verification = useQuery({ ...reading('showVerification'), enabled }).data?.state;
  if (!templates || !senders || !messages || !batches || !paid || !online || !balance)
    return undefined;
  const own = templates.find((it) => it.own_numbers_only);
  const test = session.person.phone === null ? undefined : own;
  const usable = senders.filter((it) => it.usable);
  const from = usable.find(({ route }) => route === 'simple') ?? usable[0];
  return [
    {
      name: 'test',
      to:
        test === undefined || from === undefined
          ? '/portal/send'
          : `/portal/send?sender=${encodeURIComponent(from.name)}&template=${test.id}`,
      isDone: messages.length > 0,
    },
    {
      name: 'credit',
      to: '/portal/credit',
      isDone: balance.postpaid || paid.length + online.length > 0,
      ...(balance.pay_now === null ? {} : { said: 'pay' as const }),
    },
    {
      name: 'template',
      to: '/portal/templates/wordings',
      isDone: templates.some((it) => !it.own_numbers_only),
    },
    {
      name: verification === 'waiting' ? 'checked' : 'verify',
      to: '/portal/verification',
      isDone: account?.verified === true,
    },
    { name: 'sender', to: '/portal/senders', isDone: usable.some(({ shared }) => !shared) },
    { name: 'campaign', to: '/portal/campaigns/new', isDone: batches.length > 0 },
  ] as const;
}
