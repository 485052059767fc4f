/** A send from a file: of texts, or of chat messages. */
import type { Refusal } from '../domain/failure/failure.ts';
import type { FileRequest, FileSource } from '../domain/message/file-send.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { acceptChatFile, type ChatOrder } from './accept-chat-file.ts';
import { acceptFile, type FileOrder } from './accept-file.ts';
import type { Channel, JudgedBy } from './channel.ts';
import { chatChannel } from './chat-channel.ts';
import { textChannel, type TextsBy } from './text-channel.ts';

type Asked = Pick<JudgedBy, 'routing' | 'atMs'> & {
  readonly request: FileRequest;
  readonly source: FileSource;
};

/** Whether a request can be sent, whatever its rows are: nothing is fetched or read. */
export function refusalOfFile(
  asked: Asked,
  context: Pick<JudgedBy['context'], 'demoText'>,
): Refusal | undefined {
  const order = isOfChat(asked.request)
    ? ofChat(asked, asked.request, context)
    : ofTexts(asked, context);
  return 'reason' in order ? order : undefined;
}

export function openChannel(
  deps: JourneyDeps,
  asked: Asked & Pick<JudgedBy, 'context'> & Pick<TextsBy, 'linkBase'>,
): Channel | Refusal {
  if (isOfChat(asked.request)) {
    const order = ofChat(asked, asked.request, asked.context);
    return 'reason' in order ? order : chatChannel(deps, { ...asked, order });
  }
  const order = ofTexts(asked, asked.context);
  return 'reason' in order ? order : textChannel(deps, { ...asked, order });
}

type OfChat = FileRequest & { readonly chat: NonNullable<FileRequest['chat']> };

const isOfChat = (request: FileRequest): request is OfChat => request.chat !== undefined;

function ofChat(
  { source, routing, atMs }: Asked,
  request: OfChat,
  { demoText }: Pick<JudgedBy['context'], 'demoText'>,
): ChatOrder | Refusal {
  return acceptChatFile(request, source, { routing, atMs, demoText });
}

function ofTexts(
  { request, source, routing }: Asked,
  { demoText }: Pick<JudgedBy['context'], 'demoText'>,
): FileOrder | Refusal {
  return acceptFile(request, source, { routing, demoText });
}
