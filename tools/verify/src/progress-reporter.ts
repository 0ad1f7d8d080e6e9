import type { Reporter } from 'vitest/node';

/** Tells the parent process of each test that has ended, so that a run is stopped for lack of progress only. */
export default class ProgressReporter implements Reporter {
  onTestModuleCollected(): void {
    process.send?.('progress');
  }

  onTestCaseResult(): void {
    process.send?.('progress');
  }
}
