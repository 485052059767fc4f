/** The public forms of an account: their addresses, as links and as codes to photograph. */
import { Anchor, Badge, Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { reading } from '../../shared/api/queries.ts';
import type { JoinForm } from '../../shared/api/types.ts';
import { Section } from '../../shared/page/section.tsx';
import { JoinFormEditor } from './join-form-editor.tsx';
import { useWords } from './words.ts';

export function JoinForms({ mayChange }: { readonly mayChange: boolean }) {
  const t = useWords();
  const forms = useQuery(reading('listJoinForms')).data?.data ?? [];
  const [edited, setEdited] = useState<JoinForm | 'new'>();
  const [shown, setShown] = useState<JoinForm>();
  return (
    <Section
      title={t('forms')}
      about={t('forms_about')}
      actions={
        mayChange && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('add_form')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {forms.map((form) => (
          <Group key={form.id} justify="space-between" gap="xs">
            <Group gap="xs">
              {mayChange ? (
                <Anchor component="button" fw={600} onClick={() => setEdited(form)}>
                  <bdi>{form.name}</bdi>
                </Anchor>
              ) : (
                <bdi>{form.name}</bdi>
              )}
              {!form.active && (
                <Badge color="gray" variant="light" tt="none">
                  {t('closed')}
                </Badge>
              )}
            </Group>
            <Group gap="xs">
              <Anchor href={form.address} target="_blank" size="sm" dir="ltr">
                {wholeOf(form)}
              </Anchor>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconQrcode size={16} aria-hidden />}
                aria-label={`${t('qr')}: ${form.name}`}
                onClick={() => setShown(form)}
              >
                {t('qr')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      {edited !== undefined && (
        <JoinFormEditor
          form={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {shown !== undefined && <Qr form={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}

/** Without an address that is set, the service is where this page is. */
const wholeOf = ({ address }: JoinForm): string => new URL(address, location.href).href;

/** For a counter, a parcel or a poster. */
function Qr({ form, onClose }: { readonly form: JoinForm; readonly onClose: () => void }) {
  const t = useWords();
  const { name } = form;
  const address = wholeOf(form);
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`;
  return (
    <Modal opened onClose={onClose} title={name} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack align="center">
        <img src={picture} width={260} height={260} alt={t('qr_of', { address })} />
        <Text size="sm" dir="ltr">
          {address}
        </Text>
        <Group>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button component="a" href={picture} download="join.svg">
            {t('download')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
