/** `/v1/registrations`, `/v1/password-resets`, `/v1/terms`: how people come in. */
import { faultOfAccountName } from '../accounts/accounts.operations.ts';
import { findNamesOfReset, askForReset, resetPassword } from '../sign-in/password-reset.ts';
import {
  beginRegistration,
  confirmRegistration,
  resendCodes,
  whomToResend,
  whoShows,
  type CodeAsked,
  type RegistrationDeps,
  type Whom,
} from './registration.ts';
import { faultOfPublicName } from '../../domain/account/name.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { countedMailboxOf, EMAIL_RULE, readEmail } from '../../domain/account/email.ts';
import { TERMS } from '../../domain/account/terms.ts';
import { readRecipient, type PhoneNumber } from '../../domain/recipient/recipient.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import { hostOf } from '../../kit/request-host.ts';
import { Type, type ShapeFault, type Static } from '../../kit/shape.ts';
import {
  defineEndpoint,
  done,
  doneSilently,
  refused,
  refuseField,
  refuseFields,
  type Outcome,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { closed } from '../../operations/resource.ts';
import { createAskForWork, hasWorked } from './ask-for-work.http.ts';
import { createMailedInvitations } from '../invitations/mailed-invitations.http.ts';
import { faultsOfPassword, NEW_PASSWORD } from '../sign-in/new-password.http.ts';
import { STARTED, type PeopleDeps } from '../sign-in/sign-in.http.ts';
import { confirmsFrom, type Tries } from '../sign-in/tries.http.ts';
import { guard } from '../../api/v1/guards.ts';
import { getOne } from '../../api/v1/list.ts';
import { MUST_BE_MOBILE } from '../../api/v1/shapes.ts';

/** What registering needs besides. */
export type JoiningDeps = Pick<PeopleDeps, 'sessions'> & {
  readonly registering: RegistrationDeps;
  readonly tries: Tries;
};

const EMAIL = Type.String({ minLength: 3, maxLength: 255 });
const CODE_LINE = { minLength: 6, maxLength: 10 };
const CODE = Type.String(CODE_LINE);
const ARRIVED = 'The last that arrived for a registration, if there were too many: it is yours.';
const LINE = { minLength: 1, maxLength: 100 };
const LOCALE = Type.Enum(['en', 'ur'], { default: 'en', description: 'Of mails.' });

const REGISTRATION = closed(
  {
    email: EMAIL,
    name: Type.String({ ...LINE, description: 'Yours.' }),
    company: Type.String({ ...LINE, description: 'Your company: the name of the account.' }),
    phone: Type.String({ maxLength: 64, description: 'A mobile number; it gets a code.' }),
    password: NEW_PASSWORD,
    terms_version: Type.String({ description: 'Of GET /v1/terms: you accept them.' }),
    locale: LOCALE,
    always_200: Type.Optional(
      Type.Boolean({
        description:
          'For programs that were written for an older service and read no refusal whose HTTP ' +
          'status is not 200; later at PATCH /v1/account.',
      }),
    ),
    email_code: Type.Optional(Type.String({ ...CODE_LINE, description: ARRIVED })),
    phone_code: Type.Optional(Type.String({ ...CODE_LINE, description: ARRIVED })),
    work: Type.Optional(
      Type.String({ maxLength: 200, description: 'The work of GET /v1/registrations/work.' }),
    ),
  },
  { title: 'Registration' },
);

const TOKEN = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Of POST /v1/registrations.',
});

const BEGUN_REGISTRATION = closed(
  {
    detail: Type.String({ description: 'What happens next, whoever asks.' }),
    token: Type.String({ description: 'Confirms this registration; shown this once.' }),
  },
  { title: 'BegunRegistration' },
);

const SAID = closed(
  { detail: Type.String({ description: 'What happens next, whoever asks.' }) },
  { title: 'WhatIsNext' },
);

/** The same for every address, known or not. */
const BEGUN = {
  detail: 'Look for a mail and for a text message: together, their codes confirm the registration.',
} as const;
const RESENT = {
  detail: 'If a registration waits, new codes are on their way: one a minute, five at most.',
} as const;
const RESET_ASKED = {
  detail: 'If this address has a login, a mail with a link to a new password is on its way.',
} as const;

const later = (body: Static<typeof SAID>): Outcome<Static<typeof SAID>> => ({
  kind: 'done',
  status: 202,
  body,
});

/** Nobody is mailed where there is no mail. */
const hasMail = ({ admin }: RegistrationDeps) =>
  guard('registration_unavailable', () => admin.hasNoMail !== true);

export function createJoiningEndpoints(deps: JoiningDeps): readonly PersonEndpoint[] {
  return [
    getOne({
      path: '/v1/terms',
      name: 'showTerms',
      who: 'anyone',
      about: 'What everybody accepts who registers.',
      gives: closed(
        { version: Type.String(), text: Type.String({ description: 'Paragraphs.' }) },
        { title: 'Terms' },
      ),
      find: async () => ({ ...TERMS }),
    }),
    createRegister(deps),
    createAskForWork(deps),
    createConfirm(deps),
    createResend(deps),
    createAskReset(deps),
    createReset(deps),
    ...createMailedInvitations(deps),
  ];
}

function createRegister(deps: JoiningDeps): PersonEndpoint {
  const { registering, tries } = deps;
  const { admin } = registering;
  return defineEndpoint({
    method: 'POST',
    path: '/v1/registrations',
    name: 'register',
    who: 'anyone',
    about: 'Registers an account: two codes, by mail and by text message, confirm it.',
    takes: REGISTRATION,
    gives: BEGUN_REGISTRATION,
    statuses: { 202: 'The codes are on their way.' },
    failures: ['registration_unavailable', 'tries_exceeded', 'codes_exceeded', 'work_needed'],
    async handle({ body, from }) {
      const read = readRegistration(body);
      if ('kind' in read) return read;
      if (admin.hasNoMail === true) return refused('registration_unavailable');
      const { email, phone } = read;
      if (
        (await tries.spend('register', [`from ${neighbourhoodOf(from)}`])) ||
        (await tries.spend('network', [`from ${neighbourhoodOf(from, 48)}`]))
      ) {
        return refused('tries_exceeded');
      }
      const { name, company, password, locale } = body;
      const guessed = await faultsOfPassword(password, [email, name, company]);
      if (guessed.length > 0) return refuseFields(guessed, 'body');
      if ((await tries.areMany()) && !(await hasWorked(deps, body.work))) {
        return refused('work_needed');
      }
      if (await areCrowded(deps, read, body)) return refused('codes_exceeded');
      if (await tries.spend('codes', ['of all'])) return refused('registration_unavailable');
      const given = { email, phone, name: name.trim(), company: company.trim(), password, locale };
      const { always_200: always200 = false } = body;
      const texted = await beginRegistration(registering, { ...given, always200, from });
      return tellTexted(texted, 'registration_unavailable', BEGUN);
    },
  });
}

/** What became of a code; `more`: what else is told when it is on its way. */
export function tellTexted<More extends object>(
  texted: CodeAsked,
  unavailable: FailureReason,
  more: More,
): Outcome<More & { token: string }> {
  switch (texted.kind) {
    case 'taken':
      return { kind: 'done', status: 202, body: { ...more, token: texted.token } };
    case 'unavailable':
      return refused(unavailable);
    case 'refused':
      return refuseField('/phone', texted.rule, 'body');
  }
}

/**
 * Whether mailbox or phone got too many codes. Who shows that they are theirs is counted apart:
 * strangers cannot use that up.
 */
async function areCrowded(
  { registering: { admin }, tries }: JoiningDeps,
  { email, phone }: Whom,
  { email_code: emailCode = '', phone_code: phoneCode = '' }: Static<typeof REGISTRATION>,
): Promise<boolean> {
  const shown = await whoShows(admin, { email, phone }, { emailCode, phoneCode });
  const [mail, text] = [`mail ${countedMailboxOf(email)}`, `phone ${phone}`];
  return (
    (await tries.spend(shown.mailbox ? 'shown' : 'code', [mail])) ||
    (await tries.spend(shown.phone ? 'shown' : 'code', [text]))
  );
}

/** What shapes cannot say: all that is wrong at once. */
function readRegistration(
  body: Static<typeof REGISTRATION>,
): { readonly email: string; readonly phone: PhoneNumber } | Outcome<never> {
  const email = readEmail(body.email);
  const phone = readRecipient(body.phone);
  const rules: readonly (readonly [string, string | undefined])[] = [
    ['/email', email === undefined ? EMAIL_RULE : undefined],
    ['/phone', phone.ok ? undefined : MUST_BE_MOBILE],
    ['/name', faultOfPublicName(body.name.trim())],
    ['/company', faultOfAccountName(body.company.trim())],
    [
      '/terms_version',
      body.terms_version === TERMS.version ? undefined : `must be "${TERMS.version}"`,
    ],
  ];
  const faults = rules.flatMap(([pointer, rule]): readonly ShapeFault[] =>
    rule === undefined ? [] : [{ pointer, rule }],
  );
  if (email === undefined || !phone.ok || faults.length > 0) return refuseFields(faults, 'body');
  return { email, phone: phone.number };
}

function createConfirm({ registering, tries, sessions }: JoiningDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/registrations/confirm',
    name: 'confirmRegistration',
    who: 'anyone',
    about: 'Confirms a registration by both codes: opens the account, and signs its owner in.',
    takes: closed(
      { token: TOKEN, email_code: CODE, phone_code: CODE },
      { title: 'RegistrationCodes' },
    ),
    gives: STARTED,
    failures: ['registration_refused', 'registration_over'],
    guards: [confirmsFrom(tries)],
    async handle({ body, from, userAgent, request }) {
      const confirmed = await confirmRegistration(registering, {
        token: body.token,
        emailCode: body.email_code,
        phoneCode: body.phone_code,
        browser: { address: from, userAgent, host: hostOf(request) },
      });
      if (confirmed === 'wrong') return refused('registration_refused');
      if (confirmed === 'over') return refused('registration_over');
      const { token, maxAgeSeconds } = confirmed.begun;
      const cookie = sessions.cookie(request, token, maxAgeSeconds);
      return { ...done({ state: 'open' as const }), cookie };
    },
  });
}

function createResend({ registering, tries }: JoiningDeps): PersonEndpoint {
  const { admin } = registering;
  return defineEndpoint({
    method: 'POST',
    path: '/v1/registrations/resend',
    name: 'resendCodes',
    who: 'anyone',
    about: 'Makes new codes for a registration: the old ones end.',
    takes: closed({ token: TOKEN }, { title: 'RegistrationResend' }),
    gives: SAID,
    statuses: { 202: 'If one waits, its codes are on their way.' },
    failures: ['codes_exceeded'],
    guards: [hasMail(registering), confirmsFrom(tries)],
    async handle({ body: { token }, from }) {
      const whom = await whomToResend(admin, token);
      if (whom === undefined) return later(RESENT);
      const { email, phone } = whom;
      if (await tries.spend('code', [`mail ${countedMailboxOf(email)}`, `phone ${phone}`])) {
        return refused('codes_exceeded');
      }
      if (await tries.spend('codes', ['of all'])) return refused('registration_unavailable');
      await resendCodes(registering, { token, from });
      return later(RESENT);
    },
  });
}

function createAskReset({ registering, tries }: JoiningDeps): PersonEndpoint {
  const { admin, portal } = registering;
  return defineEndpoint({
    method: 'POST',
    path: '/v1/password-resets',
    name: 'askForReset',
    who: 'anyone',
    about: 'Mails a link to a new password, if the address has a login.',
    takes: closed({ email: EMAIL }, { title: 'PasswordReset' }),
    gives: SAID,
    statuses: { 202: 'If the address has a login, a mail is on its way.' },
    guards: [hasMail(registering), confirmsFrom(tries)],
    async handle({ body, from }) {
      const email = readEmail(body.email);
      // A mailbox is not to be flooded, and nobody is to learn that it could be.
      const isFlooded =
        email !== undefined && (await tries.spend('reset', [`mail ${countedMailboxOf(email)}`]));
      if (email !== undefined && !isFlooded) await askForReset(admin, { email, from, portal });
      return later(RESET_ASKED);
    },
  });
}

function createReset({ registering, tries }: JoiningDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/password-resets/confirm',
    name: 'resetPassword',
    who: 'anyone',
    about: 'Sets a new password by a mailed link, and ends every session of the person.',
    takes: closed(
      { token: Type.String({ minLength: 1, maxLength: 200 }), password: NEW_PASSWORD },
      { title: 'PasswordResetLink' },
    ),
    statuses: { 204: 'The new password is valid.' },
    failures: ['link_refused'],
    guards: [confirmsFrom(tries)],
    async handle({ body: { token, password }, from }) {
      const names = await findNamesOfReset(registering.admin, token);
      const guessed = await faultsOfPassword(password, names);
      if (guessed.length > 0) return refuseFields(guessed, 'body');
      const isReset = await resetPassword(registering.admin, { token, password, from });
      return isReset ? doneSilently() : refused('link_refused');
    },
  });
}
