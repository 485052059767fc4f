/** The platform beside its messages: templates, numbers, webhooks, credentials, files. */
import type {
  ChatPlatform,
  NewPlatformTemplate,
  PlatformAccess,
  PlatformCredential,
  PlatformNumber,
  PlatformOutcome,
  PlatformTemplate,
  PlatformTemplateChange,
  PlatformTemplatePage,
} from '../../domain/chat/platform.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { openConnections } from '../../kit/http/connections.ts';
import { createGraph, type Graph, mapDone } from './graph.ts';
import { fieldsOf, listOf, textOf, wholeOf, type Fields } from './json-fields.ts';
import { readMedia, uploadSample } from './media-calls.ts';

export type PlatformSettings = {
  /** `https://graph.example`: host and port. */
  readonly origin: string;
  /** Of the interface: `v25.0`. */
  readonly version: string;
  readonly clock: Clock;
};

/** The platform at its address, with connections of its own. */
export function createChatPlatform(settings: PlatformSettings): ChatPlatform & {
  close(): Promise<void>;
} {
  const { origin, version, clock } = settings;
  const connections = openConnections({
    origin,
    clock,
    most: limit('chatAdminConnections'),
    connectMs: limit('chatConnectMs'),
  });
  const graph = createGraph({ connections, version, timeoutMs: limit('chatAdminTimeoutMs') });
  return {
    listTemplates: (access, after) => listTemplates(graph, access, after),
    createTemplate: (access, template) => createTemplate(graph, access, template),
    editTemplate: (access, id, change) => editTemplate(graph, access, { id, change }),
    deleteTemplate: (access, template) => deleteTemplate(graph, access, template),
    listNumbers: (access) => listNumbers(graph, access),
    readNumber: ({ credential }, id) => readNumber(graph, credential, id),
    subscribe: (access, webhook) => subscribe(graph, access, webhook),
    readCredential: (access) => readCredential(graph, access),
    uploadSample: (access, sample) => uploadSample(graph, access, sample),
    readMedia: (access, media) => readMedia(graph, access, { ...media, hosts: { origin, clock } }),
    close: () => connections.close(),
  };
}

const TEMPLATE_FIELDS =
  'id,name,status,category,language,components,rejected_reason,quality_score,source';

async function listTemplates(
  graph: Graph,
  { businessId, credential }: PlatformAccess,
  after: string | undefined,
): Promise<PlatformOutcome<PlatformTemplatePage>> {
  const answer = await graph.call({
    credential,
    method: 'GET',
    path: `${businessId}/message_templates`,
    query: {
      fields: TEMPLATE_FIELDS,
      limit: String(limit('chatListed')),
      summary: 'total_count,message_template_limit',
      ...(after === undefined ? {} : { after }),
    },
  });
  return mapDone(answer, (fields) => ({
    templates: listOf(fields['data']).flatMap(readTemplate),
    next: nextOf(fields),
    most: wholeOf(fieldsOf(fields['summary'])?.['message_template_limit']),
  }));
}

/** The cursor of the next page: there is one only where `paging.next` stands. */
function nextOf(fields: Fields): string | undefined {
  const paging = fieldsOf(fields['paging']);
  if (paging?.['next'] === undefined) return undefined;
  return textOf(fieldsOf(paging['cursors'])?.['after']);
}

/** A template without id, name, language or state is none: the others are listed all the same. */
function readTemplate(value: unknown): readonly PlatformTemplate[] {
  const fields = fieldsOf(value);
  const id = textOf(fields?.['id']);
  const name = textOf(fields?.['name']);
  const language = textOf(fields?.['language']);
  const state = lowerOf(fields?.['status']);
  if (fields === undefined || id === undefined || name === undefined) return [];
  if (language === undefined || state === undefined) return [];
  const reason = textOf(fields['rejected_reason']);
  return [
    {
      ...{ id, name, language, state },
      category: lowerOf(fields['category']) ?? '',
      reason: reason === 'NONE' ? undefined : reason,
      quality: lowerOf(fieldsOf(fields['quality_score'])?.['score']),
      source: lowerOf(fields['source']),
      components: listOf(fields['components']),
    },
  ];
}

const lowerOf = (value: unknown): string | undefined => textOf(value)?.toLowerCase();

async function createTemplate(
  graph: Graph,
  { businessId, credential }: PlatformAccess,
  { name, language, category, components }: NewPlatformTemplate,
): ReturnType<ChatPlatform['createTemplate']> {
  const answer = await graph.call({
    credential,
    method: 'POST',
    path: `${businessId}/message_templates`,
    json: { name, language, category: category.toUpperCase(), components },
  });
  return mapDone(answer, (fields) => {
    const id = textOf(fields['id']);
    const state = lowerOf(fields['status']) ?? 'pending';
    return id === undefined
      ? undefined
      : { id, state, category: lowerOf(fields['category']) ?? category };
  });
}

async function editTemplate(
  graph: Graph,
  { credential }: PlatformAccess,
  { id, change }: { readonly id: string; readonly change: PlatformTemplateChange },
): Promise<PlatformOutcome<undefined>> {
  const { category, components } = change;
  const json = {
    ...(category === undefined ? {} : { category: category.toUpperCase() }),
    ...(components === undefined ? {} : { components }),
  };
  return nothing(
    await graph.call({ credential, method: 'POST', path: encodeURIComponent(id), json }),
  );
}

async function deleteTemplate(
  graph: Graph,
  { businessId, credential }: PlatformAccess,
  { name, id }: { readonly name: string; readonly id?: string },
): Promise<PlatformOutcome<undefined>> {
  const query = id === undefined ? { name } : { name, hsm_id: id };
  const path = `${businessId}/message_templates`;
  return nothing(await graph.call({ credential, method: 'DELETE', path, query }));
}

const NUMBER_FIELDS = 'id,display_phone_number,verified_name,quality_rating,status';

async function listNumbers(
  graph: Graph,
  { businessId, credential }: PlatformAccess,
): Promise<PlatformOutcome<readonly PlatformNumber[]>> {
  const answer = await graph.call({
    credential,
    method: 'GET',
    path: `${businessId}/phone_numbers`,
    query: { fields: NUMBER_FIELDS, limit: String(limit('chatListed')) },
  });
  return mapDone(answer, (fields) =>
    listOf(fields['data']).flatMap((it) => readPlatformNumber(fieldsOf(it)) ?? []),
  );
}

/** One number: also the way to find out whether a credential opens it. */
export async function readNumber(
  graph: Graph,
  credential: string,
  phoneNumberId: string,
): Promise<PlatformOutcome<PlatformNumber>> {
  const answer = await graph.call({
    credential,
    method: 'GET',
    path: encodeURIComponent(phoneNumberId),
    query: { fields: NUMBER_FIELDS },
  });
  return mapDone(answer, readPlatformNumber);
}

function readPlatformNumber(fields: Fields | undefined): PlatformNumber | undefined {
  const id = textOf(fields?.['id']);
  if (fields === undefined || id === undefined) return undefined;
  return {
    id,
    digits: (textOf(fields['display_phone_number']) ?? '').replaceAll(/\D/g, ''),
    verifiedName: textOf(fields['verified_name']),
    quality: lowerOf(fields['quality_rating']),
    status: lowerOf(fields['status']),
  };
}

async function subscribe(
  graph: Graph,
  { businessId, credential }: PlatformAccess,
  webhook: Parameters<ChatPlatform['subscribe']>[1],
): Promise<PlatformOutcome<undefined>> {
  const json =
    webhook === undefined
      ? {}
      : { override_callback_uri: webhook.address, verify_token: webhook.verifyToken };
  const path = `${businessId}/subscribed_apps`;
  return nothing(await graph.call({ credential, method: 'POST', path, json }));
}

async function readCredential(
  graph: Graph,
  { credential }: PlatformAccess,
): Promise<PlatformOutcome<PlatformCredential>> {
  const query = { input_token: credential };
  const answer = await graph.call({ credential, method: 'GET', path: 'debug_token', query });
  return mapDone(answer, (fields) => {
    const data = fieldsOf(fields['data']);
    if (data === undefined) return undefined;
    const expiresAt = wholeOf(data['expires_at']) ?? 0;
    return {
      isValid: data['is_valid'] === true,
      appId: textOf(data['app_id']),
      scopes: listOf(data['scopes']).flatMap((scope) => textOf(scope) ?? []),
      expiresAtMs: expiresAt === 0 ? undefined : expiresAt * 1_000,
    };
  });
}

function nothing(outcome: PlatformOutcome<unknown>): PlatformOutcome<undefined> {
  return outcome.kind === 'done' ? { kind: 'done', value: undefined } : outcome;
}
