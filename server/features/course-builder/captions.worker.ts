/** Captions as people upload them, made WebVTT. */

/** Blanks within a line only: a run of line breaks would be read again from each of its lines. */
const CUE = /^[ \t]*(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}[ \t]+-->[ \t]+(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}/m
const SRT_TIMES =
  /^([ \t]*(?:\d{1,2}:)?\d{1,2}:\d{2}),(\d{3}[ \t]+-->[ \t]+(?:\d{1,2}:)?\d{1,2}:\d{2}),(\d{3})/gm

/** Returns WebVTT unchanged and SRT converted to WebVTT; null for anything else. */
export const toWebVtt = (content: Uint8Array): string | null => {
  let decoded: string
  try {
    decoded = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
  const text = decoded.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (text.includes('\0') || !CUE.test(text)) return null
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return text
  const cues = text.replace(SRT_TIMES, '$1.$2.$3')
  return `WEBVTT\n\n${cues.trim()}\n`
}
