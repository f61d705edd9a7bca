/**
 * Time and chance, as a session takes them; tests bring their own.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
  /** Calls back after so many milliseconds, once, unless the function that it answers is called before. */
  after(milliseconds: number, call: () => void): () => void;
}

/** The longest time that a timer takes; what is longer is as good as endless. */
const LONGEST = 2 ** 31 - 1;

export const hostClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) =>
    new Promise((done) => {
      setTimeout(done, milliseconds);
    }),
  after(milliseconds, call) {
    const timer = setTimeout(call, Math.min(milliseconds, LONGEST));
    return () => clearTimeout(timer);
  },
};

/** A number from 0 up to 1, to tell things apart and to wait for different times: nothing that it makes is a secret. */
export function hostRandom(): number {
  return Math.random();
}
