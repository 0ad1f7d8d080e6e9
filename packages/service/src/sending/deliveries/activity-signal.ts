/** Lets a loop wait for activity. Activity while the loop works ends its next wait at once. */
export class ActivitySignal {
  #hasRung = false;
  #endWait = () => {};

  ring(): void {
    this.#hasRung = true;
    this.#endWait();
  }

  async wait(millis: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, millis);
        this.#endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#hasRung = false;
  }
}
