/** A chat template as its recipients will see it. */
import { Group, Stack, Title } from '@mantine/core';
import {
  IconAddressBook,
  IconArrowBackUp,
  IconBuildingStore,
  IconCopy,
  IconClock,
  IconExternalLink,
  IconFile,
  IconForms,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { useWho } from '../../shared/api/session.ts';
import type { ChatTemplate } from '../../shared/api/types.ts';
import { Bubble, BubbleButton, PhonePreview } from '../../shared/message/phone-preview.tsx';
import { fillIn, hasOffer, type ChatFields } from './fields.ts';
import { useWords } from './words.ts';
import classes from './chat-bubble.module.css';

const MEDIA = {
  image: IconPhoto,
  video: IconVideo,
  document: IconFile,
  location: IconMapPin,
} as const;
const SIGNS = {
  url: IconExternalLink,
  call: IconPhone,
  quick_reply: IconArrowBackUp,
  copy_code: IconCopy,
  request_contact_info: IconAddressBook,
  flow: IconForms,
  catalog: IconBuildingStore,
} as const;

type Props = {
  readonly fields: ChatFields;
  /** Of a carousel, which is proposed by the API. */
  readonly cards?: ChatTemplate['cards'];
};

export function ChatBubble({ fields, cards = [] }: Props) {
  const t = useWords();
  const { account } = useWho();
  const { header, footer, buttons } = fields;
  const isCode = fields.category === 'authentication';
  const labelOf = (type: keyof typeof SIGNS, label: string): string => {
    if (type === 'request_contact_info') return t('add_request_contact_info');
    if (type === 'catalog') return label || t('catalog');
    return type === 'copy_code' ? t('otp') : label;
  };
  const codeText = `4821${fields.warns ? `. ${t('code_text')}` : ''}`;
  const text = isCode ? codeText : fillIn(fields.body, fields.examples);
  const shown = isCode
    ? [{ type: 'copy_code', text: t('otp') } as const]
    : buttons.map(({ type, text: label }) => ({ type, text: label }));
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {t('preview')}
      </Title>
      <Group justify="center">
        <PhonePreview from={account?.name ?? ''} look="chat">
          <Bubble>
            {!isCode && <Header header={header} />}
            {hasOffer(fields) && (
              <Group gap={6} className={classes['header']} dir="auto" wrap="nowrap">
                {fields.offer.expires && <IconClock size={15} aria-hidden />}
                {fields.offer.text}
              </Group>
            )}
            <div className={classes['body']} dir="auto">
              {text === '' ? '…' : text}
            </div>
            {!isCode && footer !== '' && (
              <div className={classes['footer']} dir="auto">
                {footer}
              </div>
            )}
            {shown.map(({ type, text: label }, place) => {
              const Sign = SIGNS[type];
              return (
                <BubbleButton key={place}>
                  <Sign size={15} aria-hidden />
                  <bdi>{labelOf(type, label)}</bdi>
                </BubbleButton>
              );
            })}
          </Bubble>
          {cards.map((card, place) => (
            <Bubble key={place}>
              <Header header={{ type: card.header.type, text: '', example: '' }} />
              <div className={classes['body']} dir="auto">
                {card.body.text}
              </div>
              {card.buttons.map(({ index, text: label }) => (
                <BubbleButton key={index}>
                  <bdi>{label}</bdi>
                </BubbleButton>
              ))}
            </Bubble>
          ))}
        </PhonePreview>
      </Group>
    </Stack>
  );
}

function Header({ header: { type, text, example } }: Pick<ChatFields, 'header'>) {
  const t = useWords();
  if (type === 'none') return null;
  if (type === 'text') {
    return (
      <div className={classes['header']} dir="auto">
        {fillIn(text, [example])}
      </div>
    );
  }
  const Sign = MEDIA[type];
  return (
    <div className={classes['media']} role="img" aria-label={t(type)}>
      <Sign size={40} stroke={1.3} aria-hidden />
    </div>
  );
}
