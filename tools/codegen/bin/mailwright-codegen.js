#!/usr/bin/env node
import { start } from '../../start.js';

await start('mailwright-codegen', () => import('../src/cli.ts'));
