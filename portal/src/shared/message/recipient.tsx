/** Whom a message is to, in a list: the number, whole, and below it what they are called. */
import { Text } from '@mantine/core';
import { Phone } from '../i18n/show.tsx';

export function Recipient({
  number,
  name,
}: {
  readonly number: string;
  readonly name: string | null;
}) {
  return (
    <>
      <Phone number={number} />
      {name !== null && (
        <Text component="bdi" display="block" size="xs" fw={400} c="dimmed" truncate>
          {name}
        </Text>
      )}
    </>
  );
}
