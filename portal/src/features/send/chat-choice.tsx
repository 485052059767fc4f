/** Which chat number and which approved template, in the address. */
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { ChatNumber, ChatTemplate } from '../../shared/api/types.ts';
import { isolated, showCount, showPhone } from '../../shared/i18n/show.tsx';
import { useChosen, type Chosen } from './choice.tsx';
import { useWords } from './words.ts';

/** Instead of a template's id. */
export const FREE = 'free';

const NONE: readonly ChatTemplate[] = [];

/** @param fits whether a template is offered. */
export function useChatChoice(
  usual: Chosen,
  keep: (chosen: Chosen) => void,
  fits: (template: ChatTemplate) => boolean = () => true,
) {
  const [chosen, choose] = useChosen(usual, keep);
  const senders = useQuery(reading('listChatNumbers')).data?.data ?? [];
  const query = { state: 'approved', limit: 200 };
  const all = useQuery(reading('listChatTemplates', { query })).data?.data ?? NONE;
  // A link names the template alone: it leaves from a number of the template's own business.
  const wanted = all.find(({ id }) => id === chosen.template)?.business_id;
  const byUse = senders.toSorted((a, b) => Number(b.default) - Number(a.default));
  const own = byUse.find(({ business_id: id }) => id === wanted) ?? byUse[0];
  const from = senders.find(({ number }) => number === chosen.sender) ?? own;
  const { number: sender, business_id: business } = from ?? {};
  const usable = all.filter((it) => it.sendable && it.business_id === business && fits(it));
  const template = usable.find(({ id }) => id === chosen.template);
  return { senders, usable, sender, from, template, isFree: chosen.template === FREE, choose };
}

/** How the platform takes the number, and how many people it may begin to write to. */
function standingOf(t: ReturnType<typeof useWords>, from: ChatNumber | undefined) {
  const { quality, people_a_day: people } = from?.platform ?? {};
  const known = QUALITIES.find((it) => it === quality);
  const words = [
    known && t(`quality_${known}`),
    people === null || people === undefined
      ? undefined
      : t('people_a_day', { people: showCount(people) }),
  ];
  return words.filter((it) => it !== undefined).join(' ') || undefined;
}

const QUALITIES = ['green', 'yellow', 'red'] as const;

/** @param onChosen another template takes other values. */
export function ChatChoice({
  choice,
  withFree = false,
  onChosen,
}: {
  readonly choice: ReturnType<typeof useChatChoice>;
  readonly withFree?: boolean;
  readonly onChosen: () => void;
}) {
  const t = useWords();
  const { senders, usable, sender, from, template, isFree, choose } = choice;
  return (
    <>
      <Select
        label={t('number')}
        data={senders.map(({ number }) => ({ value: number, label: isolated(showPhone(number)) }))}
        value={sender ?? null}
        onChange={(value) => choose({ sender: value ?? '' })}
        allowDeselect={false}
        description={senders.length === 0 ? t('no_chat_number') : standingOf(t, from)}
      />
      <Select
        label={t('template')}
        placeholder={t('choose_template')}
        data={[
          ...usable.map(({ id, name, language }) => ({
            value: id,
            label: `${name} (${language})`,
          })),
          ...(withFree ? [{ value: FREE, label: t('free') }] : []),
        ]}
        value={isFree ? FREE : (template?.id ?? null)}
        onChange={(value) => {
          choose({ sender, template: value ?? '' });
          onChosen();
        }}
        allowDeselect={false}
        description={isFree ? t('free_about') : undefined}
      />
    </>
  );
}
