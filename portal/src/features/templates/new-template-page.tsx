import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import { Skeleton } from '@mantine/core';
import { useFilters } from '../../shared/table/use-filters.ts';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { bodyOf, fieldsOf, NOTHING } from './fields.ts';
import { useQuery } from '@tanstack/react-query';
import { TemplateForm } from './template-form.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const navigate = useNavigate();
  const [{ wording }] = useFilters({ wording: '' });
  const wordings = useQuery({ ...reading('listWordings'), enabled: wording !== '' }).data?.data;
  const start = wordings?.find(({ id }) => id === wording);
  if (wording !== '' && wordings === undefined) return <Skeleton h={400} />;
  return (
    <>
      <PageHeader title={t('new_title')} about={t('new_about')} />
      <TemplateForm
        key={wording}
        initial={start === undefined ? NOTHING : fieldsOf({ ...start, proposed: null })}
        isNew
        draft={start === undefined ? 'template' : `template.${start.id}`}
        submit={async (fields) => {
          const { name } = fields;
          const made = await api.call('addTemplate', { body: { name, ...bodyOf(fields) } });
          await refresh('listTemplates');
          const words = made.state === 'approved' ? 'is_ready' : 'waits';
          notifications.show({ message: t(words, { name }) });
          await navigate({ to: `/portal/templates/${made.id}` });
        }}
      />
    </>
  );
}
