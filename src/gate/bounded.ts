/** A memory that forgets everything where it would grow beyond a bound. */
export class Bounded<K, V> {
  readonly #most: number;
  readonly #values = new Map<K, V>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What is kept for a key, made where there is nothing yet. */
  get(key: K, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    if (this.#values.size >= this.#most) this.#values.clear();
    const value = make();
    this.#values.set(key, value);
    return value;
  }
}
