/** Proposing a chat template, or another wording of one. */
import { Select, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { queryClient, reading } from '../../shared/api/queries.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { ChatTemplateForm } from './chat-template-form.tsx';
import { fieldsOf, NOTHING, startingFrom, wordingOf, type ChatFields } from './fields.ts';
import { useWords } from './words.ts';

/** In which there are wordings to start from. */
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'ur', label: 'اردو' },
];

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
  const [{ wording }, change] = useFilters({ wording: '' });
  const wordings = useQuery(reading('listWordings')).data?.data;
  const start = wordings?.find(({ id }) => id === wording);
  if (wording !== '' && wordings === undefined) return <Skeleton h={400} />;
  return (
    <>
      <PageHeader title={t('new')} about={t('about')} />
      <Select
        label={t('start_from')}
        placeholder={t('own_words')}
        data={LANGUAGES.map(({ value, label }) => ({
          group: label,
          items: (wordings ?? [])
            .filter(({ language }) => language === value)
            .map(({ id, name }) => ({ value: id, label: name })),
        }))}
        value={start?.id ?? null}
        onChange={(id) => change({ wording: id ?? '' })}
        clearable
        searchable
        maw={360}
        mb="lg"
      />
      <ChatTemplateForm
        key={start?.id}
        initial={start === undefined ? NOTHING : startingFrom(start)}
        isNew
        draft={start === undefined ? 'chat-template' : `chat-template.${start.id}`}
        submit={submit}
      />
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
