import type { ToolApi } from '@mailwright/tool-runtime';
import { version } from '../../platform/version.ts';
import { operations } from './generated/tools/operations.ts';
import { schemas } from './generated/tools/schemas.ts';

/** The API of the service, as the generated tools know it. */
export const api: ToolApi = {
  name: 'mailwright',
  title: 'Mailwright',
  version,
  description: '',
  schemes: [],
  operations,
  schemas,
  loadClient: () => import('@mailwright/client/raw'),
};
