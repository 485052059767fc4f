/** The 24 hours in which a chat user may be answered in free form, counting down. */
import { Badge } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Conversation } from '../../shared/api/types.ts';
import { showTimeAhead } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LOOK_MS = 10_000;
/** In its last minute a message would come too late to the platform. */
const MARGIN_MS = MINUTE_MS;

export type Window = { readonly isOpen: boolean; readonly until: string; readonly leftMs: number };

export function useWindow({ kind, window_until: until }: Conversation): Window {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  if (kind === 'sms' || until === null) return { isOpen: false, until: '', leftMs: 0 };
  const leftMs = Date.parse(until) - nowMs;
  return { isOpen: leftMs > MARGIN_MS, until, leftMs };
}

/** `Free text until 14:32 · 3 h 12 min left`. */
export function WindowLeft({ window: { until, leftMs } }: { readonly window: Window }) {
  const t = useWords();
  const hours = Math.floor(leftMs / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  const left = hours > 0 ? t('window_hours', { hours, minutes }) : t('window_minutes', { minutes });
  return (
    <Badge
      variant="light"
      color={hours > 0 ? 'gray' : 'orange'}
      tt="none"
      fw={500}
      leftSection={<IconClock size={13} aria-hidden />}
    >
      {t('window_open', { time: showTimeAhead(until) })} · {left}
    </Badge>
  );
}
