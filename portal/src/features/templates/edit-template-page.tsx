import { notifications } from '@mantine/notifications';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { queryClient, reading } from '../../shared/api/queries.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { bodyOf, fieldsOf } from './fields.ts';
import { TemplateForm } from './template-form.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const navigate = useNavigate();
  const { id = '' } = useParams({ strict: false });
  const { data: template, error, refetch } = useQuery(reading('showTemplate', { path: { id } }));
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  if (template === undefined) return <Skeleton h={400} />;
  const { name, state } = template;
  return (
    <>
      <PageHeader
        title={t('edit_title', { name })}
        about={t(state === 'approved' ? 'edit_approved' : 'edit_waiting')}
      />
      <TemplateForm
        initial={fieldsOf(template)}
        isNew={false}
        draft={`template.${id}`}
        submit={async (fields) => {
          await api.call('editTemplate', { path: { id }, body: bodyOf(fields) });
          await queryClient.invalidateQueries();
          notifications.show({ message: t('waits', { name }) });
          await navigate({ to: `/portal/templates/${id}` });
        }}
      />
    </>
  );
}
