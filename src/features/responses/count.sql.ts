/** Counts how long people waited, when they are answered. */

/**
 * A step of waiting times: each is a tenth longer than the one before, so that a year of a million
 * answers is few rows, and what is told of them at most a twentieth off.
 */
const STEP = 1.1;

/** The seconds that a step stands for. */
export const secondsOf = (step: number): number => Math.round(STEP ** step - 1);

/** @param ended rows of account_id, kind, user_id, waits_since and answered_at */
export const countResponses = (ended: string): string => `
  insert into responses as r (account_id, day, kind, user_id, step, answers)
  select account_id, (waits_since at time zone 'Asia/Karachi')::date, kind, user_id,
    round(ln(1 + extract(epoch from answered_at - waits_since)) / ln(${STEP})), count(*)
  from (${ended}) as e
  where waits_since <= answered_at
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (account_id, day, kind, user_id, step)
    do update set answers = r.answers + excluded.answers`;
