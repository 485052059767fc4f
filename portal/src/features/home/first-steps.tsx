/** What a new account still has to do, with the way there; it disappears when all is done. */
import { Anchor, Paper, Stack, Text, ThemeIcon, Group, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import { scoped } from '../../shared/feature.ts';
import { useWords } from './words.ts';

const ONE = { query: { limit: 1 } } as const;
const APPROVED = { query: { state: 'approved', limit: 1 } } as const;

export function FirstSteps() {
  const t = useWords();
  const steps = useSteps();
  const open = steps?.filter(({ isDone }) => !isDone) ?? [];
  if (steps === undefined || open.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('first_steps')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('first_steps')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('steps_done', { done: steps.length - open.length, of: steps.length })}
        </Text>
      </Group>
      <Stack gap="xs">
        {steps.map(({ name, to, isDone }) => (
          <Group key={name} gap="sm" wrap="nowrap">
            <ThemeIcon size={24} radius="xl" variant="light" color={isDone ? 'teal' : 'gray'}>
              {isDone ? (
                <IconCircleCheck size={16} aria-label={t('done')} />
              ) : (
                <IconCircleDashed size={16} aria-hidden />
              )}
            </ThemeIcon>
            {isDone ? (
              <Text size="sm" c="dimmed">
                {t(`step_${name}`)}
              </Text>
            ) : (
              <Anchor component={Link} to={to} size="sm">
                {t(`step_${name}`)}
              </Anchor>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

/** undefined: not known yet. */
function useSteps() {
  const who = useWho();
  const mayKeys = scoped('account')(who);
  const templates = useQuery(reading('listTemplates', APPROVED)).data?.data;
  const senders = useQuery(reading('listSenders', APPROVED)).data?.data;
  const messages = useQuery(reading('listMessages', ONE)).data?.data;
  const balance = useQuery(reading('showBalance')).data;
  const isChecked = useQuery(reading('showVerification')).data?.state === 'waiting';
  const keys = useQuery({ ...reading('listKeys'), enabled: mayKeys }).data?.data;
  if (!templates || !senders || !messages || !balance || (mayKeys && !keys)) return undefined;
  const hasCredit = balance.postpaid || /[1-9]/.test(balance.balance.replace(/^-.*/, ''));
  return [
    {
      ...({ name: isChecked ? 'checked' : 'verify', to: '/portal/verification' } as const),
      isDone: who.account?.verified === true,
    },
    { name: 'template', to: '/portal/templates', isDone: templates.length > 0 },
    { name: 'sender', to: '/portal/senders', isDone: senders.length > 0 },
    { name: 'credit', to: '/portal/credit', isDone: hasCredit },
    { name: 'message', to: '/portal/send', isDone: messages.length > 0 },
    ...(keys === undefined
      ? []
      : [
          {
            ...({ name: 'key', to: '/portal/keys' } as const),
            isDone: keys.some((it) => it.last_used_at !== null),
          },
        ]),
  ] as const;
}
