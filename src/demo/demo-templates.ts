import type { ProposedTemplate } from '../features/templates/check-template.operations.ts';

export type DemoTemplate = ProposedTemplate & {
  readonly state: 'approved' | 'waiting' | 'rejected';
  readonly reason?: string;
};

export const OTP_TEMPLATE: DemoTemplate = {
  name: 'One-time code',
  message: 'Your verification code is #code#. Do not share it with anyone.',
  category: 'transactional',
  variables: [{ name: 'code', maxLength: 12 }],
  state: 'approved',
};

/** The verified account's: each state in each category, and one in Urdu. */
export const DEMO_TEMPLATES: readonly DemoTemplate[] = [
  OTP_TEMPLATE,
  {
    name: 'Order update',
    message: 'Dear #name#, your order #order_no# will reach you on #date#.',
    category: 'transactional',
    variables: [{ name: 'name' }, { name: 'order_no', maxLength: 20 }, { name: 'date' }],
    state: 'approved',
  },
  {
    name: 'Order update (Urdu)',
    message: 'محترم #name#، آپ کا آرڈر #order_no# روانہ کر دیا گیا ہے۔',
    category: 'transactional',
    variables: [{ name: 'name' }, { name: 'order_no', maxLength: 20 }],
    state: 'approved',
  },
  {
    name: 'Season sale',
    message: 'Season sale at Roshan Store: #discount#% off until #date#. To opt out: #link#',
    category: 'promotional',
    variables: [
      { name: 'discount', type: 'digits', maxLength: 2 },
      { name: 'date' },
      { name: 'link', type: 'url' },
    ],
    state: 'approved',
  },
  {
    name: 'Appointment',
    message: 'Dear #name#, your appointment is on #date# at #time#.',
    category: 'transactional',
    state: 'waiting',
  },
  {
    name: 'New branch',
    message: 'Roshan Store opens in #city# on #date#. Come and see us.',
    category: 'promotional',
    state: 'waiting',
  },
  {
    name: 'Account notice',
    message: 'Your account will be closed. Confirm your PIN at #link#',
    category: 'transactional',
    state: 'rejected',
    reason: 'Asking people for a PIN is not allowed.',
  },
  {
    name: 'Prize draw',
    message: 'You have won a prize! Call #phone# now.',
    category: 'promotional',
    state: 'rejected',
    reason: 'Name the sender and the conditions of the draw.',
  },
];
