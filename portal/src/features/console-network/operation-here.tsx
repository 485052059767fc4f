/** The form of one operation as a part of a page; what the address says is filled in. */
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { OperationForm } from '../../shared/operation/operation-form.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { useWords } from './words.ts';

export function OperationHere({ name }: { readonly name: string }) {
  const t = useWords();
  const initial: Readonly<Record<string, string>> = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(reading('listStaffOperations'));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={240} />;
  const operation = data.data.find((it) => it.name === name);
  if (operation === undefined) return <Text size="sm">{t('not_yours')}</Text>;
  return <OperationForm operation={operation} initial={initial} />;
}
