#!/usr/bin/env node
import { start } from '../../../tools/start.js';

await start('mailwright-contract', () => import('../src/cli/main.ts'));
