/** Parameters of a send against the template they are for: codes 132000, 132005, 132012, 131008. */

import { badParameter, fault, type Fault } from '../faults.ts';
import { isRecord, recordsOf, textOf, type Json } from '../json.ts';
import { fillButtons, type ShownButton } from './fill-buttons.ts';
import { componentOf, fillIn, headerFormatOf, variablesIn, type Template } from './template.ts';

export type ShownMedia = {
  readonly kind: string;
  readonly mediaId: string;
  readonly link: string;
  readonly fileName: string;
};

/** A message as a person sees it. */
export type Shown = {
  readonly header: string;
  readonly media: ShownMedia | undefined;
  readonly body: string;
  readonly footer: string;
  readonly buttons: readonly ShownButton[];
};

export type Filled =
  | { readonly ok: true; readonly shown: Shown }
  | { readonly ok: false; readonly fault: Fault };

const longestBody = 1_024;
const longestHeader = 60;
const longestCode = 15;

const refuse = (found: Fault): Filled => ({ ok: false, fault: found });

/** Judges the parameters and gives the message. Media ids are looked at elsewhere. */
export function fill(template: Template, given: readonly Json[]): Filled {
  const kinds = given.map((it) => textOf(it, 'type')?.toLowerCase() ?? '');
  const stray = kinds.find((it) => !['header', 'body', 'button'].includes(it));
  if (stray !== undefined) {
    return refuse(
      badParameter("Param template['components'] type must be one of {HEADER, BODY, BUTTON}"),
    );
  }
  for (const kind of ['header', 'body']) {
    if (kinds.filter((it) => it === kind).length > 1) {
      return refuse(fault(132000, `${kind}: there is more than one component of this type`));
    }
  }
  const header = fillHeader(template, given[kinds.indexOf('header')]);
  if (!header.ok) return header;
  const body = fillBody(template, given[kinds.indexOf('body')]);
  if (!body.ok) return body;
  const buttons = fillButtons(
    template,
    given.filter((_, at) => kinds[at] === 'button'),
  );
  if (!buttons.ok) return refuse(buttons.fault);
  const footer = textOf(componentOf(template.components, 'FOOTER'), 'text') ?? '';
  return {
    ok: true,
    shown: {
      header: header.shown.header,
      media: header.shown.media,
      body: body.text,
      footer,
      buttons: buttons.buttons,
    },
  };
}

type FilledHeader =
  | { readonly ok: true; readonly shown: Pick<Shown, 'header' | 'media'> }
  | { readonly ok: false; readonly fault: Fault };

function fillHeader(template: Template, given: Json | undefined): FilledHeader {
  const { components } = template;
  const format = headerFormatOf(components);
  const parameters = recordsOf(given?.['parameters']);
  if (format === '' || format === 'TEXT') {
    const text = textOf(componentOf(components, 'HEADER'), 'text') ?? '';
    const filled = fillText(template, 'header', text, parameters);
    if (!filled.ok) return filled;
    if (filled.text.length > longestHeader) {
      return { ok: false, fault: fault(132005, `header: more than ${longestHeader} characters`) };
    }
    return { ok: true, shown: { header: filled.text, media: undefined } };
  }
  const [parameter] = parameters;
  const received = textOf(parameter, 'type')?.toUpperCase() ?? 'UNKNOWN';
  if (parameters.length !== 1 || parameter === undefined || received !== format) {
    const words = `header: Format mismatch, expected ${format}, received ${received}`;
    return { ok: false, fault: fault(132012, words) };
  }
  const media = parameter[format.toLowerCase()];
  if (!isRecord(media)) {
    return { ok: false, fault: fault(131008, `header: ${format.toLowerCase()} is missing`) };
  }
  return { ok: true, shown: { header: '', media: readMedia(format.toLowerCase(), media) } };
}

/** What a media object points at. */
export function readMedia(kind: string, media: Json): ShownMedia {
  return {
    kind,
    mediaId: textOf(media, 'id') ?? '',
    link: textOf(media, 'link') ?? '',
    fileName: textOf(media, 'filename') ?? '',
  };
}

type FilledText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: Fault };

function fillBody(template: Template, given: Json | undefined): FilledText {
  const text = textOf(componentOf(template.components, 'BODY'), 'text') ?? '';
  const filled = fillText(template, 'body', text, recordsOf(given?.['parameters']));
  if (!filled.ok) return filled;
  if (filled.text.length > longestBody) {
    return { ok: false, fault: fault(132005, `body: more than ${longestBody} characters`) };
  }
  return filled;
}

function fillText(
  template: Template,
  where: 'header' | 'body',
  text: string,
  parameters: readonly Json[],
): FilledText {
  const variables = variablesIn(text);
  if (parameters.length !== variables.length) {
    const words =
      `${where}: number of localizable_params (${parameters.length}) does not match the ` +
      `expected number of params (${variables.length})`;
    return { ok: false, fault: fault(132000, words) };
  }
  const values = new Map<string, string>();
  for (const [index, parameter] of parameters.entries()) {
    const name = nameFor(template, variables, parameter, index);
    if (name === undefined) {
      const words = `${where}: Parameter name is missing or is none of the template`;
      return { ok: false, fault: fault(132012, words) };
    }
    const value = readValue(template, where, parameter);
    if (!value.ok) return value;
    values.set(name, value.text);
  }
  return { ok: true, text: fillIn(text, values) };
}

function nameFor(
  template: Template,
  variables: readonly string[],
  parameter: Json,
  index: number,
): string | undefined {
  if (template.parameterFormat === 'POSITIONAL') return String(index + 1);
  const name = textOf(parameter, 'parameter_name');
  return name !== undefined && variables.includes(name) ? name : undefined;
}

function readValue(template: Template, where: string, parameter: Json): FilledText {
  const type = textOf(parameter, 'type')?.toLowerCase();
  if (type === 'currency' || type === 'date_time') {
    const text = textOf(parameter[type], 'fallback_value');
    if (text !== undefined) return { ok: true, text };
    return { ok: false, fault: fault(131008, `${where}: fallback_value is missing`) };
  }
  if (type !== 'text') {
    const received = type?.toUpperCase() ?? 'UNKNOWN';
    const words = `${where}: Format mismatch, expected TEXT, received ${received}`;
    return { ok: false, fault: fault(132012, words) };
  }
  const text = textOf(parameter, 'text') ?? '';
  if (text === '') {
    const words = `${where}: Parameter of type text is missing text value`;
    return { ok: false, fault: fault(131008, words) };
  }
  if (/[\n\r\t]| {5,}/.test(text)) {
    const words =
      'Param text cannot have new-line/tab characters or more than 4 consecutive spaces';
    return { ok: false, fault: { ...badParameter('Invalid parameter'), details: words } };
  }
  if (template.category === 'AUTHENTICATION' && text.length > longestCode) {
    return {
      ok: false,
      fault: fault(132005, `${where}: a code has at most ${longestCode} characters`),
    };
  }
  return { ok: true, text };
}
