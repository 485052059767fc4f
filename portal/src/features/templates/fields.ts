/** What the form of a template holds, and how that becomes what the service takes. */
import type { Template } from '../../shared/api/types.ts';
import { namesIn } from './wording.tsx';

type Declared = Template['variables'][number];

export type VariableFields = {
  readonly type: Declared['type'];
  /** Characters. */
  readonly maxLength: number;
  readonly optional: boolean;
  /** For the preview alone. */
  readonly example: string;
};

export type TemplateFields = {
  readonly name: string;
  readonly message: string;
  readonly category: Template['category'];
  /** By name; those that the wording no longer has are kept, in case they come back. */
  readonly variables: Readonly<Record<string, VariableFields>>;
};

export const KINDS = ['text', 'digits', 'url', 'date'] as const;
/** Of a variable that is not declared (docs/interface/account.md). */
export const USUAL: VariableFields = { type: 'text', maxLength: 160, optional: false, example: '' };

export const NOTHING: TemplateFields = {
  name: '',
  message: '',
  category: 'transactional',
  variables: {},
};

export const variablesOf = (declared: readonly Declared[]): TemplateFields['variables'] =>
  Object.fromEntries(
    declared.map(({ name, type, max_length: maxLength, optional }) => [
      name,
      { type, maxLength, optional, example: '' },
    ]),
  );

type Wording = 'message' | 'category' | 'variables';

/** The wording that one edits: the newest, whether it is in use or not. */
export function fieldsOf({
  name,
  proposed,
  ...template
}: Pick<Template, 'name' | 'proposed' | Wording>): TemplateFields {
  const { message, category, variables } = proposed ?? template;
  return { name, message, category, variables: variablesOf(variables) };
}

export function bodyOf({ message, category, variables }: TemplateFields) {
  const declared = namesIn(message).map((name) => {
    const { type, maxLength, optional } = variables[name] ?? USUAL;
    return { name, type, max_length: maxLength, optional };
  });
  return { message, category, variables: declared };
}
