#!/usr/bin/env node
import { DescriptionError } from '@mailwright/codegen/description';
import { Command } from 'commander';
import { PreconditionsError } from '../preconditions/load.ts';
import { mockCommand } from './mock.ts';
import { UsageError } from './options.ts';
import { verifyCommand } from './verify.ts';

const program = new Command('mailwright-contract')
  .description('Contract tests for services that speak XML')
  .addCommand(mockCommand())
  .addCommand(verifyCommand());

try {
  await program.parseAsync();
} catch (error) {
  const isExpected =
    error instanceof DescriptionError || error instanceof PreconditionsError || error instanceof UsageError;
  if (!isExpected) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
