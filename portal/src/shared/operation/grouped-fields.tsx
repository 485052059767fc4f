/** Fields by group; one that has a fault is open. */
import { Accordion, SimpleGrid } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import type { FieldGroup } from './field-groups.ts';
import type { OperationField } from './schema.ts';

export function GroupedFields({
  groups,
  fields,
  faults,
  children,
}: {
  readonly groups: readonly FieldGroup[];
  readonly fields: readonly OperationField[];
  /** The names of the fields that are wrong. */
  readonly faults: readonly string[];
  readonly children: (field: OperationField) => ReactNode;
}) {
  const { locale } = useLocale();
  const [opened, setOpened] = useState<readonly string[]>(groups.slice(0, 1).map(({ id }) => id));
  const named = groups.flatMap(({ names }) => names);
  const fieldsIn = ({ names }: FieldGroup): readonly OperationField[] => {
    const own = names.flatMap((name) => fields.find((it) => it.name === name) ?? []);
    return names.length > 0 ? own : fields.filter(({ name }) => !named.includes(name));
  };
  const wrong = groups.filter((it) => fieldsIn(it).some(({ name }) => faults.includes(name)));
  const open = [...new Set([...opened, ...wrong.map(({ id }) => id)])];
  return (
    <Accordion multiple variant="separated" value={open} onChange={setOpened} order={2}>
      {groups.map((group) => (
        <Accordion.Item key={group.id} value={group.id}>
          <Accordion.Control>{group.title[locale]}</Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>{fieldsIn(group).map(children)}</SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
