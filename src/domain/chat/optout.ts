import type { ChatPrice } from './chat-tariff.ts';

/** What somebody does not want of an account. */
const CHAT_OPTOUTS = ['marketing', 'all'] as const;
export type ChatOptout = (typeof CHAT_OPTOUTS)[number];

/**
 * Whether a wish stands against a message. Whoever wants no marketing gets everything else; whoever
 * wants nothing gets no templates, but answers to what he writes himself.
 */
export function forbids(optout: ChatOptout | undefined, category: ChatPrice): boolean {
  if (optout === 'all') return category !== 'free_form';
  return optout === 'marketing' && category === 'marketing';
}
