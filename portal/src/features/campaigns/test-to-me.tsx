/** The text of a campaign's first row, to the phone of whoever is signed in. */
import { Anchor, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceMobile } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { NewBatch } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showMoney } from '../../shared/i18n/show.tsx';
import { MOST_NAME } from './batch-state.ts';
import { useFallbackWords } from './fallback-words.ts';
import { useWords } from './words.ts';

/** All of the file is read, to find the first row that can be sent. */
const PATIENCE_MS = 10 * 60_000;

export function TestToMe({
  body,
  file,
  name,
  price: costs,
}: {
  readonly body: NewBatch | undefined;
  readonly file: File | undefined;
  readonly name: string;
  /** What the first costs, as it was checked; undefined: nothing can be sent. */
  readonly price: string | undefined;
}) {
  const t = useWords();
  const { session } = useWho();
  const hasPhone = session.person.phone !== null;
  const ofBoth = useFallbackWords();
  const hasText = body?.fallback !== undefined;
  const { run, isRunning, problem } = useSubmit(async () => {
    if (body === undefined) return;
    const { send_at: _at, send_window: _window, recurs: _recurs, ...content } = body;
    const called = t('to_me_name', { name: name.trim() }).slice(0, MOST_NAME).trim();
    const sent = await api.call('testBatch', {
      body: { ...content, name: called },
      file,
      timeoutMs: PATIENCE_MS,
    });
    const price = isolated(showMoney(sent.price ?? '0.00'));
    notifications.show({
      message: hasText ? ofBoth('to_me_both_sent') : t('to_me_sent', { price }),
    });
    await refresh('showBalance');
  }, NO_FORM);
  return (
    <>
      <Problem>{problem}</Problem>
      <Button
        variant="default"
        h="auto"
        mih={36}
        styles={{ label: { whiteSpace: 'normal' } }}
        onClick={() => run()}
        disabled={costs === undefined || !hasPhone}
        loading={isRunning}
        leftSection={<IconDeviceMobile size={16} aria-hidden />}
      >
        {hasText && ofBoth('to_me_both')}
        {!hasText && costs === undefined && t('to_me')}
        {!hasText && costs !== undefined && t('to_me_for', { price: isolated(showMoney(costs)) })}
      </Button>
      {!hasPhone && (
        <Text size="sm" c="dimmed">
          {t('to_me_none')}{' '}
          <Anchor component={Link} to="/portal/profile" size="sm">
            {t('to_me_confirm')}
          </Anchor>
        </Text>
      )}
    </>
  );
}
