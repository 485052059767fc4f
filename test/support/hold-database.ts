/**
 * A program that starts the embedded database in the given folder, prints its process id, and then
 * does nothing, for a test to kill it.
 */
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';

const embedded = await startEmbedded({ dataDir: process.argv[2] ?? '' });
console.log(JSON.stringify({ database: embedded.pid(), address: embedded.logins.owner }));
