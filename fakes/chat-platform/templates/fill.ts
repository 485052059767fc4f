/** Checks a send's parameters against its template: codes 132000, 132012, 131008. */

import { fault, type Fault } from '../faults.ts';
import { flagOf, isRecord, numberOf, recordsOf, textOf, type Json } from '../json.ts';
import {
  buttonsOf,
  componentOf,
  countVariables,
  fillIn,
  headerFormatOf,
  upper,
  type Template,
} from './template.ts';

const OFFER = 'LIMITED_TIME_OFFER';

export type ShownMedia = {
  readonly kind: string;
  readonly mediaId: string;
  readonly link: string;
  readonly fileName: string;
};

export type ShownButton = {
  readonly kind: string;
  readonly text: string;
  /** The URL it opens, the number it calls, or the code it copies. */
  readonly target: string;
  /** The payload returned when a quick reply is pressed. */
  readonly payload: string;
};

/** A message as a person sees it. */
export type Shown = {
  readonly header: string;
  readonly media: ShownMedia | undefined;
  readonly body: string;
  readonly footer: string;
  readonly buttons: readonly ShownButton[];
  readonly cards?: readonly Shown[];
};

/** The message made from a template and parameters, or what is wrong with them. */
export function fill(
  { components }: Pick<Template, 'components'>,
  given: readonly Json[],
): Shown | Fault {
  const of = (kind: string): readonly Json[] => given.filter((it) => upper(it, 'type') === kind);
  const header = fillHeader(components, of('HEADER').at(0));
  if ('code' in header) return header;
  const text = textOf(componentOf(components, 'BODY'), 'text') ?? '';
  const body = fillText('body', text, of('BODY').at(0));
  if (typeof body !== 'string') return body;
  const buttons = fillButtons(buttonsOf(components), of('BUTTON'));
  if ('code' in buttons) return buttons;
  const offer = showOffer(componentOf(components, OFFER), of(OFFER).at(0));
  if (typeof offer !== 'string') return offer;
  const footer = textOf(componentOf(components, 'FOOTER'), 'text') ?? offer;
  const cards = fillCards(componentOf(components, 'CAROUSEL'), of('CAROUSEL').at(0));
  if ('code' in cards) return cards;
  return { ...header, body, footer, buttons, ...(cards.length === 0 ? {} : { cards }) };
}

/** As many as the template has, each by its index. */
function fillCards(carousel: Json | undefined, given: Json | undefined): readonly Shown[] | Fault {
  const cards = recordsOf(carousel?.['cards']);
  const own = recordsOf(given?.['cards']);
  if (own.length !== cards.length) {
    return fault(132000, `carousel: ${own.length} cards given, ${cards.length} expected`);
  }
  const shown: Shown[] = [];
  for (const [index, card] of cards.entries()) {
    const values = own.find((it) => it['card_index'] === index);
    if (values === undefined) return fault(131008, `carousel: card_index ${index} is missing`);
    const components = recordsOf(card['components']);
    const filled = fill({ components }, recordsOf(values['components']));
    if ('code' in filled) return filled;
    shown.push(filled);
  }
  return shown;
}

/** The line under the text: a template with an offer has no footer. */
function showOffer(component: Json | undefined, given: Json | undefined): string | Fault {
  const offer = component?.['limited_time_offer'];
  const text = textOf(offer, 'text') ?? '';
  if (flagOf(offer, 'has_expiration') !== true) {
    return given === undefined ? text : fault(132000, 'limited_time_offer: it does not expire');
  }
  const [parameter] = recordsOf(given?.['parameters']);
  const atMs = numberOf(parameter?.['limited_time_offer'], 'expiration_time_ms');
  if (atMs === undefined) return fault(131008, 'limited_time_offer: expiration_time_ms is missing');
  if (atMs <= Date.now()) return fault(131009, 'limited_time_offer: expiration_time_ms is over');
  return `⏳ ${text} ${new Date(atMs).toISOString()}`;
}

function fillHeader(
  components: readonly Json[],
  given: Json | undefined,
): Pick<Shown, 'header' | 'media'> | Fault {
  const format = headerFormatOf(components);
  if (format === '' || format === 'TEXT') {
    const text = textOf(componentOf(components, 'HEADER'), 'text') ?? '';
    const header = fillText('header', text, given);
    return typeof header === 'string' ? { header, media: undefined } : header;
  }
  const [parameter] = recordsOf(given?.['parameters']);
  const received = parameter === undefined ? 'UNKNOWN' : upper(parameter, 'type');
  const media = parameter?.[format.toLowerCase()];
  if (received === format && format === 'LOCATION') return showPlace(media);
  if (received === format && isRecord(media)) {
    return { header: '', media: readMedia(format.toLowerCase(), media) };
  }
  return fault(132012, `header: Format mismatch, expected ${format}, received ${received}`);
}

/** All four fields are required. */
function showPlace(place: unknown): Pick<Shown, 'header' | 'media'> | Fault {
  const fields = ['latitude', 'longitude', 'name', 'address'];
  const missing = fields.find((it) => (textOf(place, it) ?? '') === '');
  if (missing !== undefined) return fault(131008, `header: location['${missing}'] is missing`);
  const [latitude, longitude, name, address] = fields.map((it) => textOf(place, it));
  return { header: `📍 ${name}, ${address} (${latitude}, ${longitude})`, media: undefined };
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

function fillText(where: string, text: string, given: Json | undefined): string | Fault {
  const parameters = recordsOf(given?.['parameters']);
  const needs = countVariables(text);
  if (parameters.length !== needs) {
    const words = `${where}: number of localizable_params (${parameters.length}) does not match`;
    return fault(132000, `${words} the expected number of params (${needs})`);
  }
  const values = parameters.map((it) => textOf(it, 'text') ?? '');
  if (values.includes('')) return fault(131008, `${where}: a parameter is missing its text`);
  if (!values.some((it) => /[\n\t]| {5,}/.test(it))) return fillIn(text, values);
  return fault(132012, `${where}: no new lines, tabs or more than 4 spaces in a row`);
}

function fillButtons(
  buttons: readonly Json[],
  given: readonly Json[],
): readonly ShownButton[] | Fault {
  const stray = given.find((it) => buttons[Number(it['index'])] === undefined);
  if (stray !== undefined) return fault(131009, `there is no button ${String(stray['index'])}`);
  const shown: ShownButton[] = [];
  for (const [index, button] of buttons.entries()) {
    const own = given.find((it) => Number(it['index']) === index);
    const filled = fillButton(index, button, own);
    if ('code' in filled) return filled;
    shown.push(filled);
  }
  return shown;
}

function fillButton(index: number, button: Json, given: Json | undefined): ShownButton | Fault {
  const [parameter] = recordsOf(given?.['parameters']);
  const kind = upper(button, 'type');
  const text = textOf(button, 'text') ?? '';
  const plain = { kind, text, target: '', payload: '' };
  switch (kind) {
    case 'URL': {
      const target = fillText(`button ${index}`, textOf(button, 'url') ?? '', given);
      return typeof target === 'string' ? { ...plain, target } : target;
    }
    case 'QUICK_REPLY':
      return { ...plain, payload: textOf(parameter, 'payload') ?? text };
    case 'COPY_CODE': {
      const target = textOf(parameter, 'coupon_code') ?? '';
      if (target === '') return fault(131008, `button ${index}: the code is missing`);
      return { ...plain, text: text === '' ? 'Copy offer code' : text, target };
    }
    case 'CATALOG': {
      const target = textOf(parameter?.['action'], 'thumbnail_product_retailer_id') ?? '';
      if (given !== undefined && target === '') {
        return fault(131008, `button ${index}: thumbnail_product_retailer_id is missing`);
      }
      return { ...plain, target };
    }
    case 'FLOW': {
      const token = textOf(parameter?.['action'], 'flow_token') ?? 'unused';
      return { ...plain, payload: token };
    }
    case 'REQUEST_CONTACT_INFO':
      return { ...plain, text: 'Share phone number' };
    default:
      return { ...plain, target: textOf(button, 'phone_number') ?? '' };
  }
}
