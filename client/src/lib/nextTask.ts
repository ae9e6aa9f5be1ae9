/** Lets the browser paint and hear the visitor between two pieces of work. Unlike timers, this is not slowed in hidden tabs. */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
