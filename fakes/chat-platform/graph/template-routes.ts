/** Templates: create, list, show, edit, delete. */

import type { BusinessAccount } from '../accounts.ts';
import { noObject } from '../faults.ts';
import { isRecord, recordsOf, type Json } from '../json.ts';
import { checkComponents, readDraft } from '../templates/rules.ts';
import { upper, type Template } from '../templates/template.ts';
import { chosen, json, pageOf, refuse, type Asked, type Reply } from './reply.ts';

export function createTemplate(asked: Asked, account: BusinessAccount): Reply {
  const { platform, body } = asked;
  const draft = readDraft(body, knowsHandle(asked));
  if ('code' in draft) return refuse(platform, draft);
  const template = platform.shelf.create(account, draft);
  if ('code' in template) return refuse(platform, template);
  const { id, status, category } = template;
  return json({ id, status, category });
}

const knowsHandle =
  ({ platform }: Asked) =>
  (handle: string): boolean =>
    platform.media.sampleOf(handle) !== undefined;

export function listTemplates(asked: Asked, account: BusinessAccount): Reply {
  const { platform, query } = asked;
  const templates = platform.shelf.of(account);
  const shown = templates.map((it) => chosen(describe(asked, it), query.get('fields')));
  const page = pageOf(shown, asked, `${account.id}/message_templates`);
  const summary = {
    total_count: templates.length,
    message_template_limit: account.templateLimit,
  };
  return json({ ...page, ...(query.has('summary') ? { summary } : {}) });
}

export function showTemplate(asked: Asked, template: Template): Reply {
  return json(chosen(describe(asked, template), asked.query.get('fields')));
}

/** Everything that can be asked about a template. */
function describe(asked: Asked, template: Template): Json {
  const { id, name, language, status, category, reason, quality } = template;
  const date = Math.floor(template.createdAtMs / 1_000);
  return {
    ...{ name, language, status, category, id },
    components: template.components.map((it) => withPreview(asked, it)),
    quality_score: { score: quality, date },
    rejected_reason: reason,
  };
}

/** A handle is shown as an address of the sample, which needs no token and expires. */
function withPreview(asked: Asked, component: Json): Json {
  const { platform, origin } = asked;
  if (component['cards'] !== undefined) {
    const cards = recordsOf(component['cards']).map(({ components }) => ({
      components: recordsOf(components).map((it) => withPreview(asked, it)),
    }));
    return { ...component, cards };
  }
  const example = component['example'];
  const handles = isRecord(example) ? example['header_handle'] : undefined;
  const media = platform.media.sampleOf(Array.isArray(handles) ? String(handles[0]) : '');
  if (media === undefined) return component;
  const { secret } = platform.media.address(media);
  const url = `${origin}/preview/?mid=${media.id}&hash=${secret}`;
  return { ...component, example: { header_handle: [url] } };
}

export function editTemplate(asked: Asked, template: Template): Reply {
  const { platform, body } = asked;
  const given = body['components'];
  const components = given === undefined ? template.components : recordsOf(given);
  const category = upper(body, 'category') || template.category;
  const found =
    checkComponents(components, category, knowsHandle(asked)) ??
    platform.shelf.edit(template, { components, category });
  if (found !== undefined) return refuse(platform, found);
  return json({ success: true, id: template.id, name: template.name, category });
}

/** By `name`, in all languages; with `hsm_id` as well, only one of them. */
export function deleteTemplates({ platform, query }: Asked, account: BusinessAccount): Reply {
  const name = query.get('name') ?? '';
  const id = query.get('hsm_id');
  const found = platform.shelf
    .of(account)
    .filter((it) => it.name === name && (id === null || it.id === id));
  if (found.length > 0) {
    platform.shelf.remove(found);
    return json({ success: true });
  }
  return refuse(platform, {
    ...noObject('DELETE', name),
    subcode: 2_593_002,
    userTitle: 'Message Template Not Found',
    userMessage: `Message template "${name}" couldn't be deleted because it doesn't exist.`,
  });
}
