/** The type of a video by its content; the name and the browser's claim prove nothing. */
import type { FileHandle } from 'node:fs/promises'

interface MediaType {
  ending: string
  mime: string
}

const startsWith = (head: Buffer, bytes: readonly number[], offset = 0): boolean =>
  bytes.every((byte, index) => head[offset + index] === byte)
const ascii = (head: Buffer, from: number, to: number): string => head.subarray(from, to).toString('latin1')

const VIDEOS: readonly [(head: Buffer) => boolean, MediaType][] = [
  [(head) => ascii(head, 4, 8) === 'ftyp', { ending: 'mp4', mime: 'video/mp4' }],
  [(head) => startsWith(head, [0x1a, 0x45, 0xdf, 0xa3]), { ending: 'webm', mime: 'video/webm' }],
]

/** The type of a video by its first bytes, or null. */
export const detectVideo = (head: Buffer): MediaType | null =>
  VIDEOS.find(([matches]) => matches(head))?.[1] ?? null

const BOX_HEAD_BYTES = 16
const BOXES_MAX = 10_000
/** An MP4 file consists of boxes from start to end; without a `moov` box it cannot be played. */
const isCompleteMp4 = async (file: FileHandle, size: number): Promise<boolean> => {
  let at = 0
  let playable = false
  for (let boxes = 0; at < size; boxes += 1) {
    if (boxes > BOXES_MAX || size - at < 8) return false
    const { buffer } = await file.read(Buffer.alloc(BOX_HEAD_BYTES), 0, BOX_HEAD_BYTES, at)
    const short = buffer.readUInt32BE(0)
    const length = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? size - at : short
    const type = ascii(buffer, 4, 8)
    if (length < 8 || at + length > size || !/^[\w \xa9-]{4}$/.test(type)) return false
    playable ||= type === 'moov'
    at += length
  }
  return playable
}
/** A Matroska file declares in its header whether it is WebM. */
const isWebm = async (file: FileHandle): Promise<boolean> => {
  const { buffer } = await file.read(Buffer.alloc(256), 0, 256, 0)
  return /\x42\x82.{1,8}?webm/s.test(buffer.toString('latin1'))
}

/** Whether a video's structure matches the type that its first bytes claim. */
export const isCompleteVideo = (ending: string, file: FileHandle, size: number): Promise<boolean> =>
  ending === 'mp4' ? isCompleteMp4(file, size) : isWebm(file)
