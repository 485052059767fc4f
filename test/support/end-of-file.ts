/** Run before each file: support modules are loaded once for several, and register nothing anew. */
import { afterAll } from 'vitest';
import { endAll } from './after-file.ts';

afterAll(endAll);
