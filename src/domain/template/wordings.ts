/**
 * Wordings to start from. An account's name stands where `{account}` is. Staff may approve them in
 * advance, for all accounts.
 */
import type { Template, Variable } from './template.ts';

export const BUSINESSES = ['shop', 'clinic', 'school', 'all'] as const;
export const LANGUAGES = ['en', 'ur'] as const;

export type StartWording = Pick<Template, 'name' | 'message' | 'category' | 'variables'> & {
  readonly id: string;
  /** Who has use for it. */
  readonly business: (typeof BUSINESSES)[number];
  readonly language: (typeof LANGUAGES)[number];
};

const text = (name: string, maxLength: number): Variable => ({ name, type: 'text', maxLength });
const digits = (name: string, maxLength: number): Variable => ({ name, type: 'digits', maxLength });

const NAME = text('name', 40);
const ORDER = text('order_no', 20);
const AMOUNT = text('amount', 12);
const DATE = text('date', 20);

type Occasion = Pick<StartWording, 'id' | 'business' | 'category'> & {
  readonly variables: readonly Variable[];
  readonly en: readonly [name: string, message: string];
  readonly ur: readonly [name: string, message: string];
};

const OCCASIONS: readonly Occasion[] = [
  {
    id: 'order_placed',
    business: 'shop',
    category: 'transactional',
    variables: [NAME, ORDER, AMOUNT],
    en: [
      'Order placed',
      'Dear #name#, thank you. We have your order #order_no# for Rs #amount# and will tell you ' +
        'when it leaves. {account}',
    ],
    ur: [
      'آرڈر موصول',
      'محترم #name#، شکریہ۔ آپ کا آرڈر #order_no# (#amount# روپے) مل گیا ہے، روانہ ہوتے ہی ' +
        'اطلاع دیں گے۔ {account}',
    ],
  },
  {
    id: 'order_dispatched',
    business: 'shop',
    category: 'transactional',
    variables: [NAME, ORDER, text('courier', 30), text('tracking_no', 30)],
    en: [
      'Order dispatched',
      'Dear #name#, your order #order_no# is on its way with #courier#. Tracking number: ' +
        '#tracking_no#. {account}',
    ],
    ur: [
      'آرڈر روانہ',
      'محترم #name#، آپ کا آرڈر #order_no# بذریعہ #courier# روانہ ہو گیا ہے۔ ٹریکنگ نمبر: ' +
        '#tracking_no#۔ {account}',
    ],
  },
  {
    id: 'cash_on_delivery',
    business: 'shop',
    category: 'transactional',
    variables: [NAME, ORDER, DATE, AMOUNT],
    en: [
      'Cash on delivery',
      'Dear #name#, your order #order_no# arrives on #date#. Please keep Rs #amount# in cash ' +
        'ready. {account}',
    ],
    ur: [
      'وصولی پر ادائیگی',
      'محترم #name#، آپ کا آرڈر #order_no# بتاریخ #date# پہنچے گا۔ براہ کرم #amount# روپے نقد ' +
        'تیار رکھیں۔ {account}',
    ],
  },
  {
    id: 'appointment',
    business: 'clinic',
    category: 'transactional',
    variables: [NAME, DATE, text('time', 20), text('phone', 20)],
    en: [
      'Appointment',
      'Dear #name#, your appointment at {account} is on #date# at #time#. To change it, call ' +
        '#phone#.',
    ],
    ur: [
      'اپائنٹمنٹ',
      'محترم #name#، {account} میں آپ کا وقت #date# کو #time# بجے ہے۔ تبدیلی کے لیے #phone# پر ' +
        'کال کریں۔',
    ],
  },
  {
    id: 'fees_due',
    business: 'school',
    category: 'transactional',
    variables: [text('student', 40), text('month', 20), AMOUNT, DATE],
    en: [
      'Fees due',
      'Dear parent, the fee of #student# for #month# is Rs #amount#. Please pay it by #date#. ' +
        '{account}',
    ],
    ur: [
      'فیس واجب الادا',
      'محترم والدین، #student# کی #month# کی فیس #amount# روپے ہے۔ براہ کرم #date# تک جمع ' +
        'کروائیں۔ {account}',
    ],
  },
  {
    id: 'fees_received',
    business: 'school',
    category: 'transactional',
    variables: [AMOUNT, text('student', 40), text('month', 20)],
    en: [
      'Fees received',
      'Dear parent, we have received Rs #amount# for #student# for #month#. Thank you. {account}',
    ],
    ur: [
      'فیس موصول',
      'محترم والدین، #amount# روپے بطور فیس #student# برائے #month# موصول ہوئے۔ شکریہ۔ {account}',
    ],
  },
  {
    id: 'one_time_code',
    business: 'all',
    category: 'transactional',
    variables: [digits('code', 10), digits('minutes', 3)],
    en: [
      'One-time code',
      '#code# is your code for {account}. It is valid for #minutes# minutes. Never share it with ' +
        'anybody.',
    ],
    ur: [
      'ایک بار کا کوڈ',
      'آپ کا {account} کا کوڈ #code# ہے، جو #minutes# منٹ تک کارآمد ہے۔ یہ کسی کو نہ بتائیں۔',
    ],
  },
  {
    id: 'eid',
    business: 'all',
    category: 'promotional',
    variables: [text('from', 20), text('until', 20)],
    en: [
      'Eid greeting',
      'Eid Mubarak from all of us at {account}! We are closed from #from# to #until#.',
    ],
    ur: ['عید مبارک', 'عید مبارک، {account} کی طرف سے! ہم #from# سے #until# تک بند رہیں گے۔'],
  },
  {
    id: 'eid_sale',
    business: 'shop',
    category: 'promotional',
    variables: [digits('discount', 2), DATE],
    en: ['Eid sale', 'Eid sale at {account}: #discount#% off until #date#. Eid Mubarak!'],
    ur: ['عید سیل', 'عید سیل! {account} پر #date# تک #discount# فیصد رعایت۔'],
  },
];

export const START_WORDINGS: readonly StartWording[] = OCCASIONS.flatMap((it) =>
  LANGUAGES.map((language) => {
    const { id, business, category, variables } = it;
    const [name, message] = it[language];
    return { id: `${id}_${language}`, business, language, name, message, category, variables };
  }),
);

export function forAccount(wording: StartWording, account: string): StartWording {
  // A # in the name would begin a placeholder.
  const name = account.replaceAll('#', '');
  return { ...wording, message: wording.message.replaceAll('{account}', () => name) };
}

/** The wording that an account has taken as it is; undefined: this is one of its own. */
export function startWordingOf(
  taken: Pick<Template, 'message' | 'category' | 'variables'>,
  account: string,
): StartWording | undefined {
  return START_WORDINGS.find((it) => {
    const { message, category, variables } = forAccount(it, account);
    return (
      message === taken.message && category === taken.category && isSame(variables, taken.variables)
    );
  });
}

function isSame(some: readonly Variable[], others: readonly Variable[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((it) => {
    const other = others.find(({ name }) => name === it.name);
    const isAlike = other?.type === it.type && other.maxLength === it.maxLength;
    return isAlike && (other.optional ?? false) === (it.optional ?? false);
  });
}
