/**
 * The secrets among the settings. They cannot be given on the command line (every user of the
 * machine can read that), and never reach a log. `form` is what a message says of a wrong one.
 */
import { Type } from 'typebox';

export const secretsSchema = Type.Object({
  databaseUrl: Type.Optional(
    Type.String({
      form: 'a postgres:// address',
      pattern: '^postgres(ql)?://',
      description: 'Your own PostgreSQL, as a postgres:// address. Default: the embedded one.',
    }),
  ),
  databaseOwnerUrl: Type.Optional(
    Type.String({
      form: 'a postgres:// address',
      pattern: '^postgres(ql)?://',
      description:
        'The same database as the role that owns the tables (db/roles.sql); needed by the first ' +
        'start of a new version. Default: DATABASE_URL.',
    }),
  ),
  databaseReadUrl: Type.Optional(
    Type.String({
      form: 'a postgres:// address',
      pattern: '^postgres(ql)?://',
      description:
        'The same database as a role that can only read; never a replica, which is behind what ' +
        'was committed. Default: DATABASE_URL.',
    }),
  ),
  databaseReplicaUrl: Type.Optional(
    Type.String({
      form: 'a postgres:// address',
      pattern: '^postgres(ql)?://',
      description:
        'A replica of the database, for usage, statements and exports, which may then lag. While ' +
        'it is away they are read where everything else is. Default: none.',
    }),
  ),
  masterKey: Type.Optional(
    Type.String({
      form: '32 bytes in base64, or two such keys with a comma between them',
      pattern: '^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)?$',
      description:
        '32 bytes in base64 that encrypt secrets at rest; while it is changed a second key after ' +
        'a comma, which opens what it sealed. With the embedded database one is made in ' +
        'DATA_DIR/master.key. Without it every secret is useless.',
    }),
  ),
  mnpHeaders: Type.Optional(
    Type.String({
      form: 'a JSON object of strings',
      pattern: '^\\{.*\\}$',
      description:
        'Headers of every query to the number directory, as a JSON object of strings: ' +
        '{"Authorization":"Bearer …"}.',
    }),
  ),
  smtpUrl: Type.Optional(
    Type.String({
      form: 'an smtp:// or smtps:// address',
      pattern: '^smtps?://',
      description:
        'The mail server, for codes, links and invitations: smtps://user:password@host or ' +
        'smtp://…:587. Without one nobody can register, except in a demo, which shows mails.',
    }),
  ),
  paymentKey: Type.Optional(
    Type.String({
      form: '8 characters or more',
      minLength: 8,
      description:
        'The secret key of the API of the payment gateway; for jazzcash the id and the password ' +
        'of the merchant, as MC12345:password; for easypaisa user, password, store and account, ' +
        'as user:password:11455:123456. Required with one.',
    }),
  ),
  paymentSecret: Type.Optional(
    Type.String({
      form: '8 characters or more',
      minLength: 8,
      description:
        'The secret by which the payment gateway signs its notifications; Stripe calls it the ' +
        'signing secret of the webhook endpoint, JazzCash the integrity salt, Easypaisa ' +
        'the hash key. At least 16 characters, 8 for jazzcash. Required with a gateway.',
    }),
  ),
  signupAppSecret: Type.Optional(
    Type.String({
      form: '1 to 1000 printable characters without spaces',
      pattern: '^[!-~]{1,1000}$',
      description: 'The secret of the app in SIGNUP_APP_ID.',
    }),
  ),
  metricsToken: Type.Optional(
    Type.String({
      form: '16 characters or more',
      minLength: 16,
      description:
        'A bearer token, at least 16 characters, that gives access to /metrics from anywhere. ' +
        'Without one only this machine has access, and in production nobody.',
    }),
  ),
});
