/** Runs in a worker thread. */
import { parseJson, type JsonResult } from './json-text.ts'

export const parse = ({ bytes, valuesMax }: { bytes: Uint8Array; valuesMax: number }): JsonResult =>
  parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'), valuesMax)
