#!/usr/bin/env node
import { start } from '../../../tools/start.js';

await start('mailwright', () => import('../src/cli/main.ts'));
