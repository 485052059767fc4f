/** Leads from wherever somebody is shown to all that is kept of them. */
import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from './words.ts';

export function PersonLink({ person }: { readonly person: string }) {
  const t = useWords();
  return (
    <Button
      component={Link}
      to={`/portal/contacts/person?person=${encodeURIComponent(person)}`}
      variant="default"
      size="xs"
      leftSection={<IconUserSearch size={14} aria-hidden />}
    >
      {t('link')}
    </Button>
  );
}
