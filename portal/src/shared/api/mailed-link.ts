/** What mailed links carry, and where they lead once they have been used. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from './queries.ts';

/** The token of the link that led here, taken out of the address; '' without one. */
export function useMailedToken(): string {
  const [token] = useState(
    () => new URLSearchParams(globalThis.location.hash.slice(1)).get('token') ?? '',
  );
  const router = useRouter();
  useEffect(() => {
    if (token !== '') router.history.replace(globalThis.location.pathname);
  }, [token, router]);
  return token;
}

/** Shows the pages of somebody who has just come in. */
export function useEnter(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    await queryClient.resetQueries({ queryKey: ['session'] });
    router.history.push('/portal');
  };
}
