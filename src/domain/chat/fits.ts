import type { TemplateContent } from './content.ts';
import type { ChatTemplate } from './template.ts';

/**
 * Whether values that were checked against a template still go with it as it is now: it may have
 * been edited, and approved again, while they waited. Only what is counted is compared: wording may
 * change as it likes.
 */
export function fits(content: TemplateContent, template: ChatTemplate): boolean {
  const { definition, name, language } = template;
  const { header, body, buttons, unsupported } = definition;
  if (content.name !== name || content.language !== language) return false;
  if (unsupported !== undefined || content.body.length !== body.variables.length) return false;
  if (content.body.some((value) => !isNamed(value.name, body.variables))) return false;
  const isFilled = header !== undefined && (header.kind !== 'text' || header.variables.length > 0);
  if (isFilled !== (content.header !== undefined)) return false;
  if (content.header !== undefined && content.header.kind !== header?.kind) return false;
  const needed = buttons.filter((it) => it.kind === 'url' && it.variable).length;
  const given = content.buttons.filter((it) => buttons[it.index]?.kind === 'url').length;
  return content.buttons.every((it) => buttons[it.index] !== undefined) && given >= needed;
}

function isNamed(name: string | undefined, variables: readonly string[]): boolean {
  return name === undefined || variables.includes(name);
}
