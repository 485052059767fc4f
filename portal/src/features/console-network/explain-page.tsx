/** Which route a message to a number would take, and why the others were not taken. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { OperationHere } from './operation-here.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  return (
    <>
      <PageHeader title={t('explain')} about={t('explain_about')}>
        <Anchor component={Link} to="/console/network" size="sm">
          {t('network')}
        </Anchor>
      </PageHeader>
      <OperationHere name="route-explain" />
    </>
  );
}
