/**
 * Runs before each file of the kinds whose services run in this process, and makes the hashes of
 * new passwords cheap: each is 60 ms of a core otherwise. A hash names its costs, so that other
 * programs can still verify it. What passwords cost in production is tested in
 * src/kit/password.test.ts, and by every kind that starts the program.
 */
import { COSTS } from '../../src/kit/password.ts';

Object.assign(COSTS, { memory: 64, passes: 1 });
