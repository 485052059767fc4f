/** Replies that nobody has read: in the menu, and in the title of the window. */
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reading } from '../api/queries.ts';
import { useWords } from './words.ts';

const MOST = 100;
const UNREAD = { query: { unread: true, limit: MOST } } as const;
const LOOK_AGAIN_MS = 30_000;

/** How many conversations have something unread. */
export function useUnread(): {
  readonly count: number;
  readonly shown: string;
  /** They have been counted. */
  readonly isKnown: boolean;
} {
  const { data } = useQuery({
    ...reading('listConversations', UNREAD),
    refetchInterval: LOOK_AGAIN_MS,
    // The title is read while another window is looked at.
    refetchIntervalInBackground: true,
  });
  const count = data?.data.length ?? 0;
  return {
    count,
    isKnown: data !== undefined,
    shown: data?.next_cursor ? `${count}+` : String(count),
  };
}

/** Counts them in the title of the window. */
export function useUnreadInTitle(): void {
  const { count, shown } = useUnread();
  useEffect(() => {
    const head = document.querySelector('title');
    if (head === null) return undefined;
    const mark = (): void => {
      const plain = document.title.replace(/^\(\d+\+?\) /, '');
      const wanted = count === 0 ? plain : `(${shown}) ${plain}`;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    // Each page names the window.
    const watch = new MutationObserver(mark);
    watch.observe(head, { childList: true });
    return () => watch.disconnect();
  }, [count, shown]);
}

export function Unread() {
  const t = useWords();
  const { count, shown } = useUnread();
  if (count === 0) return null;
  return (
    <Badge size="sm" circle={count < 10} aria-label={t('unread', { shown })}>
      {shown}
    </Badge>
  );
}
