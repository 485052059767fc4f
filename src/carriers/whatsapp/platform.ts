/** The platform apart from messages: templates, numbers, webhooks, credentials, files. */
import type {
  ChatPlatform,
  DescribedNumber,
  PlatformNumber,
  PlatformOutcome,
  PlatformTemplate,
} from '../../domain/chat/platform.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { openConnections } from '@paigham/http/connections.ts';
import { addresseeOf } from './compose-message.ts';
import { createGraph, type Graph, mapDone, ofNumber } from './graph.ts';
import { fieldsOf, listOf, textOf, wholeOf, wordsOf, type Fields } from './json-fields.ts';
import { readMedia, uploadSample } from './media-calls.ts';
import { signupCalls, withoutValue } from './signup-calls.ts';

type PlatformSettings = {
  /** `https://graph.example`: host and port. */
  readonly origin: string;
  /** The API's: `v25.0`. */
  readonly version: string;
  readonly clock: Clock;
};

/** The platform at its address, with its own connections. */
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
    ...templateCalls(graph),
    ...accountCalls(graph),
    ...signupCalls(graph),
    uploadSample: (access, sample) => uploadSample(graph, access, sample),
    readMedia: (access, media) => readMedia(graph, access, { ...media, hosts: { origin, clock } }),
    close: () => connections.close(),
  };
}

const TEMPLATE_FIELDS =
  'id,name,status,category,language,components,rejected_reason,quality_score,source';

type Calls<Name extends keyof ChatPlatform> = Pick<ChatPlatform, Name>;

function templateCalls(
  graph: Graph,
): Calls<'listTemplates' | 'createTemplate' | 'editTemplate' | 'deleteTemplate'> {
  return {
    async listTemplates({ businessId, credential }, after) {
      const query = {
        fields: TEMPLATE_FIELDS,
        limit: String(limit('chatListed')),
        summary: 'total_count,message_template_limit',
        ...(after === undefined ? {} : { after }),
      };
      const path = `${businessId}/message_templates`;
      return mapDone(await graph.call({ credential, method: 'GET', path, query }), (fields) => ({
        templates: listOf(fields['data']).flatMap(readTemplate),
        next: nextOf(fields),
        most: wholeOf(fieldsOf(fields['summary'])?.['message_template_limit']),
      }));
    },
    async createTemplate({ businessId, credential }, { category, ...template }) {
      const path = `${businessId}/message_templates`;
      const json = { ...template, category: category.toUpperCase() };
      return mapDone(await graph.call({ credential, method: 'POST', path, json }), (fields) => {
        const id = textOf(fields['id']);
        const state = lowerOf(fields['status']) ?? 'pending';
        if (id === undefined) return undefined;
        return { id, state, category: lowerOf(fields['category']) ?? category };
      });
    },
    async editTemplate({ credential }, id, { category, components }) {
      const json = {
        ...(category === undefined ? {} : { category: category.toUpperCase() }),
        ...(components === undefined ? {} : { components }),
      };
      const path = encodeURIComponent(id);
      return withoutValue(await graph.call({ credential, method: 'POST', path, json }));
    },
    async deleteTemplate({ businessId, credential }, { name, id }) {
      const query = id === undefined ? { name } : { name, hsm_id: id };
      const path = `${businessId}/message_templates`;
      return withoutValue(await graph.call({ credential, method: 'DELETE', path, query }));
    },
  };
}

function accountCalls(
  graph: Graph,
): Calls<'listNumbers' | 'describeNumbers' | 'subscribe' | 'takeThread' | 'readCredential'> {
  return {
    async listNumbers({ businessId, credential }) {
      const query = { fields: NUMBER_FIELDS, limit: String(limit('chatListed')) };
      const path = `${businessId}/phone_numbers`;
      return mapDone(await graph.call({ credential, method: 'GET', path, query }), (fields) =>
        listOf(fields['data']).flatMap((it) => readPlatformNumber(fieldsOf(it)) ?? []),
      );
    },
    async describeNumbers({ businessId, credential }) {
      const query = { fields: FACT_FIELDS, limit: String(limit('chatListed')) };
      const path = `${businessId}/phone_numbers`;
      return mapDone(await graph.call({ credential, method: 'GET', path, query }), (fields) =>
        listOf(fields['data']).flatMap((it) => readFacts(fieldsOf(it)) ?? []),
      );
    },
    async subscribe({ businessId, credential }, webhook) {
      const json =
        webhook === undefined
          ? {}
          : { override_callback_uri: webhook.address, verify_token: webhook.verifyToken };
      const path = `${businessId}/subscribed_apps`;
      return withoutValue(await graph.call({ credential, method: 'POST', path, json }));
    },
    async takeThread({ credential }, { phoneNumberId, user }) {
      const json = { messaging_product: 'whatsapp', action: 'take', ...addresseeOf(user) };
      const path = ofNumber(phoneNumberId, 'thread_control');
      return withoutValue(await graph.call({ credential, method: 'POST', path, json }));
    },
    async readCredential({ credential }) {
      const query = { input_token: credential };
      const answer = await graph.call({ credential, method: 'GET', path: 'debug_token', query });
      return mapDone(answer, ({ data: given }) => {
        const data = fieldsOf(given);
        if (data === undefined) return undefined;
        const expiresAt = wholeOf(data['expires_at']) ?? 0;
        return {
          appId: textOf(data['app_id']),
          scopes: listOf(data['scopes']).flatMap((scope) => textOf(scope) ?? []),
          expiresAtMs: expiresAt === 0 ? undefined : expiresAt * 1_000,
        };
      });
    },
  };
}

/** The cursor of the next page: valid only if there is a `paging.next`. */
function nextOf(fields: Fields): string | undefined {
  const paging = fieldsOf(fields['paging']);
  if (paging?.['next'] === undefined) return undefined;
  return textOf(fieldsOf(paging['cursors'])?.['after']);
}

/** A template without id, name, language or state is skipped; the others are still listed. */
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
      id,
      name,
      language,
      state,
      category: lowerOf(fields['category']) ?? '',
      reason: reason === 'NONE' ? undefined : reason,
      quality: lowerOf(fieldsOf(fields['quality_score'])?.['score']),
      source: lowerOf(fields['source']),
      components: listOf(fields['components']),
    },
  ];
}

const lowerOf = (value: unknown): string | undefined => wordsOf(value, 64)?.toLowerCase();

const NUMBER_FIELDS = 'id,display_phone_number,verified_name';
const FACT_FIELDS =
  'id,verified_name,name_status,status,quality_score,throughput,is_on_biz_app,' +
  'whatsapp_business_manager_messaging_limit';

function readFacts(fields: Fields | undefined): DescribedNumber | undefined {
  const id = textOf(fields?.['id']);
  if (fields === undefined || id === undefined) return undefined;
  const isOnPhone = fields['is_on_biz_app'];
  const facts = {
    quality: lowerOf(fieldsOf(fields['quality_score'])?.['score']),
    messagingLimit: lowerOf(fields['whatsapp_business_manager_messaging_limit']),
    throughput: lowerOf(fieldsOf(fields['throughput'])?.['level']),
    name: wordsOf(fields['verified_name'], 256),
    nameStatus: lowerOf(fields['name_status']),
    status: lowerOf(fields['status']),
    isOnPhone: typeof isOnPhone === 'boolean' ? isOnPhone : undefined,
  };
  return { id, facts };
}

/** The way to find out whether a credential gives access to a number. */
export async function readNumber(
  graph: Graph,
  credential: string,
  phoneNumberId: string,
): Promise<PlatformOutcome<PlatformNumber>> {
  const answer = await graph.call({
    credential,
    method: 'GET',
    path: ofNumber(encodeURIComponent(phoneNumberId)),
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
  };
}
