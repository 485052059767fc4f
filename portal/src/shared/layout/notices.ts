/** What was decided about the account that one acts for. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../api/queries.ts';
import { useWho } from '../api/session.ts';
import type { Notice } from '../api/types.ts';
import { scoped } from '../feature.ts';

export const LOOK_AGAIN_MS = 60_000;

/** Where a notice leads. */
export function placeOf({ kind, id }: Notice): string {
  switch (kind) {
    case 'template':
      return `/portal/templates/${id}`;
    case 'chat_template':
      return `/portal/chat-templates/${id}`;
    case 'campaign':
      return `/portal/campaigns/${id}`;
    case 'webhook':
      return `/portal/webhooks/${id}`;
    case 'sender':
      return '/portal/senders';
    case 'document':
    case 'verification':
      return '/portal/verification';
    case 'refund':
    case 'top_up':
      return `/portal/credit/payments/${id}`;
    case 'credit':
    case 'bank_transfer':
      return '/portal/credit';
  }
}

/** The last notices, how many are new to this browser, and a way to have seen them. */
export function useNotices() {
  const who = useWho();
  const { data } = useQuery({
    ...reading('listNotices'),
    enabled: scoped('read')(who),
    refetchInterval: LOOK_AGAIN_MS,
    refetchIntervalInBackground: true,
  });
  const key = `paigham.seen.${who.session.person.id}.${who.account?.id}`;
  const [seen, setSeen] = useState<{ readonly key: string; readonly at: string }>();
  const until = seen?.key === key ? seen.at : (localStorage.getItem(key) ?? '');
  const notices = data?.data ?? [];
  const newest = notices[0]?.at ?? '';
  return {
    notices,
    isKnown: data !== undefined,
    fresh: notices.filter(({ at }) => at > until).length,
    see: () => {
      localStorage.setItem(key, newest);
      setSeen({ key, at: newest });
    },
  };
}
