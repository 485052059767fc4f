/** One attempt at a webhook, with all that was answered. */
import { Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Delivery } from '../../shared/api/types.ts';
import { showMoment } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { useKind } from './kinds.ts';
import { useWords } from './words.ts';

export function Attempt({
  attempt: { event_id: event, type, attempt, at, duration_ms: ms, status, answer, error, next_at },
  onClose,
  children,
}: {
  readonly attempt: Delivery;
  readonly onClose: () => void;
  /** What one may do about it: buttons. */
  readonly children?: ReactNode;
}) {
  const t = useWords();
  const kindOf = useKind();
  return (
    <Modal
      opened
      onClose={onClose}
      title={kindOf(type)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <dl className="facts">
          <dt>{t('outcome')}</dt>
          <dd>
            <StateBadge state={error === null ? 'delivered' : 'failed'} />
          </dd>
          {error !== null && (
            <>
              <dt>{t('error')}</dt>
              <dd className="latin">{error}</dd>
            </>
          )}
          <dt>{t('status')}</dt>
          <dd>{status ?? t('nothing')}</dd>
          <dt>{t('at')}</dt>
          <dd>{showMoment(at, true)}</dd>
          <dt>{t('duration')}</dt>
          <dd>
            <span className="latin">{t('ms', { count: ms })}</span>
          </dd>
          <dt>{t('attempt')}</dt>
          <dd>{attempt}</dd>
          {next_at !== null && (
            <>
              <dt>{t('next')}</dt>
              <dd>{showMoment(next_at, true)}</dd>
            </>
          )}
          <dt>{t('event')}</dt>
          <dd>
            <span className="latin">{event}</span>
          </dd>
        </dl>
        {answer !== null && <Answer text={answer} />}
        {children !== undefined && <Group justify="flex-end">{children}</Group>}
      </Stack>
    </Modal>
  );
}

/** The first octets of what the address has answered. */
function Answer({ text }: { readonly text: string }) {
  const t = useWords();
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('text')}
      </Text>
      {text === '' ? (
        <Text size="sm">{t('empty')}</Text>
      ) : (
        <Code block dir="ltr" tabIndex={0}>
          {text}
        </Code>
      )}
    </div>
  );
}
