import { Badge, type MantineColor } from '@mantine/core';
import { useWords } from './words.ts';

/** Those that people meet; the platform may add others, which are shown as they come. */
export const STATES = ['pending', 'approved', 'rejected', 'paused', 'disabled'] as const;

const COLOURS: Readonly<Record<(typeof STATES)[number], MantineColor>> = {
  pending: 'yellow',
  approved: 'green',
  rejected: 'red',
  paused: 'orange',
  disabled: 'red',
};

/** Where a template stands at the platform. */
export function ChatState({ state }: { readonly state: string }) {
  const t = useWords();
  const known = STATES.find((it) => it === state);
  return (
    <Badge variant="light" tt="none" color={known === undefined ? 'gray' : COLOURS[known]}>
      {known === undefined ? state : t(known)}
    </Badge>
  );
}

export const isKnown = (state: string): state is (typeof STATES)[number] =>
  STATES.some((it) => it === state);
