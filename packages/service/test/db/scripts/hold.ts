/** Opens the data directory, says so, and keeps it until it is killed. */
import { openDatabase } from '../../../src/platform/database/open.ts';

await openDatabase({ dataDir: process.argv[2]! });
console.log('open');
