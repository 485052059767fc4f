import { Badge, type MantineColor } from '@mantine/core';
import { useWords } from './words.ts';

/** Those that people meet; the platform may add others, which are shown as they come. */
export const STATES = [
  ...(['pending', 'approved', 'rejected', 'paused', 'disabled'] as const),
  ...(['archived', 'locked', 'in_appeal', 'pending_deletion', 'limit_exceeded'] as const),
];

/** Those in which people can do something about it. */
export const TODOS = [
  ...(['rejected', 'paused', 'disabled', 'archived', 'locked'] as const),
  ...(['in_appeal', 'pending_deletion', 'limit_exceeded'] as const),
];

const COLOURS: Readonly<Record<(typeof STATES)[number], MantineColor>> = {
  pending: 'yellow',
  approved: 'green',
  rejected: 'red',
  paused: 'orange',
  disabled: 'red',
  archived: 'gray',
  locked: 'orange',
  in_appeal: 'yellow',
  pending_deletion: 'red',
  limit_exceeded: 'red',
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

/** What people think of it, as the platform says. */
const QUALITIES = ['green', 'yellow', 'red'] as const;
type Known = (typeof STATES)[number] | (typeof QUALITIES)[number];

/** Whether there is a word for a state or a quality. */
export const isKnown = (said: string): said is Known =>
  [...STATES, ...QUALITIES].some((it) => it === said);
