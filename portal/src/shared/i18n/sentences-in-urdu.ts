/** What the service says in English, in Urdu. Loaded by Urdu pages alone. */
import { DOCTOR } from './doctor-in-urdu.ts';
import { CONSENT_RULES } from './consent-rules-in-urdu.ts';
import { CONTACT_RULES } from './contact-rules-in-urdu.ts';
import { FAILURES } from './failures-in-urdu.ts';
import { MONEY_RULES } from './money-rules-in-urdu.ts';
import { OPERATION_SENTENCES } from './operation-sentences-in-urdu.ts';
import { ROW_REASONS } from './row-reasons-in-urdu.ts';
import { RULES } from './rules-in-urdu.ts';
import { TEMPLATE_RULES } from './template-rules-in-urdu.ts';

const HOLE = /\{\}(?!\})/g;

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** The longest first: it says most exactly what is meant. */
const FORMS = Object.entries({
  ...RULES,
  ...CONTACT_RULES,
  ...MONEY_RULES,
  ...CONSENT_RULES,
  ...TEMPLATE_RULES,
  ...FAILURES,
  ...DOCTOR,
  ...OPERATION_SENTENCES,
  ...ROW_REASONS,
})
  .toSorted(([one], [other]) => other.length - one.length)
  .map(([said, urdu]) => {
    const parts = said.split(HOLE).map(escaped);
    return { form: new RegExp(`^${parts.join('(.+?)')}$`, 'su'), urdu };
  });

/** The same in Urdu; undefined for what is newer than these. */
export function inUrdu(said: string): string | undefined {
  // The doctor speaks to a terminal as well.
  const bare = said.replace(/ See "paigham [^"]*"\.?$/, '').replace(/\.$/, '');
  const [, field, rule] = /^Invalid parameters: '?(\S+) (.+?)'?$/su.exec(bare) ?? [];
  if (field !== undefined && rule !== undefined) {
    const urdu = inUrdu(rule);
    return urdu && `\u2068${field}\u2069: ${urdu}`;
  }
  // A form ends with whatever is filled in, and would keep these words.
  const [, must] = /^(must .+), or (?:null|none)$/su.exec(bare) ?? [];
  const mustBe = must && inUrdu(must);
  if (mustBe) return `${mustBe.replace(/۔$/u, '')}، یا خالی چھوڑیں۔`;
  const found = FORMS.find(({ form }) => form.test(bare));
  if (found === undefined) {
    // The code of the platform or the operator, which may follow any reason.
    const [, plain, code] = /^(.+) (\([\dA-Fx]+\))$/su.exec(bare) ?? [];
    const urdu = plain && inUrdu(plain);
    return urdu && `${urdu} \u2068${code}\u2069`;
  }
  const [, ...filled] = found.form.exec(bare) ?? [];
  // What is filled in keeps its own direction; it may be said here itself.
  return found.urdu.replaceAll(HOLE, () => {
    const it = filled.shift() ?? '';
    return `\u2068${inUrdu(it) ?? it}\u2069`;
  });
}
