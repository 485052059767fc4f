/** What became of a message, step by step. */
import type { Message } from '../../shared/api/types.ts';
import { LifeSteps, type Step } from '../../shared/message/life-steps.tsx';
import { useStateWords } from '../../shared/message/state-badge.tsx';
import { useWords } from './words.ts';

export function MessageLife({ message }: { readonly message: Message }) {
  const t = useWords();
  return <LifeSteps title={t('life')} steps={useSteps(message)} />;
}

const FINAL: readonly Message['state'][] = [
  ...(['delivered', 'failed', 'rejected', 'expired', 'cancelled'] as const),
];

function useSteps(message: Message): readonly Step[] {
  const t = useWords();
  const stateWord = useStateWords();
  const { attempts, state } = message;
  const tried = (attempts ?? []).flatMap(({ attempt, part, outcome, reason, at, receipt }) => {
    const words = t(`attempt_${outcome}`, { attempt, part });
    const made: Step = { at, words, note: reason ?? undefined };
    if (receipt === null) return [made];
    const told = t('was_receipt', { part, state: stateWord(receipt.state) });
    const isFault = receipt.error !== null && receipt.state !== 'delivered';
    const code = isFault ? t('operator_error', { error: receipt.error }) : undefined;
    return [made, { at: receipt.at, words: told, note: code }];
  });
  const noteOf = ({ level }: Message): string | undefined => {
    if (state === 'cancelled') return t('came_back');
    // A failure is not what a phone confirms.
    return level === null || state !== 'delivered' ? undefined : t(`level_${level}`);
  };
  const moments: readonly (Omit<Step, 'at'> & { readonly at: string | null })[] = [
    { at: message.accepted_at, words: t('was_accepted') },
    { at: message.send_at, words: t('waits_until') },
    ...tried,
    ...(tried.length === 0 ? [{ at: message.sent_at, words: t('was_sent') }] : []),
    ...(FINAL.includes(state)
      ? [
          {
            at: message.done_at,
            words: t('was_done', { state: stateWord(state) }),
            note: noteOf(message),
          },
        ]
      : []),
    // The platform's times are whole seconds: within one, what was read was delivered first.
    { at: message.read_at, words: t('was_read') },
  ];
  const known = moments.flatMap(({ at, ...step }) => (at === null ? [] : [{ ...step, at }]));
  return known.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
