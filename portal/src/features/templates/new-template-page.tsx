import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { queryClient } from '../../shared/api/queries.ts';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { bodyOf, NOTHING } from './fields.ts';
import { TemplateForm } from './template-form.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('new_title')} about={t('new_about')} />
      <TemplateForm
        initial={NOTHING}
        isNew
        draft="template"
        submit={async (fields) => {
          const { name } = fields;
          const { id } = await api.call('addTemplate', { body: { name, ...bodyOf(fields) } });
          await queryClient.invalidateQueries({ queryKey: ['listTemplates'] });
          notifications.show({ message: t('waits', { name }) });
          await navigate({ to: `/portal/templates/${id}` });
        }}
      />
    </>
  );
}
