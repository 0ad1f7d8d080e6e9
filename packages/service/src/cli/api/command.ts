import { operationsCommand } from '@mailwright/tool-runtime/cli';
import { Command } from 'commander';
import { api } from '../../app/tools/api.ts';
import { access } from './access.ts';

const examples = `
Without an operation this lists what there is:
  mailwright api                          the groups of operations
  mailwright api contacts                 the operations of one group
  mailwright api contacts get --help      parameters and body of an operation

Examples:
  mailwright api ping ping-get
  mailwright api contacts get-by-email ada.moreau@example.com --standard-field FIRSTNAME --json
  mailwright api mailings create --name Spring --subject "Spring is here"
  mailwright api mailings set-html 7 --body page.html
  mailwright api contact-filters create --body '{"name": "All", "rules": []}'
`;

/** `mailwright api`: every operation of the description as a command, against a running service. */
export function apiCommand(): Command {
  const command = new Command('api').description('call an API operation of a running service');
  return operationsCommand(command, api, { call: 'mailwright api', access, examples });
}
