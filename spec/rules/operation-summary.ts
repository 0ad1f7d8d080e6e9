import type { Oas3Rule } from '@redocly/openapi-core';

/** A summary is one short line that starts with a capital and has no full stop. */
export const operationSummary: Oas3Rule = () => ({
  Operation(operation, { report, location }) {
    const summary = operation.summary ?? '';
    if (/^[A-Z][^\n]{4,69}[^.\n]$/.test(summary)) return;
    const message = `Summary \`${summary}\` is not one line of 6 to 71 characters that starts with a capital and has no full stop.`;
    report({ message, location: location.child(['summary']) });
  },
});
