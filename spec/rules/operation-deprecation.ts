import type { Oas3Rule } from '@redocly/openapi-core';
import type { Yaml } from './reading.ts';

const DAY = 86_400_000;

/** A deprecated operation says since when it is, when it ends (a year later or more, docs/guides/stability.md), and what to use instead. */
export const operationDeprecation: Oas3Rule = () => ({
  Operation(operation: Yaml, context) {
    const { deprecated, description = '', 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
    if (deprecated !== true) {
      for (const key of ['x-deprecated-since', 'x-sunset'])
        if (operation[key] !== undefined) report(key, `${key} stands only beside \`deprecated: true\`.`);
      return;
    }
    const [first, last] = [Date.parse(since), Date.parse(sunset)];
    if (Number.isNaN(first)) report('x-deprecated-since', 'A deprecated operation needs x-deprecated-since, a day.');
    if (Number.isNaN(last)) report('x-sunset', 'A deprecated operation needs x-sunset, a day.');
    if (last - first < 365 * DAY) report('x-sunset', 'x-sunset must be a year or more after x-deprecated-since.');
    if (!/\binstead\b/.test(description))
      report('description', 'The description must say what to use instead of a deprecated operation.');

    function report(key: string, message: string) {
      context.report({ message, location: context.location.child([key]) });
    }
  },
});
