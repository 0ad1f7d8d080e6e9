/** The database could not be shut down, because somebody does not give back a connection or a statement does not end. */
export class CloseTimeoutError extends Error {
  override name = 'CloseTimeoutError';
  constructor(timeoutMillis: number) {
    super(
      `The database did not close within ${timeoutMillis / 1000} s: a transaction or a statement is still running. It is rolled back at the next start.`,
    );
  }
}

/** Waits for the end of closing, but not for ever. @throws CloseTimeoutError */
export async function closeInTime(closing: Promise<void>, timeoutMillis: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new CloseTimeoutError(timeoutMillis)), timeoutMillis);
  try {
    await Promise.race([closing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
