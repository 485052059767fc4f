/** Proposing a chat template, or another wording of one. */
import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { queryClient, reading } from '../../shared/api/queries.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { ChatTemplateForm } from './chat-template-form.tsx';
import { fieldsOf, NOTHING, wordingOf, type ChatFields } from './fields.ts';
import { useWords } from './words.ts';

export function Page() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <New /> : <Edit id={id} />;
}

/** Shows the template that came of it. */
function useSubmitted() {
  const t = useWords();
  const navigate = useNavigate();
  return async ({ id, name }: { readonly id: string; readonly name: string }): Promise<void> => {
    await queryClient.invalidateQueries();
    notifications.show({ message: t('submitted', { name }) });
    await navigate({ to: `/portal/chat-templates/${id}` });
  };
}

function New() {
  const t = useWords();
  const show = useSubmitted();
  const submit = async (fields: ChatFields): Promise<void> => {
    const { name, language } = fields;
    const body = { name, language, ...wordingOf(fields, t('otp')) };
    await show(await api.call('addChatTemplate', { body }));
  };
  return (
    <>
      <PageHeader title={t('new')} about={t('about')} />
      <ChatTemplateForm initial={NOTHING} isNew draft="chat-template" submit={submit} />
    </>
  );
}

function Edit({ id }: { readonly id: string }) {
  const t = useWords();
  const show = useSubmitted();
  const { data, error, refetch } = useQuery(reading('showChatTemplate', { path: { id } }));
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={400} />;
  const submit = async (fields: ChatFields): Promise<void> => {
    const body = wordingOf(fields, t('otp'));
    await show(await api.call('editChatTemplate', { path: { id }, body }));
  };
  return (
    <>
      <PageHeader title={t('edit_title', { name: data.name })} about={t('edit_about')} />
      <ChatTemplateForm
        initial={fieldsOf(data)}
        isNew={false}
        draft={`chat-template.${id}`}
        submit={submit}
      />
    </>
  );
}
