import type { ChatCategory } from './template.ts';

/** A template as somebody proposes it to the platform (chat seed, section 2). */
export type ChatProposal = {
  readonly name: string;
  /** As the platform writes it: `en`, `en_US`, `ur`. */
  readonly language: string;
  readonly category: ChatCategory;
  readonly header: ProposedHeader | undefined;
  /** undefined: the wording of a one-time code is the platform's own. */
  readonly body: ProposedText | undefined;
  readonly footer: { readonly text: string } | undefined;
  readonly buttons: readonly ProposedButton[];
  /** What the platform may add to its own wording of a one-time code. */
  readonly code: ProposedCode | undefined;
};

/** `examples`: a value for each variable, in their order; the platform's reviewers see them. */
export type ProposedText = { readonly text: string; readonly examples: readonly string[] };

export type ProposedHeader =
  | ({ readonly type: 'text' } & ProposedText)
  /** The file at this address becomes the default of the header. */
  | { readonly type: 'image' | 'video' | 'document'; readonly sampleUrl: string };

export type ProposedButton =
  /** `example`: the whole address, where it ends with a variable. */
  | {
      readonly type: 'url';
      readonly text: string;
      readonly url: string;
      readonly example: string | undefined;
    }
  | { readonly type: 'call'; readonly text: string; readonly phone: string }
  | { readonly type: 'quick_reply'; readonly text: string }
  /** The platform writes the label. */
  | { readonly type: 'copy_code'; readonly example: string }
  | { readonly type: 'otp'; readonly text: string };

export type ProposedCode = {
  /** "For your security, do not share this code." */
  readonly securityRecommendation: boolean;
  /** "This code expires in … minutes."; undefined: nothing is said. */
  readonly expiresMinutes: number | undefined;
};
