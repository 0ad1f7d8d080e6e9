/** MJML asks whether there is a `localStorage`; Node warns of each such question unless the thread has none. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true });
