/** The last messages in both directions, as people see them. */

import type { SendingNumber } from './accounts.ts';
import type { Person } from './people.ts';
import type { Shown } from './templates/fill.ts';

export type Pricing = {
  readonly billable: boolean;
  readonly type: string;
  readonly category: string;
};

type Either = {
  readonly wamid: string;
  readonly number: SendingNumber;
  readonly person: Person;
  readonly atMs: number;
  readonly type: string;
  readonly shown: Shown;
  readonly contextId: string;
};

export type Sent = Either & {
  readonly direction: 'out';
  readonly templateName: string;
  readonly callbackData: string;
  readonly pricing: Pricing;
  /** Statuses that were pushed, in that order. */
  readonly statuses: { readonly word: string; readonly atMs: number; readonly code: number }[];
};

export type Received = Either & { readonly direction: 'in' };

export type ChatMessage = Sent | Received;

export class MessageLog {
  private readonly messages = new Map<string, ChatMessage>();
  private readonly most: number;
  /** All so far, whether kept or not. */
  readonly counts = { out: 0, in: 0 };

  constructor(most: number) {
    this.most = most;
  }

  add(message: ChatMessage): void {
    this.counts[message.direction] += 1;
    this.messages.set(message.wamid, message);
    if (this.messages.size <= this.most) return;
    const [oldest] = this.messages.keys();
    if (oldest !== undefined) this.messages.delete(oldest);
  }

  find(wamid: string): ChatMessage | undefined {
    return this.messages.get(wamid);
  }

  /** Oldest first. */
  all(): readonly ChatMessage[] {
    return [...this.messages.values()];
  }
}

/** The most advanced status pushed for a message. */
export function stateOf({ statuses }: Sent): string {
  const words = statuses.map(({ word }) => word);
  const order = ['read', 'delivered', 'failed', 'sent'];
  return order.find((it) => words.includes(it)) ?? 'accepted';
}
