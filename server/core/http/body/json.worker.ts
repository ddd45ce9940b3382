/** Runs in a worker thread. */
import { parseJson, type JsonResult } from './json-text.ts'

export const parse = ({
  pieces,
  valuesMax,
}: {
  pieces: readonly Uint8Array[]
  valuesMax: number
}): JsonResult => parseJson(Buffer.concat(pieces).toString('utf8'), valuesMax)
