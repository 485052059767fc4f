/**
 * Runs before each file: support modules are loaded once for several files, and register nothing
 * again.
 */
import { afterAll } from 'vitest';
import { endAll } from './after-file.ts';

afterAll(endAll);
