import { Button, Center } from '@mantine/core';
import { IconError404, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { sentenceOf } from '../form/use-submit.ts';
import { EmptyState } from './empty-state.tsx';
import { useWords } from './words.ts';

export function NotFound() {
  const t = useWords();
  return (
    <Center mih="60vh">
      <EmptyState icon={IconError404} title={t('not_found')} text={t('not_found_text')}>
        <Button component={Link} to="/" variant="light">
          {t('to_start')}
        </Button>
      </EmptyState>
    </Center>
  );
}

/** A page for other roles. */
export function NotForRole() {
  const t = useWords();
  return (
    <Center mih="60vh">
      <EmptyState icon={IconLock} title={t('not_for_role')} text={t('not_for_role_text')}>
        <Button component={Link} to="/" variant="light">
          {t('to_start')}
        </Button>
      </EmptyState>
    </Center>
  );
}

/** Something could not be loaded: the service's sentence, and another try. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => unknown;
}) {
  const t = useWords();
  return (
    <EmptyState icon={IconPlugConnectedX} title={t('failed')} text={sentenceOf(error)} role="alert">
      <Button variant="light" onClick={() => void onRetry()}>
        {t('again')}
      </Button>
    </EmptyState>
  );
}

export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return (
    <Center mih="60vh">
      <ErrorState error={error} onRetry={() => router.invalidate()} />
    </Center>
  );
}
