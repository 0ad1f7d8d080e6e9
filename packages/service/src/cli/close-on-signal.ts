/** Running requests get 10 s, the database 30 s to end what it does; more is a fault. */
const boundMillis = 45_000;

/** The first signal ends the service when all is answered, but within 45 s; a second one at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const onSignal = () => {
    if (closing) process.exit(130);
    closing = true;
    console.error('Stopping …');
    setTimeout(() => {
      console.error(
        `Some work did not finish within ${boundMillis / 1000} s; changes that are not committed are rolled back.`,
      );
      process.exit(1);
    }, boundMillis).unref();
    close().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}
