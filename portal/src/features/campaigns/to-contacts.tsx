/** Whom a campaign goes to: the rows of a file, or contacts that are known already. */
import { SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { ContactFilter, NewBatch } from '../../shared/api/types.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import type { FileColumn } from './preview-file.ts';
import { useWords } from './words.ts';

/** Instead of a segment's id. */
const ALL = 'all';
const MOST_SEGMENTS = 200;
/** By which is seen what can be referred to. */
const CONTACTS_LOOKED_AT = 50;

export type Contacts = {
  /** What is sent: undefined of a file. */
  readonly to: Pick<NewBatch, 'segment_id' | 'filter'> | undefined;
  /** What a value may refer to. */
  readonly columns: readonly FileColumn[];
};

/** In the address, so that a page of contacts can lead here. */
export function useContacts(): Contacts {
  const t = useWords();
  const [{ segment }] = useFilters({ segment: '' });
  const isOne = segment !== '' && segment !== ALL;
  const found = useQuery({
    ...reading('showSegment', { path: { id: segment } }),
    enabled: isOne,
  }).data;
  const filter: ContactFilter = isOne ? (found?.filter ?? {}) : {};
  const some = useQuery({
    ...reading('listContacts', { query: { ...filter, limit: CONTACTS_LOOKED_AT } }),
    enabled: segment !== '' && (!isOne || found !== undefined),
  }).data?.data;
  if (segment === '') return { to: undefined, columns: [] };
  const fields = new Set(some?.flatMap((it) => Object.keys(it.fields)));
  const columns = [
    { letter: 'name', heading: t('contact_name'), samples: [] },
    { letter: 'mobile', heading: t('contact_mobile'), samples: [] },
    ...[...fields].map((name) => ({ letter: name, heading: name, samples: [] })),
  ];
  return { to: isOne ? { segment_id: segment } : { filter: {} }, columns };
}

/** From a file, or to whom. */
export function WhomField({ kind }: { readonly kind: 'sms' | 'chat' }) {
  const t = useWords();
  const [{ segment }, change] = useFilters({ segment: '' });
  const isToContacts = segment !== '';
  const segments = useQuery({
    ...reading('listSegments', { query: { limit: MOST_SEGMENTS } }),
    enabled: isToContacts,
  }).data?.data;
  const isOne = isToContacts && segment !== ALL;
  const ofOne = { ...reading('countSegment', { path: { id: segment } }), enabled: isOne };
  const ofAll = { ...reading('countContacts'), enabled: segment === ALL };
  const [one, all] = [useQuery(ofOne).data, useQuery(ofAll).data];
  const counted = isOne ? one : all;
  const count = (kind === 'chat' ? counted?.contacts : counted?.with_mobile) ?? 0;
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('whom')}
        data={[
          { value: 'file', label: t('from_file') },
          { value: 'contacts', label: t('to_contacts') },
        ]}
        value={isToContacts ? 'contacts' : 'file'}
        onChange={(chosen) => change({ segment: chosen === 'file' ? '' : ALL })}
      />
      {isToContacts && (
        <Select
          label={t('segment')}
          description={
            counted === undefined
              ? undefined
              : t(kind === 'chat' ? 'are_in' : 'reaches', { count, shown: showCount(count) })
          }
          data={[
            { value: ALL, label: t('all_contacts') },
            ...(segments ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={segment}
          onChange={(chosen) => change({ segment: chosen ?? ALL })}
          allowDeselect={false}
        />
      )}
      {isToContacts && (
        <Text size="sm" c="dimmed">
          {t('contacts_about')}
        </Text>
      )}
    </>
  );
}
