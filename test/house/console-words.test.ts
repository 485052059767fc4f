/** What operations of staff, their fields and choices are called on the pages of the console. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutCommands } from '../../src/operations/body.ts';
import { OPERATIONS } from '../../src/operations/operations.ts';
import { describeOperation, LEFT_OUT, pathNameOf } from '../../src/operations/operations.http.ts';
import { FAILURES } from '../../src/domain/failure/failure.ts';
import { explainRefusal, readRecipient } from '../../src/domain/recipient/recipient.ts';
import { FORMS } from '../../src/domain/chat/sniff.ts';
import { inUrdu } from '../../portal/src/shared/i18n/sentences-in-urdu.ts';
import { inUrdu as aboutInUrdu } from '../../portal/src/shared/operation/field-abouts.ts';
import { CHOICE_WORDS, FIELD_NAMES } from '../../portal/src/shared/operation/field-names.ts';
import { OPERATION_ABOUTS } from '../../portal/src/shared/operation/operation-abouts.ts';
import { RESULT_NAMES } from '../../portal/src/shared/operation/result-names.ts';
import { FAMILIES } from '../../portal/src/shared/operation/operation-names.ts';

const OFFERED = OPERATIONS.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name));

type Choice = {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Choice;
  readonly anyOf?: readonly Choice[];
};

const wordsOf = ({ enum: words = [], items, anyOf = [] }: Choice): readonly string[] => [
  ...words,
  ...(items === undefined ? [] : wordsOf(items)),
  ...anyOf.flatMap(wordsOf),
];

const FIELDS = OFFERED.map(describeOperation).flatMap(({ name: operation, input }) =>
  Object.entries(
    (input as { readonly properties: Readonly<Record<string, Choice>> }).properties,
  ).map(([name, choice]) => ({ operation, name, choice })),
);

describe('the console', () => {
  it('has words for each action of the audit', () => {
    const sources = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
    const written = sources.flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(/\b(?:action(?: =|:)|audit:) '(\w+(?:\.\w+)+)'/g),
      ].map(([, action = '']) => action),
    );
    const actions = new Set([...written, ...OPERATIONS.flatMap(({ audit }) => audit ?? [])]);
    // Of refusals the name is made up; the documentation has it whole.
    const told = readFileSync('docs/interface/account.md', 'utf8').matchAll(/`(\w+\.refused)`/g);
    for (const [, action = ''] of told) actions.add(action);
    expect(actions.size).toBeGreaterThan(100);
    const words = readFileSync('portal/src/features/audit/actions.ts', 'utf8');
    expect([...actions].filter((action) => !words.includes(`'${action}': {`))).toEqual([]);
  });

  it('has a name for each operation', () => {
    const named = FAMILIES.flatMap(({ operations }) => Object.keys(operations));
    expect(named.toSorted()).toEqual(OFFERED.map(pathNameOf).toSorted());
  });

  it('says in Urdu what each operation does, and of no other', () => {
    expect(Object.keys(OPERATION_ABOUTS).toSorted()).toEqual(OFFERED.map(pathNameOf).toSorted());
    const all = Object.entries(OPERATION_ABOUTS);
    expect(all.filter(([, about]) => !/[\u0600-\u06ff].*۔$/.test(about))).toEqual([]);
  });

  it('has a name for each field, in English and Urdu', () => {
    expect(FIELDS.length).toBeGreaterThan(200);
    const unnamed = FIELDS.filter(({ name }) => !Object.hasOwn(FIELD_NAMES, name));
    expect(unnamed).toEqual([]);
  });

  it('has an Urdu name for each column of what an operation shows', () => {
    const shown = globSync('src/features/*/*.ts').flatMap((file) =>
      readFileSync(file, 'utf8')
        .matchAll(/\): RawFields \{\n {2}return \{\n(.*?)\n {2}\};/gs)
        .flatMap(([, body = '']) => body.matchAll(/^ {4}(\w+)[:,]/gm).map(([, name = '']) => name))
        .toArray(),
    );
    expect(new Set(shown).size).toBeGreaterThan(50);
    const named = (name: string): boolean =>
      Object.hasOwn(FIELD_NAMES, name) || Object.hasOwn(RESULT_NAMES, name);
    // The words of the protocol.
    const nameless = shown.filter((name) => !named(name) && !/^(?:pdu|esm_|data_)/.test(name));
    expect(nameless).toEqual([]);
  });

  it('names nothing of an operation that it does not have', () => {
    const own = new Set(FIELDS.map(({ operation, name }) => `${operation}:${name}`));
    const named = Object.keys(FIELD_NAMES).filter((name) => name.includes(':'));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !own.has(name))).toEqual([]);
  });

  it('names a field that it shares by none of its meanings', () => {
    const label = (operation: string, name: string): string | undefined =>
      (FIELD_NAMES[`${operation}:${name}`] ?? FIELD_NAMES[name])?.en;
    expect(label('queue-move', 'to')).toBe('To link');
    expect(label('reply-list', 'to')).toBe('To sender');
    expect(label('dnc-import', 'source')).toBe('Whose list it is');
    expect(label('link-disable', 'minutes')).toBe('Wait at most (minutes)');
  });

  it('says in Urdu what stands under each field, defaults included', () => {
    // Choices show themselves what there is.
    const abouts = FIELDS.flatMap(({ operation, name, choice: { description: about = '' } }) =>
      about === '' || about.startsWith('one of ') ? [] : [{ operation, name, about }],
    );
    expect(abouts.length).toBeGreaterThan(150);
    const english = abouts.filter(
      ({ about }) => !/[\u0600-\u06ff]/.test(aboutInUrdu(about, (word) => word)),
    );
    expect(english).toEqual([]);
    expect(aboutInUrdu('the lowest wins (default: 100)', (word) => word)).toMatch(
      / \(خود سے: 100\)$/,
    );
  });

  it('has a word for each choice', () => {
    const wordless = FIELDS
      // The words of links are those of the protocol.
      .filter(({ operation }) => !operation.startsWith('link-'))
      .flatMap(({ name, choice }) => wordsOf(choice).map((word) => [`${name}:${word}`, word]))
      .filter((keys) => !keys.some((key) => Object.hasOwn(CHOICE_WORDS, key)));
    expect(wordless).toEqual([]);
  });
});

/** Failures that only a program makes, whose people read English, or that pages say themselves. */
const OF_PROGRAMS = (
  'request_unencrypted path_unknown method_not_allowed request_unreadable header_too_large ' +
  'body_unreadable parameter_encoding parameter_repeated parameter_contradicting ' +
  'parameter_too_large parameter_too_deep too_many_parameters format_unknown dry_run_unknown ' +
  'idempotency_key_unusable key_empty key_refused keys_guessed address_denied scope_missing ' +
  'message_not_object message_too_many_keys message_too_deep variable_not_text ' +
  'network_unknown ported_unknown type_unknown report_id_missing page_unknown url_missing ' +
  'duplicate_unknown hidden_unknown column_out_of_reach link_not_taken link_not_public ' +
  'link_not_fetched chat_data_twice chat_data_empty chat_data_unreadable chat_data_repeated ' +
  'chat_data_too_deep chat_no_entries chat_too_many_entries chat_entry_not_object ' +
  'chat_button_unknown chat_button_repeated chat_code_differs chat_type_unknown ' +
  'chat_caption_unshown bearer_missing people_elsewhere csrf_refused role_too_low work_needed ' +
  'key_in_address method_not_offered content_type_not_taken parameters_invalid key_tests_only ' +
  'message_is_batch streams_exceeded'
).split(' ');

/** Three words or more that nobody has put into Urdu. */
const ENGLISH = /[a-z]{2,} (?:[a-z]+ )+[a-z]{2,}/;

/** What is filled in by the service, where it says more than a list or a number. */
const SAMPLE = '7';

const LITERALS = String.raw`(?:'(?:\\.|[^'\\\n])*'|` + '`(?:[^`\\\\]|\\\\.)*`)';

/** The literals of a program, those after some words alone, with what is filled in. */
const textsIn = (program: string, after = ''): readonly string[] => {
  const whole = `(?<![\\w.])${LITERALS}(?:\\s*\\+\\s*${LITERALS})*`;
  return [...program.matchAll(new RegExp(`${after}(${whole})`, 'g'))]
    .map(([, it = '']) => it.replaceAll(/['`]\s*\+\s*['`]/g, '').slice(1, -1))
    .map((it) => it.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, SAMPLE));
};

const rulesIn = (program: string): readonly string[] =>
  textsIn(program).filter((it) => it.startsWith('must '));

/** What an operation shows after its data, in place of an empty list, or when it is refused. */
const SAID = String.raw`(?:note:|empty:|note =|Refusal\(|sections: \[| === 0\s*\?|title:)\s*`;

/** What is said to a terminal alone, and pieces of sentences that are known as a whole. */
const OF_TERMINALS = new RegExp(
  '^(?:Standard input|Checks |Its 7 7|See |There is no 7 "7"|' +
    '7:? (?:[7I]|claimed|is there|since|Send|synch))',
);

const literalsIn = (file: string, after: string): readonly string[] =>
  /\.test\.ts$|\/demo\//.test(file) ? [] : textsIn(readFileSync(file, 'utf8'), after);

describe('what the service says, on an Urdu page', () => {
  it('is Urdu of each rule of a field that people fill in', () => {
    const files = globSync(
      'src/{features,operations,api/v1,domain/{account,contact,pricing,template}}/**/*.ts',
    );
    const rules = [...files, 'src/kit/shape.ts']
      .filter((file) => !/\.test\.ts$|\/demo\//.test(file))
      .flatMap((file) => rulesIn(readFileSync(file, 'utf8')));
    expect(rules.length).toBeGreaterThan(120);
    expect(rules.filter((rule) => inUrdu(withoutCommands(rule)) === undefined)).toEqual([]);
    // A form that takes anything must not take a sentence.
    const half = rules.filter((rule) => ENGLISH.test(inUrdu(withoutCommands(rule)) ?? ''));
    expect(half).toEqual([]);
  });

  it('is Urdu of why a row or a number is left out', () => {
    const numbers = ['', '0300', '03001234567890', '042123456', '+14155550100', '8584', '03OO'];
    const odd = ['0300*1234567', '9.23E+11', '0300-1234567 x12', '12345678901'];
    const refused = [...numbers, ...odd].flatMap((it) => {
      const read = readRecipient(it);
      return read.ok ? [] : [explainRefusal(read.refusal)];
    });
    expect(refused).toHaveLength(numbers.length + odd.length);
    const literals = globSync('src/{batches,events,journey/{accept,charge}}/*.ts').flatMap((file) =>
      literalsIn(file, String.raw`(?:\b(?:rule|reason)(?::| =)|NO_PRICE =|_NETWORK =)\s*`),
    );
    const others = globSync('src/features/{keys,registration,users,webhooks}/*.ts').flatMap(
      (file) => literalsIn(file, String.raw`(?:\bwhy =|stateReason[^\n]*[:?]|\n  detail:)\s*`),
    );
    expect(others.length).toBeGreaterThan(7);
    const said = [...refused, 'number 3', ...literals, ...others].filter((it) =>
      /^(?!no 7$)\S+ |^\w{4,7}$/.test(it),
    );
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((it) => inUrdu(it) === undefined)).toEqual([]);
  });

  it('is Urdu of why a file is not taken', () => {
    const media = [...literalsIn('src/domain/chat/media.ts', '')].filter((it) => / .* /.test(it));
    expect(media.length).toBeGreaterThan(10);
    media.push(...Object.values(FORMS).map((it) => `its content is not ${it}`));
    const files = globSync('src/batches/{read-rows,chat-channel}.ts')
      .flatMap((file) => literalsIn(file, ''))
      .map((it) => it.replaceAll(/\{most\}/g, SAMPLE))
      .filter((it) => /^(?:it |more than |a )/.test(it));
    expect(files.length).toBeGreaterThan(12);
    const said = [
      ...media.map((why) => `Invalid media: ${why}`),
      ...files.map((why) => `Invalid file: row 7, column B: ${why}`),
    ];
    const names = /JPEG|PNG|MP4|3GP|AAC|AMR|MP3|M4A|OGG|PDF|Word|Excel|PowerPoint|MB|UTF-8|B/g;
    expect(said.filter((it) => /[a-z]/i.test(inUrdu(it)?.replaceAll(names, '') ?? it))).toEqual([]);
  });

  it('is Urdu of each failure that people meet', () => {
    const english = Object.entries(FAILURES)
      .filter(([, { sentence }]) => inUrdu(sentence.replaceAll(/\{\w+\}/g, SAMPLE)) === undefined)
      .map(([reason]) => reason);
    expect(english).toEqual(OF_PROGRAMS);
  });

  it('is Urdu of what the doctor finds, and what an operation says of itself', () => {
    const said = [
      ...globSync('src/features/doctor/*.ts').flatMap((file) => literalsIn(file, '')),
      ...globSync('src/{features,operations}/**/*.ts').flatMap((file) => literalsIn(file, SAID)),
    ].filter((it) => /^[A-Z7].* .*[.?]7?$/.test(it) && !OF_TERMINALS.test(it));
    const titles = globSync('src/features/*/*.operations.ts').flatMap((file) =>
      literalsIn(file, String.raw`\btitle:\s*`).filter((it) => !/^\w+[A-Z]/.test(it)),
    );
    expect(titles.filter((it) => inUrdu(it) === undefined)).toEqual([]);
    expect(said.length).toBeGreaterThan(100);
    const isKnown = (it: string): boolean =>
      [it, it.replaceAll(/(?<=[a-z.,])7/g, '')].some((one) => inUrdu(withoutCommands(one)));
    expect([...new Set(said)].filter((it) => !isKnown(it))).toEqual([]);
  });

  it('keeps what the service fills in, in its own direction', () => {
    const said = inUrdu('Insufficient credit: 9.60 PKR needed, 2.40 PKR left.');
    expect(said).toContain('\u20689.60\u2069');
    expect(said).toContain('\u20682.40\u2069');
    expect(inUrdu("Invalid parameters: 'sender must be one of a, b'")).toMatch(
      /^\u2068sender\u2069: /,
    );
    expect(inUrdu('is brand-new here')).toBeUndefined();
    for (const none of ['null', 'none']) {
      expect(inUrdu(`must be rupees, such as 4.80, or ${none}`)).toMatch(/4\.80، یا خالی چھوڑیں۔$/);
    }
    const coded = 'Failed: the account has no payment method at the chat platform (131042)';
    expect(inUrdu(coded)).toMatch(/\p{Script=Arabic}.*\(131042\)/u);
    const errors = readFileSync('src/carriers/whatsapp/platform-errors.ts', 'utf8');
    const stops = errors.matchAll(/stop\(\s*'([^']+)'/g).map(([, why = '']) => why);
    expect([...stops].filter((why) => inUrdu(why) === undefined)).toEqual([]);
  });
});
