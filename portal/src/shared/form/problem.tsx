import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** Why a form was refused, where no single field is wrong. Read aloud when it appears. */
export function Problem({ children }: { readonly children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertCircle size={18} aria-hidden />}
    >
      {children}
    </Alert>
  );
}
