import { InputError, StatusError } from '@mailwright/client';

/** Result of a change, or what is wrong with its input, for the form. Other failures are thrown. */
export async function attempt<Value>(change: Promise<Value>): Promise<{ value: Value } | { fault: string }> {
  try {
    return { value: await change };
  } catch (error) {
    if (error instanceof InputError) return { fault: error.message };
    if (error instanceof StatusError && error.status < 500 && error.status !== 401) return { fault: error.message };
    throw error;
  }
}
