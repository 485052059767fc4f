/** What is typed into a form outlives a reload, other pages, and the end of the session. */
import { useEffect, useState } from 'react';
import { useWho } from '../api/session.ts';
import { DRAFTS, keep, kept } from './kept-drafts.ts';

/** In this tab, of this person and account. Secrets are no drafts: they are typed anew. */
function useKey(form: string): string {
  const { session, account } = useWho();
  return `${DRAFTS}${session.person.id}.${account?.id}.${form}`;
}

/**
 * `const [draft, change, forget] = useDraft('send', EMPTY)`: like state, of which `change` takes
 * what changes. Give it a constant.
 */
export function useDraft<Draft extends object>(
  form: string,
  empty: Draft,
): readonly [Draft, (changed: Partial<Draft>) => void, () => void] {
  const key = useKey(form);
  const [held, setHeld] = useState({ key, draft: kept(key, empty) });
  // Another account, or another conversation, has a draft of its own.
  const current = held.key === key ? held : { key, draft: kept(key, empty) };
  if (current !== held) setHeld(current);
  const { draft } = current;
  useEffect(() => {
    if (draft !== empty) keep(key, draft);
  }, [key, draft, empty]);
  return [
    draft,
    (changed) => setHeld((was) => ({ key: was.key, draft: { ...was.draft, ...changed } })),
    () => {
      sessionStorage.removeItem(key);
      setHeld({ key, draft: empty });
    },
  ];
}

/**
 * The same for a form of Mantine: `useForm({ ...options })`, and `forget()` once it is sent.
 * `secrets`: the names of those among its values.
 */
export function useFormDraft<Values extends object>(
  name: string,
  initial: Values,
  secrets: readonly string[] = [],
) {
  const key = useKey(name);
  return {
    options: {
      initialValues: kept(key, initial),
      onValuesChange: (values: Values) => {
        // As it was, or is: nothing is typed, and what is there may change elsewhere.
        if (JSON.stringify(values) === JSON.stringify(initial)) sessionStorage.removeItem(key);
        else keep(key, without(values, secrets));
      },
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

const without = (values: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
