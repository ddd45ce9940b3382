/**
 * What a WebAssembly program held at one moment, to go back to. Typst keeps about 1 MB of each document and cannot be told
 * to forget; going back takes a few milliseconds, a new thread some hundred.
 */

const PAGE_BYTES = 65_536

/** The allocation functions of the program. */
export interface Allocator {
  readonly allocate: (bytes: number, align: number) => number
  readonly free: (address: number, bytes: number, align: number) => void
}

export interface MemoryImage {
  /** Forgets everything since. Only between two calls of the program, with nothing of it held outside. */
  readonly restore: () => void
}

/** `roomBytes`: for what comes before the next restore; a program that needs more keeps it for good. */
export const takeImage = (
  memory: WebAssembly.Memory,
  { allocate, free }: Allocator,
  roomBytes: number,
): MemoryImage => {
  // A program grows its memory only behind the end, and a restore would lose that part. So it takes the room beforehand.
  const room = allocate(roomBytes, 1) >>> 0
  free(room, roomBytes, 1)
  // The allocator's notes stand at both ends of free room; what is between them belongs to nobody.
  const freeFrom = Math.ceil(room / PAGE_BYTES + 1) * PAGE_BYTES
  const freeTo = Math.floor((room + roomBytes) / PAGE_BYTES - 1) * PAGE_BYTES
  const before = new Uint8Array(memory.buffer.slice(0, freeFrom))
  const after = new Uint8Array(memory.buffer.slice(freeTo))
  return {
    restore: () => {
      const bytes = new Uint8Array(memory.buffer)
      bytes.set(before)
      bytes.set(after, freeTo)
    },
  }
}
