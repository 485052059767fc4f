/**
 * Hands mails to a mail server by SMTP. Texts are ours, names and addresses may be anybody's: an
 * address is passed apart from the name, so that neither can add a header or a recipient.
 */
import type { Transporter } from 'nodemailer';

export type Mail = {
  /** The same for each try: servers and readers can tell a repeat by it. */
  readonly id: string;
  /** One address, checked. */
  readonly to: string;
  /** In one line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * `taken`: the server has it. `refused`: it will never take this one. `failed`: it may take it
 * later; `words` are what it said, for the people who run the service.
 */
type MailOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' | 'failed'; readonly words: string };

export type Mailer = {
  /** Never rejects. */
  send(mail: Mail): Promise<MailOutcome>;
};

type MailerSettings = {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  /** `Paigham <noreply@example.com>`, or an address alone. */
  readonly from: string;
  /** Whether the connection may stay unencrypted, when the server offers nothing better. */
  readonly mayBePlain: boolean;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const WORDS_CHARACTERS = 200;

/** A connection per mail: there are few, and a server that was restarted is no trouble. */
export function createMailer({ url, from, mayBePlain }: MailerSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth =
    username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  // Loaded with the first mail: commands hardly ever send one, and would start a tenth slower.
  const openTransport = async (): Promise<Transporter> =>
    (await import('nodemailer')).createTransport({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTLS: !secure && !mayBePlain,
      ...auth,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport: Promise<Transporter> | undefined;
  const sender = readSender(from);
  const host = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    async send({ id, to, subject, text, html }) {
      try {
        transport ??= openTransport();
        await (
          await transport
        ).sendMail({
          from: sender,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'taken' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** A name and an address, as `MAIL_FROM` gives them. */
export function readSender(from: string): { readonly name: string; readonly address: string } {
  const [, name = '', address] = /^(.*?)\s*<([^<>]+)>$/u.exec(from.trim()) ?? [];
  return { name: name.replaceAll('"', ''), address: address ?? from.trim() };
}

/** Only what is said to this recipient or text is final; logins and limits may be mended. */
function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error)) throw error;
  const status = 'responseCode' in error ? Number(error.responseCode) : 0;
  const command = 'command' in error ? String(error.command) : '';
  const isFinal = status >= 500 && /^(RCPT TO|DATA)$/.test(command);
  const words = error.message.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, WORDS_CHARACTERS);
  return { kind: isFinal ? 'refused' : 'failed', words };
}
