/** A set of numbers that count from 1, as bits: a search asks it for every job of the board. */
export class IdSet {
  readonly #bits: Uint32Array

  constructor(ids: readonly number[]) {
    this.#bits = new Uint32Array((ids.reduce((most, id) => Math.max(most, id), 0) >>> 5) + 1)
    for (const id of ids) this.#bits[id >>> 5] = (this.#bits[id >>> 5] ?? 0) | (1 << (id & 31))
  }

  has(id: number): boolean {
    return (((this.#bits[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1
  }
}
