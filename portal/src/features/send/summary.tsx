import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import type { NewMessages, SentMessages } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, sentenceOf, useSubmit } from '../../shared/form/use-submit.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { showCount, showMoney } from '../../shared/i18n/show.tsx';
import { useAskMany } from './ask-many.ts';
import { Over, overOf } from './over-day.tsx';
import { useDryRun, useIntention } from './use-dry-run.ts';
import { useWords } from './words.ts';

/** @param at when it leaves; undefined: now. */
export type Send = (sent: SentMessages, at: string | undefined) => void;

const REFUSED_SHOWN = 6;

export function Summary({
  body,
  missing,
  hidden,
  onSent,
}: {
  /** undefined: something is still missing. */
  readonly body: NewMessages | undefined;
  /** What is missing, as a sentence. */
  readonly missing: string;
  /** A refusal that stands beside its field already. */
  readonly hidden?: string | undefined;
  readonly onSent: Send;
}) {
  const t = useWords();
  const { data, error, isCurrent } = useDryRun(body);
  const keyFor = useIntention();
  const { run, isRunning, problem } = useSubmit(async (asked: NewMessages) => {
    const made = await api.call('sendMessages', { body: asked, idempotencyKey: keyFor(asked) });
    onSent(made, asked.send_at);
  }, NO_FORM);
  const refusal = error === undefined ? undefined : sentenceOf(error);
  const count = data?.recipients ?? 0;
  const askMany = useAskMany();
  const day = body === undefined ? undefined : overOf(data);
  const [isSpread, spread] = useState(false);
  const isOver = day?.maySpread === true && isSpread;
  const asked = isOver && body !== undefined ? { ...body, spread: true } : body;
  const isLater = body?.send_at !== undefined;
  const does = t(isLater ? 'schedule' : 'send', { count, shown: showCount(count) });
  const isReady = body !== undefined && data !== undefined && isCurrent && refusal === undefined;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('summary')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {t('summary')}
        </Title>
        {!isCurrent && <Loader size="xs" aria-label={t('reckoning')} />}
      </Group>
      {body === undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {missing}
        </Text>
      )}
      {body !== undefined && data !== undefined && <Price of={data} />}
      <Over {...{ day, isSpread, spread }} />
      {refusal !== undefined && refusal !== hidden && body !== undefined && (
        <Stack mb="md">
          <Problem>{refusal}</Problem>
        </Stack>
      )}
      <Stack gap="sm">
        <Problem>{problem}</Problem>
        <Button
          onClick={() => {
            if (asked === undefined) return;
            askMany({ count, price: data?.price, does }, () => run(asked));
          }}
          disabled={!isReady}
          loading={isRunning}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {isReady ? does : t('send_nothing')}
        </Button>
      </Stack>
    </Paper>
  );
}

function Price({ of }: { readonly of: SentMessages }) {
  const t = useWords();
  const { recipients: count, parts, price, remaining, refused } = of;
  const told = { parts: t('parts', { count: parts }), left: showMoney(remaining ?? '0.00') };
  return (
    <Stack gap={4} mb="md">
      <Text fz={22} fw={650}>
        <span className="latin numbers">{showMoney(price ?? '0.00')}</span>
      </Text>
      <Text size="sm" c="dimmed">
        {t('will_cost', { count, shown: showCount(count), ...told })}
      </Text>
      <Refused refused={refused} />
    </Stack>
  );
}

function Refused({ refused }: { readonly refused: SentMessages['refused'] }) {
  const t = useWords();
  if (refused.length === 0) return null;
  return (
    <div>
      <Text size="sm" mt="xs" fw={600}>
        {t('refused', { count: refused.length })}
      </Text>
      {refused.slice(0, REFUSED_SHOWN).map(({ recipient, detail }, index) => (
        <Text key={index} size="sm" c="dimmed" dir="auto">
          <bdi className="numbers">{inWords(recipient)}</bdi>: {inWords(detail)}
        </Text>
      ))}
      {refused.length > REFUSED_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('and_more', { count: refused.length - REFUSED_SHOWN })}
        </Text>
      )}
    </div>
  );
}
