/** Carrying out a staff operation; what it would do is asked about first. */
import { api, PaighamError } from '../api/api.ts';
import { isRefusedFor } from '../api/queries.ts';
import type { StaffOperationResult } from '../api/types.ts';
import { defineWords, saidInUrdu } from '../i18n/i18n.ts';
import { asSentence } from '../form/use-submit.ts';
import { useAskFirst } from '../page/ask-first.tsx';
import { useOperationName } from './name-operation.ts';

const useWords = defineWords({ en: { sure: '{{does}}?' }, ur: { sure: '{{does}}؟' } });

type Input = Readonly<Record<string, unknown>>;

/**
 * `await runOperation('route-set', input)`: its result; undefined when the person did not agree to
 * the consequences. Rejects as `api.call` does.
 */
export function useRunOperation(): (
  name: string,
  input: Input,
) => Promise<StaffOperationResult | undefined> {
  const askFirst = useAskFirst();
  const nameOf = useOperationName();
  const t = useWords();
  return async (name, input) => {
    const run = (agreed: boolean): Promise<StaffOperationResult> =>
      api.call('doStaffOperation', { path: { name }, query: { agreed }, body: { ...input } });
    try {
      return await run(false);
    } catch (error) {
      if (!isRefusedFor(error, 'agreement_needed')) throw error;
      const said = (it: string): string => saidInUrdu(it) ?? asSentence(it);
      const text = consequencesOf(error).map(said).join(' ');
      const does = nameOf(name);
      const title = t('sure', { does });
      const isAgreed = await new Promise<boolean>((decide) => {
        const onClose = (): void => decide(false);
        askFirst({ title, text, does, onAgree: () => decide(true), onClose });
      });
      return isAgreed ? run(true) : undefined;
    }
  };
}

function consequencesOf(error: unknown): readonly string[] {
  if (!(error instanceof PaighamError) || !('consequences' in error.failure)) return [];
  return error.failure.consequences ?? [];
}
