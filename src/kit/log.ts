/**
 * The log: one JSON object a line, on standard error or in a file. Callers pass facts as
 * fields and a fixed message; foreign text never goes into the message.
 *
 * Fields named like secrets or message content are redacted, three levels deep, as a safety net for
 * the rule that they are not passed at all; so is the field `mobile`.
 */
import type { DestinationStream, Logger } from 'pino';
import pino from 'pino';
import type { Config } from './config-schema.ts';
import { closeToOthers } from '@paigham/base/data-dir.ts';
import { codeOf } from '@paigham/base/error-code.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  /** A log that adds `fields` to every line. */
  child(fields: Readonly<Record<string, unknown>>): Log;
};

const redactedNames = [
  'api_key',
  'apiKey',
  'authorization',
  'body',
  'cookie',
  'databaseOwnerUrl',
  'databaseReadUrl',
  'databaseUrl',
  'key',
  'masterKey',
  'message',
  'metricsToken',
  'mobile',
  'password',
  'secret',
  'smtpUrl',
  'template_data',
  'text',
  'token',
  'totp',
  'url',
];

/** PostgreSQL's class of data errors, whose messages quote the data. */
const isAboutData = (code: unknown): boolean => typeof code === 'string' && /^22...$/.test(code);

/** Errors are serialised by hand: a driver's contains the row and the values it failed on. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  const at = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  const sentence = isAboutData(code) ? undefined : error.message;
  return { type: error.name, code, sentence, at };
}

const depths = ['', '*.', '*.*.'];

function options(level: string) {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    messageKey: 'msg',
    errorKey: 'error',
    serializers: { error: describeError, err: describeError },
    redact: {
      paths: depths.flatMap((depth) => redactedNames.map((name) => `${depth}${name}`)),
      censor: '[removed]',
    },
  };
}

function openStream(logFile: string | undefined) {
  if (logFile !== undefined) closeToOthers(logFile);
  const stream = pino.destination({ dest: logFile ?? 2, mkdir: true, sync: true, mode: 0o600 });
  // Without a listener the event would crash the process; while it holds unwritten data, the
  // stream would retry forever.
  let isOpen = true;
  stream.on('error', () => {
    isOpen = false;
    stream.destroy();
  });
  return { isOpen: () => isOpen, write: (line: string) => stream.write(line) };
}

/** Where lines go. One that cannot be written is lost and does no harm: the disk may be full. */
function openDestination(logFile: string | undefined): DestinationStream {
  let stream = openStream(logFile);
  const openAgain = (): void => {
    try {
      stream = openStream(logFile);
    } catch (error) {
      // It stays closed until the next line.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  };
  return {
    write(line) {
      if (!stream.isOpen()) openAgain();
      if (stream.isOpen()) stream.write(line);
    },
  };
}

/** The service's log, as configured. `to` replaces the destination, for tests. */
export function createLog(
  config: Pick<Config, 'logLevel' | 'logFile'>,
  to: DestinationStream = openDestination(config.logFile),
): Log {
  return pino(options(config.logLevel), to);
}

/** A log that discards everything. */
export const quietLog: Log = pino({ level: 'silent' });
