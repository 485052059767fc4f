/** What the service says of the variables of templates, and of answers and notes, in Urdu. */
export const TEMPLATE_RULES: Readonly<Record<string, string>> = {
  'must not hold more than {} variables': 'زیادہ سے زیادہ {} خالی جگہیں ہو سکتی ہیں۔',
  'must not hold more than one variable': 'صرف ایک خالی جگہ ہو سکتی ہے۔',
  'must not hold variables': 'اس میں خالی جگہیں نہیں ہو سکتیں۔',
  'must not be more than {} {}': 'زیادہ سے زیادہ {} ہو سکتے ہیں۔',
  'must have its variables written {{1}}, {{2}} and so on':
    'خالی جگہیں \u2066{{1}}, {{2}}\u2069 کی شکل میں لکھیں۔',
  'must hold one for each variable': 'ہر خالی جگہ کے لیے ایک مثال دیں۔',
  'is the name of another canned answer': 'یہ کسی اور تیار جواب کا نام ہے۔',
  'is not a canned answer of this account': 'یہ اس اکاؤنٹ کا تیار جواب نہیں۔',
  'would be more than the {} canned answers of an account':
    'اکاؤنٹ کے زیادہ سے زیادہ {} تیار جوابات ہو سکتے ہیں۔',
  'There are no canned answers': 'کوئی تیار جواب نہیں۔',
  'is the name of another label': 'یہ کسی اور لیبل کا نام ہے۔',
  'is not a label of this account': 'یہ اس اکاؤنٹ کا لیبل نہیں۔',
  'would be more than the {} labels of an account': 'اکاؤنٹ کے زیادہ سے زیادہ {} لیبل ہو سکتے ہیں۔',
  'There are no labels': 'کوئی لیبل نہیں۔',
  'is not a conversation of this account with this label':
    'یہ اس اکاؤنٹ کی وہ گفتگو نہیں جس پر یہ لیبل ہو۔',
  'is not a note of this conversation': 'یہ اس گفتگو کا نوٹ نہیں۔',
  'would be more than the {} notes of a conversation':
    'ایک گفتگو پر زیادہ سے زیادہ {} نوٹ ہو سکتے ہیں۔',
};
