import { Badge, Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { chooseAccount } from '../api/session.ts';
import type { Side, Who } from '../feature.ts';
import { useWords } from './words.ts';

/** Which account the person acts for, and the others that they may act for. */
export function AccountSwitch({ who, side }: { readonly who: Who; readonly side: Side }) {
  const t = useWords();
  const { session, account } = who;
  if (side === 'console') return <Badge variant="light">{t('staff')}</Badge>;
  if (account === undefined) return null;
  const name = (
    <Text span size="sm" truncate maw={180}>
      {account.name}
    </Text>
  );
  if (who.isSeen || session.accounts.length === 1) return name;
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<IconSelector size={14} aria-hidden />}
          aria-label={`${t('account')}: ${account.name}`}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('account')}</Menu.Label>
        {session.accounts.map(({ id, name: label }) => (
          <Menu.Item
            key={id}
            onClick={() => void chooseAccount(id)}
            rightSection={id === account.id ? <IconCheck size={14} aria-hidden /> : undefined}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
