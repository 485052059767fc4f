/** Templates: create, list, show, edit, delete. */

import type { BusinessAccount } from '../accounts.ts';
import { badParameter, noObject, type Fault } from '../faults.ts';
import { compact, isRecord, recordsOf, textOf, type Json } from '../json.ts';
import { checkComponents, readDraft } from '../templates/rules.ts';
import type { Template } from '../templates/template.ts';
import { chosen, json, pageOf, refuse, type Asked, type Reply } from './reply.ts';

/** Fields without being asked for. */
const usualFields =
  'name,parameter_format,components,language,status,category,correct_category,previous_category';

export function createTemplate(asked: Asked, account: BusinessAccount): Reply {
  const { platform, body } = asked;
  const draft = readDraft(body, (handle) => platform.media.sampleOf(handle) !== undefined);
  if ('code' in draft) return refuse(platform, draft);
  const template = platform.shelf.create(account, draft);
  if ('code' in template) return refuse(platform, template);
  platform.changed();
  const { id, status, category } = template;
  return json({ id, status, category }, id);
}

export function listTemplates(asked: Asked, account: BusinessAccount): Reply {
  const { platform, query } = asked;
  const wanted = (name: string): string | undefined => query.get(name)?.toLowerCase();
  const name = wanted('name');
  const found = platform.shelf
    .of(account)
    .filter((it) => name === undefined || it.name.includes(name))
    .filter((it) => isWanted(it.status, wanted('status')))
    .filter((it) => isWanted(it.category, wanted('category')))
    .filter((it) => isWanted(it.language, wanted('language')))
    .filter((it) => isWanted(it.quality, wanted('quality_score')));
  const shown = found.map((it) => chosen(describe(asked, it), query.get('fields') ?? usualFields));
  const page = pageOf(shown, asked, `${account.id}/message_templates`);
  const summary = query.get('summary');
  return json({
    ...page,
    ...(summary === null ? {} : { summary: summarise(asked, account, summary) }),
  });
}

const isWanted = (value: string, wanted: string | undefined): boolean =>
  wanted === undefined || wanted.split(',').includes(value.toLowerCase());

function summarise({ platform }: Asked, account: BusinessAccount, wanted: string): Json {
  const templates = platform.shelf.of(account);
  const all = {
    total_count: templates.length,
    message_template_count: new Set(templates.map((it) => it.name)).size,
    message_template_limit: account.templateLimit,
    are_translations_complete: false,
  };
  return wanted === 'true' || wanted === '1' ? all : chosen(all, wanted);
}

export function showTemplate(asked: Asked, template: Template): Reply {
  return json(chosen(describe(asked, template), asked.query.get('fields') ?? usualFields));
}

/** Everything that can be asked about a template. */
function describe(asked: Asked, template: Template): Json {
  const { quality, reason, correctCategory } = template;
  return compact({
    name: template.name,
    parameter_format: template.parameterFormat,
    components: template.components.map((it) => withPreview(asked, it)),
    language: template.language,
    status: template.status,
    category: template.category,
    correct_category: correctCategory === '' ? undefined : correctCategory,
    quality_score: { score: quality, date: Math.floor(template.createdAtMs / 1_000) },
    rejected_reason: reason,
    message_send_ttl_seconds: template.ttlSeconds,
    id: template.id,
  });
}

/** A handle comes back as an address of the sample, which needs no token and ends after a while. */
function withPreview({ platform, origin }: Asked, component: Json): Json {
  const example = component['example'];
  const handles = isRecord(example) ? example['header_handle'] : undefined;
  if (!Array.isArray(handles)) return component;
  const addresses = handles.map((handle: unknown) => {
    const media = platform.media.sampleOf(String(handle));
    if (media === undefined) return handle;
    const { secret } = platform.media.address(media, platform.behaviour.previewLifeMs);
    return `${origin}/preview/?mid=${media.id}&hash=${secret}`;
  });
  return { ...component, example: { header_handle: addresses } };
}

export function editTemplate(asked: Asked, template: Template): Reply {
  const { platform, body } = asked;
  const category = textOf(body, 'category')?.toUpperCase();
  const components = body['components'] === undefined ? undefined : recordsOf(body['components']);
  if (category === undefined && components === undefined) {
    return refuse(platform, badParameter('The parameter components is required.'));
  }
  if (components !== undefined) {
    const knowsHandle = (handle: string) => platform.media.sampleOf(handle) !== undefined;
    const found = checkComponents(body, knowsHandle);
    if (found !== undefined) return refuse(platform, found);
  }
  const found = platform.shelf.edit(template, {
    ...(components === undefined ? {} : { components }),
    ...(category === undefined ? {} : { category }),
  });
  if (found !== undefined) return refuse(platform, found);
  platform.changed();
  const { id, name, category: now } = template;
  return json({ success: true, id, name, category: now });
}

/** By `name`, all languages; with `hsm_id` as well, one of them. */
export function deleteTemplates(asked: Asked, account: BusinessAccount): Reply {
  const { platform, query, body } = asked;
  const name = query.get('name') ?? textOf(body, 'name');
  const id = query.get('hsm_id') ?? textOf(body, 'hsm_id');
  if (name === undefined || name === null) {
    return refuse(platform, badParameter('The parameter name is required.'));
  }
  const found = platform.shelf
    .of(account)
    .filter((it) => it.name === name && (id === undefined || id === null || it.id === id));
  if (found.length === 0) return refuse(platform, notFound(name));
  platform.shelf.remove(found);
  platform.changed();
  return json({ success: true });
}

const notFound = (name: string): Fault => ({
  ...noObject('DELETE', name),
  subcode: 2_593_002,
  userTitle: 'Message Template Not Found',
  userMessage: `Message template "${name}" couldn't be deleted because it doesn't exist.`,
});
