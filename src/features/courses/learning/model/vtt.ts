/** Parses the part of WebVTT that caption files use. Pure. */
export interface Cue {
  start: number
  end: number
  text: string
}

const TIME = /^(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/
const ARROW = /^(\S+)\s+-->\s+(\S+)/

const secondsOf = (text: string): number | null => {
  const match = TIME.exec(text)
  if (!match) return null
  const [, hours = '0', minutes, seconds, thousandths] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}

/** Removes voices, classes and karaoke timestamps, which a transcript does not show. */
const stripMarkup = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()

/** The cues in order; other blocks (headers, notes, styles) and invalid ones are skipped. */
export const parseVtt = (file: string): Cue[] => {
  const blocks = file
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks
    .flatMap((block): Cue[] => {
      const lines = block.split('\n')
      const timingLine = lines.findIndex((line) => line.includes('-->'))
      const match = ARROW.exec(lines[timingLine]?.trim() ?? '')
      const [start, end] = [secondsOf(match?.[1] ?? ''), secondsOf(match?.[2] ?? '')]
      const text = stripMarkup(lines.slice(timingLine + 1).join(' '))
      return start !== null && end !== null && end > start && text !== '' ? [{ start, end, text }] : []
    })
    .toSorted((a, b) => a.start - b.start)
}

/** Folds case and diacritics for searching. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** The cues that contain every word; all cues for an empty query. */
export const searchCues = (cues: readonly Cue[], query: string): readonly Cue[] => {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return cues
  return cues.filter((cue) => words.every((word) => foldText(cue.text).includes(word)))
}

/** The index of the last cue that has started at this time; -1 before the first one. */
export const cueIndexAt = (cues: readonly Cue[], second: number): number => {
  const next = cues.findIndex((cue) => cue.start > second)
  return (next === -1 ? cues.length : next) - 1
}
