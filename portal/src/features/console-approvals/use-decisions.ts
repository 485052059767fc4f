/** Decisions that are not sent yet: for ten seconds each can be taken back. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { refresh } from '../../shared/api/queries.ts';
import type { Approval } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { decide, decideLast, keyOf, type Why } from './decide.ts';

const UNDO_MS = 10_000;

type Waiting = {
  readonly timer: number;
  readonly send: () => void;
  /** While the page is being closed. */
  readonly sendLast: () => void;
};

export type Decision = {
  readonly item: Approval;
  /** undefined: it is approved. */
  readonly why: Why | undefined;
  /** It can no longer be taken back. */
  readonly isSent: boolean;
};

/**
 * Those that were made here, the newest first, until the queue has heard of them. They are sent
 * after ten seconds, or at once when the page is left or closed.
 */
export function useDecisions() {
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const timers = useRef(new Map<string, Waiting>());
  const drop = useCallback((key: string) => {
    setDecisions((all) => all.filter(({ item }) => keyOf(item) !== key));
  }, []);
  const { run: send } = useSubmit(async ({ item, why }: Decision) => {
    const key = keyOf(item);
    try {
      await decide(item, why);
      await refresh('listApprovals');
    } finally {
      // What was refused is in the queue again.
      drop(key);
    }
  });
  const make = (item: Approval, why: Why | undefined): void => {
    const key = keyOf(item);
    const decision = { item, why, isSent: true };
    const sendNow = (): void => {
      timers.current.delete(key);
      setDecisions((all) => all.map((it) => (keyOf(it.item) === key ? decision : it)));
      send(decision);
    };
    const timer = globalThis.setTimeout(sendNow, UNDO_MS) as unknown as number;
    const sendLast = (): void => {
      decideLast(item, why);
      drop(key);
    };
    timers.current.set(key, { timer, send: sendNow, sendLast });
    setDecisions((all) => [{ item, why, isSent: false }, ...all]);
  };
  const takeBack = (item: Approval): void => {
    const key = keyOf(item);
    const waiting = timers.current.get(key);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    timers.current.delete(key);
    drop(key);
  };
  useEffect(() => {
    const waiting = timers.current;
    const close = (): void => {
      for (const { timer, sendLast } of waiting.values()) {
        clearTimeout(timer);
        sendLast();
      }
      waiting.clear();
    };
    // A browser may bring the page back as it was: what was sent is no longer to be taken back.
    globalThis.addEventListener('pagehide', close);
    return () => {
      globalThis.removeEventListener('pagehide', close);
      for (const { timer, send: sendNow } of waiting.values()) {
        clearTimeout(timer);
        sendNow();
      }
    };
  }, []);
  return { decisions, make, takeBack };
}
