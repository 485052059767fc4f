/** What templates are called, by their ids. */
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';

const MOST = 100;

/** undefined: it has none, or is not among the newest. */
export function useTemplateNames(): (batch: Batch) => string | undefined {
  const templates = useQuery(reading('listTemplates', { query: { limit: MOST } })).data?.data;
  const ofChat = useQuery(reading('listChatTemplates', { query: { limit: MOST } })).data?.data;
  return ({ kind, template_id: template }) =>
    (kind === 'sms' ? templates : ofChat)?.find(({ id }) => id === template)?.name;
}
