/** A set of numbers that count from 1, as bits: a search asks it for every job of the board. */
export class IdSet {
  readonly #bits: Uint32Array

  private constructor(bits: Uint32Array) {
    this.#bits = bits
  }

  static of(ids: readonly number[]): IdSet {
    const bits = new Uint32Array((ids.reduce((most, id) => Math.max(most, id), 0) >>> 5) + 1)
    for (const id of ids) bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31))
    return new IdSet(bits)
  }

  /** What is in both. */
  and(other: IdSet): IdSet {
    return new IdSet(this.#bits.map((bits, index) => bits & (other.#bits[index] ?? 0)))
  }

  has(id: number): boolean {
    return (((this.#bits[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1
  }
}
