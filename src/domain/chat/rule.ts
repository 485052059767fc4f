import type { ChatProposal } from './proposal.ts';

/** Whose rule it is: of the document that our callers have, or of the platform alone. */
export type RuleSource = 'document' | 'platform';

export type TemplateRule = {
  readonly of: RuleSource;
  /** What a template must have, for people. */
  readonly wants: string;
  readonly faultsOf: (proposal: ChatProposal) => readonly RuleFault[];
};

/** What is wrong, and where: a JSON pointer into the proposal as `/v1` takes it. */
export type RuleFault = { readonly pointer: string; readonly rule: string };

type Found = { readonly pointer: string; readonly must: string };

const WHOSE: Readonly<Record<RuleSource, string>> = {
  document: 'a limit of this service',
  platform: 'a rule of the chat platform',
};

/** A row of the table; whose rule it is becomes part of each sentence. */
export function rule(
  of: RuleSource,
  wants: string,
  find: (proposal: ChatProposal) => readonly Found[],
): TemplateRule {
  return {
    of,
    wants,
    faultsOf: (proposal) =>
      find(proposal).map(({ pointer, must }) => ({ pointer, rule: `${must}: ${WHOSE[of]}` })),
  };
}
