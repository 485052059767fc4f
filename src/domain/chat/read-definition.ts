/**
 * The platform's components of a template, as it writes them, read into what we fill. The platform
 * adds kinds without notice: what is not known is passed over where it takes no value, and named as
 * `unsupported` where it would have to be filled.
 */
import type { ChatMediaId } from '../ids.ts';
import type { ChatButton, ChatCategory, ChatDefinition, ChatWording } from './template.ts';

/** What a template is read with besides its components. */
export type DefinitionContext = {
  readonly category: ChatCategory;
  /** The default file that we keep for a media header. */
  readonly sample: ChatMediaId | undefined;
};

type Fields = Readonly<Record<string, unknown>>;
type Header = Pick<ChatDefinition, 'header' | 'unsupported'>;

const VARIABLE = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The wording of an authentication template is the platform's own, and it does not repeat it. */
const CODE_WORDING = '*{{1}}* is your verification code.';

const COMPONENTS: readonly string[] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];

const MEDIA_FORMATS: Readonly<Record<string, 'image' | 'video' | 'document'>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};

/** Buttons whose kind we do not know and that the platform wants filled. */
const FILLED_BUTTONS: readonly string[] = ['CATALOG', 'MPM', 'SPM'];

/** Reads components of any shape; never throws. */
export function readDefinition(components: unknown, context: DefinitionContext): ChatDefinition {
  const all = (Array.isArray(components) ? components : []).map(fieldsOf);
  const ofType = (type: string): Fields | undefined => all.find((it) => typeOf(it) === type);
  const header = readHeader(ofType('HEADER'), context);
  const rawButtons = ofType('BUTTONS')?.['buttons'];
  const buttons = (Array.isArray(rawButtons) ? rawButtons : []).map(fieldsOf);
  const filled = buttons.map(typeOf).find((type) => FILLED_BUTTONS.includes(type));
  const strange = all.map(typeOf).find((type) => !COMPONENTS.includes(type));
  return {
    unsupported: header.unsupported ?? strange ?? filled,
    header: header.header,
    body: readBody(ofType('BODY'), context),
    footer: textOf(ofType('FOOTER'), 'text'),
    buttons: buttons.map((it) => readButton(it, context)),
  };
}

/** The variables of a text, each once, in the order in which values are given. */
export function readChatWording(text: string): ChatWording {
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
  const isNumbered = names.every((name) => /^\d+$/.test(name));
  return { text, variables: isNumbered ? names.toSorted((a, b) => Number(a) - Number(b)) : names };
}

/** The address at which the platform shows the sample of a media header, for a while. */
export function mediaSampleOf(
  components: readonly unknown[],
): { readonly url: string; readonly wanted: 'image' | 'video' | 'document' } | undefined {
  const header = components.map(fieldsOf).find((it) => typeOf(it) === 'HEADER');
  const wanted = MEDIA_FORMATS[upper(header?.['format'])];
  const handles: unknown = fieldsOf(header?.['example'])['header_handle'];
  const [url] = Array.isArray(handles) ? handles : [];
  if (wanted === undefined || typeof url !== 'string' || !/^https?:/.test(url)) {
    return undefined;
  }
  return { url, wanted };
}

function readHeader(component: Fields | undefined, { sample }: DefinitionContext): Header {
  if (component === undefined) return { header: undefined, unsupported: undefined };
  const format = upper(component['format'] ?? 'TEXT');
  if (format === 'TEXT') {
    const wording = readChatWording(textOf(component, 'text') ?? '');
    return { header: { kind: 'text', ...wording }, unsupported: undefined };
  }
  const kind = MEDIA_FORMATS[format];
  if (kind === undefined) return { header: undefined, unsupported: `HEADER ${format}` };
  return { header: { kind, sample }, unsupported: undefined };
}

function readBody(component: Fields | undefined, { category }: DefinitionContext): ChatWording {
  const fallback = category === 'authentication' ? CODE_WORDING : '';
  return readChatWording(textOf(component, 'text') ?? fallback);
}

function readButton(button: Fields, { category }: DefinitionContext): ChatButton {
  const text = textOf(button, 'text') ?? '';
  switch (typeOf(button)) {
    case 'URL': {
      // The platform lists the button that copies a code as an address.
      if (category === 'authentication') return { kind: 'otp', text };
      const url = textOf(button, 'url') ?? '';
      return { kind: 'url', text, url, variable: readChatWording(url).variables.length > 0 };
    }
    case 'OTP':
      return { kind: 'otp', text };
    case 'PHONE_NUMBER':
      return { kind: 'call', text, phone: textOf(button, 'phone_number') ?? '' };
    case 'QUICK_REPLY':
      return { kind: 'quick_reply', text };
    case 'COPY_CODE':
      return { kind: 'copy_code', text };
    default:
      return { kind: 'other', text };
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function typeOf(fields: Fields): string {
  return upper(fields['type']);
}

function upper(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : '';
}

function textOf(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
}
