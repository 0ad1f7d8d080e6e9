#!/usr/bin/env node
import { start } from '../../../tools/start.js';

await start('mailwright-console', () => import('../src/cli/main.ts'));
