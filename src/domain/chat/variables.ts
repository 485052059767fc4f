/** Texts of proposed templates whose variables are filled in with each message. */
import type { ProposedButton, ProposedText } from './components.ts';
import type { RuleFault } from './template.ts';

const WRITTEN = /\{\{([1-9]\d*)\}\}/g;

/**
 * Variables are numbers (seed, section 2), and the platform refuses one without an example for its
 * reviewers (2388043). Where they may stand it judges itself. `at`: the JSON pointer of the text.
 */
export function faultsOfVariables(
  at: string,
  { text, examples }: ProposedText,
): readonly RuleFault[] {
  if (/\{\{|\}\}/.test(text.replaceAll(WRITTEN, ''))) {
    const rule = 'must have its variables written {{1}}, {{2}} and so on';
    return [{ pointer: `${at}/text`, rule }];
  }
  const variables = new Set([...text.matchAll(WRITTEN)].map(([written]) => written));
  return examples.length === variables.size && examples.every((it) => it.trim() !== '')
    ? []
    : [{ pointer: `${at}/examples`, rule: 'must hold one for each variable' }];
}

/** The platform takes one variable, at the end. No host has the full stop of an Urdu keyboard. */
const ADDRESS = /^https?:\/\/[^\s/?#{}\u06d4]+(?:[/?#][^\s{}]*)?(?:\{\{[^\s{}]+\}\})?$/i;
const NO_ADDRESS = 'must be a web address, which may end with {{1}}: https://shop.example/{{1}}';

/** An address that ends with a variable needs a whole one as its example. */
export function faultsOfUrls(at: string, buttons: readonly ProposedButton[]): readonly RuleFault[] {
  return buttons.flatMap((button, place) => {
    if (button.type !== 'url') return [];
    const isBare = button.url.includes('{{') && !button.example?.trim();
    return [
      ...(ADDRESS.test(button.url) ? [] : [{ pointer: `${at}/${place}/url`, rule: NO_ADDRESS }]),
      ...(isBare ? [{ pointer: `${at}/${place}/example`, rule: 'must be given' }] : []),
    ];
  });
}
