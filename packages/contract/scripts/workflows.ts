import { workflowsCommand } from '../src/cli/workflows.ts';

/** `mailwright-contract workflows` alone: it needs no judge of requests, which a clone has only after `npm run setup`. */
await workflowsCommand().parseAsync();
