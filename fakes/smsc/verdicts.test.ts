import { describe, expect, it } from 'vitest';
import { submitSm } from '@paigham/smpp';
import { plainBehaviour, type Behaviour } from './knobs.ts';
import { Verdicts, type Verdict } from './verdicts.ts';

const message = submitSm({ destination: '923001234567' });

function judge(change: Partial<Behaviour>, submits: number): readonly Verdict[] {
  const verdicts = new Verdicts({ ...plainBehaviour(), ...change });
  return Array.from({ length: submits }, () => verdicts.judge(message));
}

describe('the verdict on a submit', () => {
  it('leaves this many unanswered', () => {
    const verdicts = judge({ ignoreNext: 2 }, 3);
    expect(verdicts.map(({ ignore }) => ignore)).toEqual([true, true, false]);
  });

  it('drops the link once, at the given submit', () => {
    const verdicts = judge({ dropPoint: 'before_answer', dropAfterSubmits: 2 }, 4);
    expect(verdicts.map(({ drop }) => drop)).toEqual(['none', 'before_answer', 'none', 'none']);
  });

  it('is unchanged by a dropped link', () => {
    const refuseNumbers = [{ pattern: '7$', status: 0x0b }];
    const drop = { dropPoint: 'after_answer', dropAfterSubmits: 1 } as const;
    const [verdict] = judge({ refuseNumbers, ...drop }, 1);
    expect(verdict).toMatchObject({ status: 0x0b, drop: 'after_answer' });
  });
});
