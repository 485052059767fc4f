/** A text and a number of people: parts and price, before anything is written or sent. */
import { Group, Paper, Select, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Estimate } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { sentenceOf } from '../../shared/form/use-submit.ts';
import { WholeNumber } from '../../shared/form/whole-number.tsx';
import { isolated, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { ROUTES } from './routes.ts';
import { useWords } from './words.ts';

const PAUSE_MS = 300;
const MOST_RECIPIENTS = 1_000_000;

export function Estimator() {
  const t = useWords();
  const [text, setText] = useState('');
  const [route, setRoute] = useState<(typeof ROUTES)[number]>('simple');
  const [recipients, setRecipients] = useState<number | ''>(100);
  const [asked] = useDebouncedValue(JSON.stringify({ text, route, recipients }), PAUSE_MS);
  const body = JSON.parse(asked) as {
    text: string;
    route: (typeof ROUTES)[number];
    recipients: number | '';
  };
  const { recipients: people } = body;
  const isAsked =
    body.text.trim() !== '' && people !== '' && people >= 1 && people <= MOST_RECIPIENTS;
  const { data, error } = useQuery({
    queryKey: ['estimatePrice', asked],
    queryFn: () => api.call('estimatePrice', { body: { ...body, recipients: Number(people) } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('estimate')}>
      <Title order={2} size="h4" mb="md">
        {t('estimate')}
      </Title>
      <Stack gap="md">
        <Textarea
          label={t('text')}
          description={t('text_about')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={2_000}
          autosize
          minRows={3}
          dir="auto"
        />
        <Group grow align="flex-end">
          <Select
            label={t('sender')}
            data={ROUTES.map((value) => ({ value, label: t(value) }))}
            value={route}
            onChange={(value) => setRoute(ROUTES.find((it) => it === value) ?? 'simple')}
            allowDeselect={false}
          />
          <WholeNumber
            label={t('recipients')}
            value={recipients}
            onChange={setRecipients}
            min={1}
            max={MOST_RECIPIENTS}
          />
        </Group>
        <div role="status">
          <Result
            found={isAsked ? data : undefined}
            problem={error === null ? undefined : sentenceOf(error)}
          />
        </div>
      </Stack>
    </Paper>
  );
}

type ResultProps = {
  readonly found: Estimate | undefined;
  readonly problem: string | undefined;
};

function Result({ found, problem }: ResultProps) {
  const t = useWords();
  const { account } = useWho();
  if (problem !== undefined) return <Problem>{problem}</Problem>;
  if (found === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t('nothing_yet')}
      </Text>
    );
  }
  const { alphabet, parts, units, units_left: left, recipients, least, most, prices } = found;
  return (
    <Stack gap="xs">
      <Text fz={22} fw={700} lh={1.3} className="numbers">
        {least === most
          ? showMoney(least)
          : t('from_to', { from: isolated(showMoney(least)), to: isolated(showMoney(most)) })}
      </Text>
      <Text size="sm">
        {t('parts', { count: parts })} · {t(alphabet)} ·{' '}
        {t('characters', { units: showCount(units), left: showCount(left) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('all_parts', { parts: showCount(parts * recipients), people: showCount(recipients) })}
        {account?.verified === false && ` · ${t('with_demo')}`}
      </Text>
      {least !== most &&
        prices.map(({ network, each, total }) => (
          <Group key={network} justify="space-between">
            <Text size="sm">{network}</Text>
            <Text size="sm" c="dimmed" className="numbers">
              {t('each', { each: isolated(showMoney(each)), total: isolated(showMoney(total)) })}
            </Text>
          </Group>
        ))}
    </Stack>
  );
}
