/** What a message says, for people of its account: as it was sent, and never a one-time code. */
import type { Account } from '../account/account.ts';
import type { ChatContent, NamedValue, TemplateContent } from '../chat/content.ts';
import type { ChatDefinition, ChatWording } from '../chat/template.ts';
import type { ChatTemplateId, TemplateId } from '../ids.ts';
import type { ReportedMessage } from './report.ts';

/** As it is stored: an SMS as it is submitted, chat content as JSON; '' when it is forgotten. */
export type KeptText = {
  readonly text: string;
  /** Of a chat message, when it was accepted. */
  readonly category: string | undefined;
};

/**
 * The text of a message; undefined: it is nobody's to read, because it is or may be a one-time code
 * (of a short code, with a variable named so, of the category `authentication`), it is forgotten,
 * or there are no words.
 */
export function readableText(
  { from, chat, templateId }: ReportedMessage,
  { text, category }: KeptText,
  account: Pick<Account, 'sendersById' | 'templates' | 'chat'>,
): string | undefined {
  if (text === '') return undefined;
  if (chat === undefined) {
    const sender = from.kind === 'sender' ? account.sendersById.get(from.id) : undefined;
    const mayBeCode = sender === undefined || sender.route === 'short_code';
    return mayBeCode || takesCode(account, templateId as TemplateId | undefined) ? undefined : text;
  }
  const template = account.chat.templates.get(templateId as ChatTemplateId);
  if ((category ?? 'authentication') === 'authentication') return undefined;
  if (template?.category === 'authentication') return undefined;
  return wordsOf(JSON.parse(text) as ChatContent, template?.definition);
}

/**
 * Whether the texts of a batch are or may be one-time codes, by the same rules.
 * @param sender a sender's name
 */
export function mayBeCodes(
  account: Pick<Account, 'sendersById' | 'templates'>,
  {
    sender: name,
    templateId,
  }: { readonly sender: string; readonly templateId: string | undefined },
): boolean {
  const sender = [...account.sendersById.values()].find((it) => it.name === name);
  const isCodeRoute = sender === undefined || sender.route === 'short_code';
  return isCodeRoute || takesCode(account, templateId && (Number(templateId) as TemplateId));
}

/** What the value of a one-time code is called. */
const CODE = /^(?:\w*_)?(?:otp|pin|code|passcode|password)(?:_\w*)?$/i;

/** Whether a template names a code among its variables; one that is gone may have. */
function takesCode(
  { templates }: Pick<Account, 'templates'>,
  id: TemplateId | '' | undefined,
): boolean {
  if (id === undefined || id === '') return false;
  return templates.get(id)?.variables.some(({ name }) => CODE.test(name)) ?? true;
}

/** What is read of a chat message: its text or caption, a template with its values. */
function wordsOf(content: ChatContent, definition: ChatDefinition | undefined): string | undefined {
  switch (content.kind) {
    case 'text':
    case 'request_contact_info':
      return content.body;
    case 'audio':
      return undefined;
    case 'template':
      return definition && templateWords(content, definition);
    case 'image':
    case 'video':
    case 'document':
      return content.caption === '' ? undefined : content.caption;
  }
}

function templateWords(content: TemplateContent, definition: ChatDefinition): string {
  const { header, offer, body, footer, cards } = definition;
  const said = cards.map((it, at) => fill(it.body, content.cards?.[at]?.body ?? []));
  const top = topLine(content.header, header);
  const lines = [top, offer?.text, fill(body, content.body), footer, ...said];
  return lines.filter((it) => it !== undefined).join('\n\n');
}

function topLine(
  given: TemplateContent['header'],
  header: ChatDefinition['header'],
): string | undefined {
  if (given?.kind === 'location') return `${given.name}, ${given.address}`;
  if (header?.kind !== 'text') return undefined;
  return given?.kind === 'text' ? fill(header, [given]) : header.text;
}

/** Values have names, or stand in the order of the wording's variables. */
function fill({ text, variables }: ChatWording, values: readonly NamedValue[]): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (variable, name: string) => {
    const named = values.find((it) => it.name === name);
    return (named ?? values[variables.indexOf(name)])?.text ?? variable;
  });
}
