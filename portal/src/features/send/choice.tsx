/** Which sender and which approved template, in the address. */
import { Anchor, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import type { Sender } from '../../shared/api/types.ts';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './words.ts';

const APPROVED = { query: { state: 'approved', limit: 200 } } as const;

export type Chosen = { readonly sender: string; readonly template: string };

/** What the address names, or else what a draft remembers; a choice goes to both. */
export function useChosen(usual: Chosen, keep: (chosen: Chosen) => void) {
  const [named, name] = useFilters({ sender: '', template: '' });
  const chosen: Chosen = {
    sender: named.sender || usual.sender,
    template: named.template || usual.template,
  };
  const choose = (changed: Partial<Chosen>): void => {
    keep({ ...chosen, ...changed });
    name(changed);
  };
  return [chosen, choose] as const;
}

const isUsable = ({ usable }: Sender): boolean => usable;

/**
 * Senders and templates that can be used, and the ones that are chosen. `to_others`: without those
 * that go to confirmed numbers of the account's own people.
 */
export function useChoice(
  usual: Chosen,
  keep: (chosen: Chosen) => void,
  whom: 'to_self' | 'to_others' = 'to_others',
) {
  const [chosen, choose] = useChosen(usual, keep);
  const senders = useQuery(reading('listSenders', APPROVED)).data?.data.filter(isUsable);
  const approved = useQuery(reading('listTemplates', APPROVED)).data?.data;
  const forOthers = approved?.filter((it) => !it.own_numbers_only);
  const templates = whom === 'to_self' ? approved : forOthers;
  const own = senders?.find(({ shared }) => !shared) ?? senders?.[0];
  const sender = senders?.find(({ name }) => name === chosen.sender) ?? own;
  const [first, ...others] = (forOthers?.length === 0 ? templates : forOthers) ?? [];
  const only = others.length === 0 ? first : undefined;
  const template = templates?.find(({ id }) => id === chosen.template) ?? only;
  return { senders, templates, sender: sender?.name, template, choose };
}

export function ChoiceFields({ choice }: { readonly choice: ReturnType<typeof useChoice> }) {
  const t = useWords();
  const { senders, templates, sender, template, choose } = choice;
  return (
    <>
      <Select
        label={t('sender')}
        data={senders?.map(({ name }) => name) ?? []}
        value={sender ?? null}
        onChange={(name) => choose({ sender: name ?? '' })}
        allowDeselect={false}
        searchable
      />
      <Select
        label={t('template')}
        placeholder={t('choose_template')}
        data={templates?.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })) ?? []}
        value={template?.id ?? null}
        onChange={(id) => choose({ template: id ?? '' })}
        allowDeselect={false}
        searchable
        description={
          templates?.length === 0 && (
            <Anchor component={Link} to="/portal/templates" size="xs">
              {t('no_template')}
            </Anchor>
          )
        }
      />
    </>
  );
}
