/** Sends SMS and chat messages through Paigham, from Node, Deno, Bun and workers. */
export {
  createPaigham,
  type CallName,
  type FileName,
  type JsonName,
  type ListName,
  type Paigham,
  type Takes,
} from './client.ts';
export type { EventOptions } from './events.ts';
export type { ClientOptions } from './transport.ts';
export { PaighamError, type Failure, type FieldError, type Reason } from './failure.ts';
export type { ChatOptions, ChatSent, SmsReport, SmsSent, SmsTemplate, SmsToSend } from './forms.ts';
export {
  signWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts';
export { createFakePaigham, type FakeMessage, type FakePaigham } from './fake.ts';
export * from './generated/api.ts';
