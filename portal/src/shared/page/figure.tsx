import { Anchor, Paper, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The size of a letter on half a phone, in one line of which it stays however long it is. */
const sizeOf = ({ length }: string): number => Math.max(11, Math.min(20, Math.floor(225 / length)));

/** One figure with its name: `Credit left: Rs 9,990.00`. */
export function Figure({
  label,
  value,
  note,
  to,
}: {
  readonly label: string;
  /** undefined: it is being loaded. */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  /** The list of what is counted. */
  readonly to?: string;
}) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {to === undefined ? (
          label
        ) : (
          <Anchor component={Link} to={to} inherit>
            {label}
          </Anchor>
        )}
      </Text>
      {value === undefined ? (
        <Skeleton h={28} w={140} my={4} />
      ) : (
        <Text fz={{ base: sizeOf(value), sm: 26 }} fw={650} style={{ whiteSpace: 'nowrap' }}>
          <span className="latin numbers">{value}</span>
        </Text>
      )}
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  );
}
