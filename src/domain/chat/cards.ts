/**
 * A carousel: two to ten cards, each with an image or a video, a text and buttons, under one text
 * (public pages of the platform, 24 June 2026).
 */
import { limit } from '../limits.ts';
import type { ChatProposal, ProposedCard } from './components.ts';
import type { RuleFault } from './template.ts';
import { countCharacters } from './text.ts';
import { faultsOfUrls, faultsOfVariables } from './variables.ts';

/** What the platform demands of a template with cards. */
export function faultsOfCards(proposal: ChatProposal): readonly RuleFault[] {
  const { category, cards, header, footer, offer, buttons } = proposal;
  const [first] = cards;
  if (first === undefined) return [];
  const most = limit('chatCards');
  const rules: readonly Rule[] = [
    [category === 'marketing', '/cards', 'is for templates of the category marketing'],
    [cards.length >= 2 && cards.length <= most, '/cards', `must be 2 to ${most}`],
    [header === undefined, '/header', 'must not be given beside cards'],
    [footer === undefined, '/footer', 'must not be given beside cards'],
    [offer === undefined, '/offer', 'must not be given beside cards'],
    [buttons.length === 0, '/buttons', 'must not be given beside cards, which have their own'],
    ...cards.flatMap((card, place) => rulesOfCard(card, `/cards/${place}`, first)),
  ];
  return [
    ...rules.flatMap(([isFit, pointer, rule]) => (isFit ? [] : [{ pointer, rule }])),
    ...cards.flatMap(({ body, buttons: own }, place) => [
      ...(body === undefined ? [] : faultsOfVariables(`/cards/${place}/body`, body)),
      ...faultsOfUrls(`/cards/${place}/buttons`, own),
    ]),
  ];
}

type Rule = readonly [isFit: boolean, pointer: string, rule: string];

function rulesOfCard(card: ProposedCard, at: string, first: ProposedCard): readonly Rule[] {
  const { header, body, buttons } = card;
  const most = { body: limit('chatCardCharacters'), buttons: limit('chatCardButtons') };
  const text = body?.text ?? '';
  return [
    [header.type === first.header.type, `${at}/header`, 'must be of one type in all cards'],
    [
      (body === undefined) === (first.body === undefined),
      `${at}/body`,
      'must be in all cards or none',
    ],
    [body === undefined || text.trim() !== '', `${at}/body/text`, 'must be given'],
    [
      countCharacters(text) <= most.body,
      `${at}/body/text`,
      `must not have more than ${most.body} characters`,
    ],
    [buttons.length <= most.buttons, `${at}/buttons`, `must not be more than ${most.buttons}`],
    [kindsOf(card) === kindsOf(first), `${at}/buttons`, 'must be of the same types in all cards'],
  ];
}

const kindsOf = ({ buttons }: ProposedCard): string => buttons.map(({ type }) => type).join(' ');
