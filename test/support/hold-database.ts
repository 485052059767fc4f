/**
 * A program that starts the embedded database of the folder it is given, tells its process on
 * standard output, and then does nothing: to be killed by a test.
 */
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';

const embedded = await startEmbedded({ dataDir: process.argv[2] ?? '' });
console.log(JSON.stringify({ database: embedded.pid(), address: embedded.logins.owner }));
