/** Templates for one-time codes: the author chooses little, the words are the platform's. */

import { numberOf, textOf, type Json } from '../json.ts';
import { buttonsOf, componentOf } from './template.ts';

/** The texts of an authentication template are the platform's own. */
export function shelve(components: readonly Json[], category: string): readonly Json[] {
  if (category !== 'AUTHENTICATION') return components;
  const body = componentOf(components, 'BODY') ?? {};
  if (textOf(body, 'text') !== undefined) return components;
  const minutes = numberOf(componentOf(components, 'FOOTER'), 'code_expiration_minutes');
  const warning = body['add_security_recommendation'] === true;
  const words = '*{{1}}* is your verification code.';
  const [button] = buttonsOf(components);
  const expiry = minutes === undefined ? '' : `&code_expiration_minutes=${minutes}`;
  const address = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE';
  return [
    {
      type: 'BODY',
      text: warning ? `${words} For your security, do not share this code.` : words,
      add_security_recommendation: warning,
      example: { body_text: [['123456']] },
    },
    ...(minutes === undefined
      ? []
      : [
          {
            type: 'FOOTER',
            text: `This code expires in ${minutes} minutes.`,
            code_expiration_minutes: minutes,
          },
        ]),
    {
      type: 'BUTTONS',
      buttons: [
        {
          type: 'URL',
          text: textOf(button, 'text') ?? 'Copy code',
          url: `${address}${expiry}&code=otp{{1}}`,
          example: [`${address}${expiry}&code=otp123456`],
        },
      ],
    },
  ];
}
