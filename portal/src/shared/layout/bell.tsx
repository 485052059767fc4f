/** The bell: what was decided about the account; for staff, what waits for them. */
import { ActionIcon, Anchor, Indicator, Popover, Stack, Switch, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { refresh } from '../api/queries.ts';
import type { Notice } from '../api/types.ts';
import { isolated, showMoney, Time } from '../i18n/show.tsx';
import { inWords } from '../i18n/i18n.ts';
import { sentenceOf } from '../live/findings.tsx';
import { useOverview } from '../live/overview.ts';
import { useReasons } from '../message/platform-reason.ts';
import { useBellWords, useNoticeWords } from './bell-words.ts';
import { mayNotify, notify, wantsNotices, wishNotices } from './browser-notices.ts';
import { LOOK_AGAIN_MS, placeOf, useNotices } from './notices.ts';
import { useUnread, useUnreadInTitle } from './unread.tsx';

type Line = {
  readonly key: string;
  readonly to: string;
  readonly words: string;
  readonly note?: string | null;
  readonly at?: string;
};

/** Says so in the browser when `count` has grown since the last look. */
function useGrown(count: number | undefined, words: string, to: string): void {
  const last = useRef(count);
  useEffect(() => {
    if (count !== undefined && last.current !== undefined && count > last.current) {
      notify(words, to);
    }
    last.current = count;
  }, [count, words, to]);
}

export function AccountBell() {
  const t = useBellWords();
  const say = useNoticeWords();
  const inReasons = useReasons();
  const { notices, isKnown, fresh, see } = useNotices();
  const unread = useUnread();
  useUnreadInTitle();
  const replies = t('replies', { shown: unread.shown });
  useGrown(unread.isKnown ? unread.count : undefined, replies, '/portal/replies?unread=true');
  const lines = notices.map((notice): Line => {
    const { kind, id, reason, at } = notice;
    const words = sayNotice(notice, say);
    const isTold = reason !== null && kind !== 'campaign';
    const note = isTold ? inReasons(inWords(reason)) : null;
    return { key: `${kind} ${id} ${at}`, to: placeOf(notice), words, note, at };
  });
  useGrown(isKnown ? fresh : undefined, lines[0]?.words ?? '', lines[0]?.to ?? '/portal');
  return <Bell lines={lines} fresh={fresh} onSeen={see} />;
}

function sayNotice(notice: Notice, say: ReturnType<typeof useNoticeWords>): string {
  const { kind, state, name, amount, reason } = notice;
  if (kind === 'credit') return say('credit_added', { amount: isolated(showMoney(amount ?? '0')) });
  if (kind === 'refund') {
    const given = { amount: isolated(showMoney(amount ?? '0')) };
    return say(state === 'refunded' ? 'refunded' : 'refund_refused', given);
  }
  if (kind === 'top_up') {
    return say(state === 'most' ? 'top_up_most' : 'top_up_declined', {
      amount: isolated(showMoney(amount ?? '0')),
    });
  }
  if (kind === 'webhook') return say('webhook_disabled', { name: isolated(new URL(name).host) });
  if (kind === 'verification') return say('unverified');
  if (kind === 'document') return say(state === 'approved' ? 'document_yes' : 'document_no');
  const given = { name: isolated(name) };
  if (kind === 'bank_transfer') return say('transfer_refused', given);
  if (kind === 'campaign') {
    if (state === 'refused') return say('campaign_refused', given);
    if (state === 'texts_given_up') return say('campaign_texts', given);
    return say(reason === 'template_paused' ? 'campaign_paused' : 'campaign_quality', given);
  }
  switch (state) {
    case 'approved':
    case 'rejected':
      return say(`${kind}_${state}`, given);
    case 'paused':
      return say('chat_template_paused', given);
    default:
      return say('chat_template_disabled', given);
  }
}

export function StaffBell() {
  const t = useBellWords();
  const { data } = useOverview();
  useEffect(() => {
    // Its stream is for who looks.
    const look = (): void => {
      if (!document.hidden || !wantsNotices()) return;
      void refresh('showOverview');
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const faults = data?.findings?.filter(({ verdict }) => verdict === 'fault') ?? [];
  const waiting = data?.approvals ?? 0;
  const asked = data?.requests ?? 0;
  const [seen, setSeen] = useState(0);
  const count = data === undefined ? undefined : waiting + asked + faults.length;
  const lines: readonly Line[] = [
    ...faults.map((it) => ({
      key: `${it.subject} ${it.sentence}`,
      to: '/console/health',
      words: `${inWords(it.subject)}: ${sentenceOf(it)}`,
    })),
    ...(waiting > 0
      ? [{ key: 'a', to: '/console/approvals', words: t('approvals', { count: waiting }) }]
      : []),
    ...(asked > 0
      ? [
          {
            key: 'r',
            to: '/console/approvals?kind=credit',
            words: t('requests', { count: asked }),
          },
        ]
      : []),
  ];
  useGrown(count, lines[0]?.words ?? '', lines[0]?.to ?? '/console');
  const fresh = Math.max(0, (count ?? 0) - seen);
  return <Bell lines={lines} fresh={fresh} onSeen={() => setSeen(count ?? 0)} />;
}

/** Of the number on the bell. */
const PLACE = { size: 16, offset: 5 } as const;

function Bell({
  lines,
  fresh,
  onSeen,
}: {
  readonly lines: readonly Line[];
  readonly fresh: number;
  readonly onSeen: () => void;
}) {
  const t = useBellWords();
  const [isOpen, setOpen] = useState(false);
  const shown = fresh > 9 ? '9+' : String(fresh);
  const label = fresh === 0 ? t('notices') : t('notices_new', { shown });
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size="lg"
          aria-label={label}
          // The number stands out of the round button, which would cut it.
          style={{ overflow: 'visible' }}
          onClick={() => {
            setOpen(!isOpen);
            onSeen();
          }}
        >
          <Indicator
            disabled={fresh === 0}
            label={<span className="latin">{shown}</span>}
            {...PLACE}
          >
            <IconBell size={24} stroke={1.5} aria-hidden />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('notices')}>
        <Stack gap="sm" mah="60dvh" style={{ overflowY: 'auto' }}>
          {lines.length === 0 && <Text size="sm">{t('none')}</Text>}
          {lines.map((line) => (
            <Told key={line.key} line={line} onFollow={() => setOpen(false)} />
          ))}
        </Stack>
        <InBrowser />
      </Popover.Dropdown>
    </Popover>
  );
}

function Told({ line, onFollow }: { readonly line: Line; readonly onFollow: () => void }) {
  const { to, words, note, at } = line;
  return (
    <div>
      <Anchor component={Link} to={to} size="sm" onClick={onFollow} dir="auto">
        {words}
      </Anchor>
      {note && (
        <Text size="xs" dir="auto">
          {note}
        </Text>
      )}
      {at !== undefined && (
        <Text size="xs" c="dimmed">
          <Time at={at} />
        </Text>
      )}
    </div>
  );
}

/** Whether this browser shows them too, while another window is before it. */
function InBrowser() {
  const t = useBellWords();
  const [isOn, setOn] = useState(wantsNotices);
  if (!mayNotify()) return null;
  return (
    <Switch
      size="xs"
      mt="md"
      label={t('in_browser')}
      checked={isOn}
      onChange={({ currentTarget }) => void wishNotices(currentTarget.checked).then(setOn)}
    />
  );
}
