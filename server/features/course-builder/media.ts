/** The type of a video or captions by their content; the name and the browser's claim prove nothing. */
import type { FileHandle } from 'node:fs/promises'

interface Recognised {
  ending: string
  mime: string
}

const starts = (head: Buffer, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, index) => head[at + index] === byte)
const ascii = (head: Buffer, from: number, to: number): string => head.subarray(from, to).toString('latin1')

const VIDEOS: readonly [(head: Buffer) => boolean, Recognised][] = [
  [(head) => ascii(head, 4, 8) === 'ftyp', { ending: 'mp4', mime: 'video/mp4' }],
  [(head) => starts(head, [0x1a, 0x45, 0xdf, 0xa3]), { ending: 'webm', mime: 'video/webm' }],
]

/** The type of a video by its first bytes, or null. */
export const videoTypeOf = (head: Buffer): Recognised | null => VIDEOS.find(([is]) => is(head))?.[1] ?? null

const BOX_HEAD_BYTES = 16
const BOXES_MAX = 10_000
/** MP4 is boxes from the first byte to the last; with none called moov nothing can be played. */
const isWholeMp4 = async (file: FileHandle, size: number): Promise<boolean> => {
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
/** A Matroska file says in its head whether it keeps to WebM. */
const isWebm = async (file: FileHandle): Promise<boolean> => {
  const { buffer } = await file.read(Buffer.alloc(256), 0, 256, 0)
  return /\x42\x82.{1,8}?webm/s.test(buffer.toString('latin1'))
}

/** Whether a video is what its first bytes promise, as far as its frame tells. */
export const isWholeVideo = (ending: string, file: FileHandle, size: number): Promise<boolean> =>
  ending === 'mp4' ? isWholeMp4(file, size) : isWebm(file)

const CUE = /^\s*(\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}\s+-->\s+(\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}/m

/** WebVTT as it is, SRT rewritten as WebVTT; null for anything else. */
export const captionsFrom = (content: Buffer): string | null => {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (lines.includes('\0') || !CUE.test(lines)) return null
  if (/^WEBVTT(?:[ \t\n]|$)/.test(lines)) return lines
  const cues = lines.replace(
    /^(\s*(?:\d{1,2}:)?\d{1,2}:\d{2}),(\d{3})(\s+-->\s+(?:\d{1,2}:)?\d{1,2}:\d{2}),(\d{3})/gm,
    '$1.$2$3.$4',
  )
  return `WEBVTT\n\n${cues.trim()}\n`
}
