/** What the service says of the variables and buttons of templates, in Urdu. */
export const TEMPLATE_RULES: Readonly<Record<string, string>> = {
  'must not hold more than {} variables': 'زیادہ سے زیادہ {} خالی جگہیں ہو سکتی ہیں۔',
  'must not hold more than one variable': 'صرف ایک خالی جگہ ہو سکتی ہے۔',
  'must not hold variables': 'اس میں خالی جگہیں نہیں ہو سکتیں۔',
  'must not be more than {} {}': 'زیادہ سے زیادہ {} ہو سکتے ہیں۔',
  'must have its variables written {{1}}, {{2}} and so on':
    'خالی جگہیں \u2066{{1}}, {{2}}\u2069 کی شکل میں لکھیں۔',
  'must hold one for each variable': 'ہر خالی جگہ کے لیے ایک مثال دیں۔',
};
