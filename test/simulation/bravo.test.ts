/** One of the simulated runs (simulated-run.ts). */
import { testRuns } from './simulated-run.ts';

testRuns('bravo');
