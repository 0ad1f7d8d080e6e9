import { expect, test } from 'vitest';
import { newcomerEnvironment } from './environment.ts';

test.each([
  [
    { HOME: '/home/ada', npm_config_loglevel: 'error', NX_TASK_TARGET_TARGET: 'test' },
    { HOME: '/home/ada', PATH: '' },
  ],
  [{ INIT_CWD: '/repo', NODE_ENV: 'test', MAILWRIGHT_PORT: '1', DATABASE_URL: 'postgres://' }, { PATH: '' }],
  [{ PATH: '/repo/node_modules/.bin:/repo/node_modules/node/bin:/usr/bin:/bin' }, { PATH: '/usr/bin:/bin' }],
])('%j', (env, wanted) => {
  expect(newcomerEnvironment(env)).toEqual(wanted);
});
