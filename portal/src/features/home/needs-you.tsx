/** What waits for the people of the account: on top, as long as there is any. */
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import { scoped } from '../../shared/feature.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { isolated, showMoney } from '../../shared/i18n/show.tsx';
import { useUnread } from '../../shared/layout/unread.tsx';
import { useWords } from './words.ts';

const REJECTED = { query: { state: 'rejected', limit: 20 } } as const;
const APPROVED = { query: { state: 'approved', limit: 200 } } as const;
/** Whoever has left it alone for so long has decided. */
const RECENT_MS = 14 * 86_400_000;
const SHOWN = 6;
/** A single failure passes. */
const FAILING = 3;

type Item = {
  readonly key: string;
  readonly to: string;
  readonly words: string;
  /** Why. */
  readonly note?: string | null | undefined;
};

export function NeedsYou() {
  const t = useWords();
  const items = useItems();
  if (items.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="region"
      aria-label={t('needs_you')}
      title={t('needs_you')}
      icon={<IconBellRinging size={18} aria-hidden />}
    >
      <Stack gap={4}>
        {items.slice(0, SHOWN).map(({ key, to, words, note }) => (
          <Group key={key} gap={6}>
            <Anchor component={Link} to={to} size="sm" underline="always" c="inherit" dir="auto">
              {words}
            </Anchor>
            {note && (
              <Text size="sm" dir="auto">
                {note}
              </Text>
            )}
          </Group>
        ))}
        {items.length > SHOWN && (
          <Text size="sm">{t('needs_more', { count: items.length - SHOWN })}</Text>
        )}
      </Stack>
    </Alert>
  );
}

type Decided = { readonly decided_at: string | null };

const isRecent = ({ decided_at: at }: Decided): boolean =>
  at !== null && Date.now() - Date.parse(at) < RECENT_MS;

function useItems(): readonly Item[] {
  const t = useWords();
  const mayAccount = scoped('account')(useWho());
  const templates = useQuery(reading('listTemplates', REJECTED)).data?.data ?? [];
  const senders = useQuery(reading('listSenders', REJECTED)).data?.data ?? [];
  const resting = useQuery(reading('listSenders', APPROVED)).data?.data ?? [];
  const balance = useQuery(reading('showBalance')).data;
  const verification = useQuery(reading('showVerification')).data?.state;
  const webhooks = useQuery({ ...reading('listWebhooks'), enabled: mayAccount }).data?.data ?? [];
  const unread = useUnread();
  const below = balance?.low_credit_threshold ?? null;
  const isLow = balance !== undefined && below !== null && Number(balance.balance) < Number(below);
  return [
    ...templates.filter(isRecent).map(({ id, name, reason }): Item => {
      const words = t('needs_template', { name: isolated(name) });
      return { key: `t${id}`, to: `/portal/templates/${id}`, words, note: reason };
    }),
    ...senders.filter(isRecent).map(({ id, name, reason }): Item => {
      const words = t('needs_sender', { name: isolated(name) });
      return { key: `s${id}`, to: '/portal/senders', words, note: reason };
    }),
    ...(isLow
      ? [
          {
            key: 'credit',
            to: '/portal/credit',
            words: t('needs_credit'),
            note: isolated(showMoney(balance.balance)),
          },
        ]
      : []),
    ...webhooks
      .filter(({ state, failures }) => state === 'disabled' || failures >= FAILING)
      .map(({ id, url, state_reason: reason }): Item => {
        const words = t('needs_webhook', { url: isolated(withReadableNames(new URL(url).host)) });
        return {
          key: `w${id}`,
          to: `/portal/webhooks/${id}`,
          words,
          note: reason && inWords(reason),
        };
      }),
    ...(unread.count > 0
      ? [
          {
            key: 'replies',
            to: '/portal/replies?unread=true',
            words: t('needs_replies', { count: unread.count, shown: unread.shown }),
          },
        ]
      : []),
    ...(verification === 'refused'
      ? [{ key: 'v', to: '/portal/verification', words: t('needs_document') }]
      : []),
    ...(resting.some(({ usable }) => !usable)
      ? [{ key: 'v', to: '/portal/verification', words: t('needs_verified') }]
      : []),
  ];
}
