/** English and Urdu. Each page brings its own words, in both, beside its code. */
import i18next, { type TOptions } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

export const LOCALES = ['en', 'ur'] as const;
export type Locale = (typeof LOCALES)[number];

const CHOSEN = 'paigham.locale';

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ur' ? 'rtl' : 'ltr');

export function currentLocale(): Locale {
  return i18next.language === 'ur' ? 'ur' : 'en';
}

function firstLocale(): Locale {
  const chosen = localStorage.getItem(CHOSEN) ?? navigator.language;
  return chosen.startsWith('ur') ? 'ur' : 'en';
}

// Words are added while modules load, so it is ready before any of them asks.
void i18next.use(initReactI18next).init({
  lng: firstLocale(),
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  // React escapes.
  interpolation: { escapeValue: false },
});

/** In English a count of one is one: `{{rows, of(one: row; other: rows)}}` is `1 row`. */
i18next.services.formatter?.add('of', (count: unknown, _, { one, other }) => {
  const shown = String(count);
  return `${shown} ${String(shown === '1' ? one : other)}`;
});

export const startI18n = (): Promise<void> => show(currentLocale());

/** Somebody has chosen on a page before signing in, who knows better than the profile. */
let isChosenBefore = false;

export async function chooseBeforeSignIn(locale: Locale): Promise<void> {
  isChosenBefore = true;
  await chooseLocale(locale);
}

/** Shows whoever has signed in the language of the profile, in every browser. */
export async function followProfile(locale: Locale): Promise<void> {
  const isKept = isChosenBefore || locale === currentLocale();
  isChosenBefore = false;
  if (!isKept) await chooseLocale(locale);
}

/** Shows everything in `locale`, and remembers it in this browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(CHOSEN, locale);
  await show(locale);
  await i18next.changeLanguage(locale);
}

async function show(locale: Locale): Promise<void> {
  // It names a font of 300 kB, which the browser fetches once an Urdu letter is shown: names and
  // wordings in Urdu stand on English pages, too.
  void import('./urdu-font.ts');
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  if (locale === 'ur') ({ inUrdu } = await import('./sentences-in-urdu.ts'));
}

let inUrdu: (said: string) => string | undefined = () => undefined;

/** What the service says in English, in Urdu for its readers; undefined: as it is. */
export function saidInUrdu(said: string): string | undefined {
  return currentLocale() === 'ur' ? inUrdu(said) : undefined;
}

/** The same, or as it is: what the service says of itself may hold names of programs. */
export const inWords = (said: string): string => saidInUrdu(said) ?? said;

type Words = Readonly<Record<string, string>>;
/** `rows_one` and `rows_other` are asked for as `rows`, with `{ count }`. */
type Key<Name> = Name extends `${infer Base}_${'one' | 'other'}` ? Base : Name;

/**
 * What runs from left to right within Urdu: what is filled in, and numbers with blanks, but for
 * those that follow a Latin word: they are one with it, as in `HTTP 200`.
 */
const INSERTED = /\{\{\w+\}\}|(?<![A-Za-z]\s?|\d)\+?\d[\d ,.:/–-]*\d/g;

/** Isolated, it keeps its own order: `0300 1234567` would become `1234567 0300`. */
function isolateAll(words: Words): Words {
  const isolated = Object.entries(words).map(([name, text]) => [
    name,
    text.replaceAll(INSERTED, (it) => `\u2068${it}\u2069`),
  ]);
  return Object.fromEntries(isolated) as Words;
}

let namespaces = 0;

/**
 * The words of a page: `const useWords = defineWords({ en: { title: 'Messages' }, ur: { … } })`, in
 * its components `const t = useWords()` and `t('title')`. Urdu has to have every word that English
 * has. `{{name}}` in a text is filled from `t('greeting', { name })`.
 */
export function defineWords<English extends Words>(words: {
  readonly en: English;
  readonly ur: { readonly [Name in keyof English]: string };
}): () => (key: Key<keyof English & string>, options?: TOptions) => string {
  namespaces += 1;
  const namespace = `words${namespaces}`;
  i18next.addResourceBundle('en', namespace, words.en);
  i18next.addResourceBundle('ur', namespace, isolateAll(words.ur));
  return () => {
    const { t } = useTranslation(namespace);
    return t as (key: Key<keyof English & string>, options?: TOptions) => string;
  };
}
