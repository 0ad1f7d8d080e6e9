import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './tier-table.ts';

/** Writes how long each test file took, its imports included, to the file that MAILWRIGHT_FILE_TIMES names. */
export default class ModulesReporter implements Reporter {
  readonly #times: FileTime[] = [];

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const tests = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped').length;
    const seconds = (duration + collectDuration + setupDuration) / 1000;
    this.#times.push({ file: module.relativeModuleId, level: module.project.name, tests, seconds });
  }

  onTestRunEnd(): void {
    const file = process.env.MAILWRIGHT_FILE_TIMES;
    if (file) writeFileSync(file, JSON.stringify(this.#times));
  }
}
