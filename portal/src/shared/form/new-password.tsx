import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { defineWords } from '../i18n/i18n.ts';

const useWords = defineWords({
  en: { password: 'New password', rule: 'At least 12 characters. A few words are easy to keep.' },
  ur: { password: 'نیا پاس ورڈ', rule: 'کم از کم 12 حروف۔ چند الفاظ یاد رکھنا آسان ہوتا ہے۔' },
});

/** A password that is chosen, with its rule. Give it `form.getInputProps('password')`. */
export function NewPassword(props: ComponentProps<typeof PasswordInput>) {
  const t = useWords();
  return (
    <PasswordInput
      label={t('password')}
      description={t('rule')}
      autoComplete="new-password"
      minLength={12}
      required
      {...props}
    />
  );
}
