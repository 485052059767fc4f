/** One operation as a form. What the address says after `?` is filled in. */
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { useAccountName } from '../../shared/operation/account-name.ts';
import { isolated } from '../../shared/i18n/show.tsx';
import { OperationForm } from '../../shared/operation/operation-form.tsx';
import { useOperationName } from '../../shared/operation/name-operation.ts';
import { ErrorState, NotFound } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useOperationAbout } from './about-operation.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const nameOf = useOperationName();
  const aboutOf = useOperationAbout();
  const { name = '' } = useParams({ strict: false });
  const initial: Readonly<Record<string, string>> = useSearch({ strict: false });
  const account = useAccountName(initial['account']);
  const { data, error, refetch } = useQuery(reading('listStaffOperations'));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={320} />;
  const operation = data.data.find((it) => it.name === name);
  if (operation === undefined) return <NotFound />;
  const title =
    account === undefined
      ? nameOf(name)
      : t('for_account', { does: nameOf(name), account: isolated(account) });
  return (
    <>
      <PageHeader title={title} about={aboutOf(operation)}>
        <Anchor component={Link} to="/console/operations" size="sm">
          {t('title')}
        </Anchor>
      </PageHeader>
      <OperationForm key={name} operation={operation} initial={initial} />
    </>
  );
}
