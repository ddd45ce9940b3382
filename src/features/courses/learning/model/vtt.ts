/** Captions as lines to read: the part of WebVTT that caption files use. Pure. */
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

/** Voices, classes and karaoke times are for the picture; a reader wants the words. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()

/** The cues in their order; blocks that are none (headers, notes, styles) and damaged ones are left out. */
export const parseVtt = (file: string): Cue[] => {
  const blocks = file
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks
    .flatMap((block): Cue[] => {
      const lines = block.split('\n')
      const at = lines.findIndex((line) => line.includes('-->'))
      const match = ARROW.exec(lines[at]?.trim() ?? '')
      const [start, end] = [secondsOf(match?.[1] ?? ''), secondsOf(match?.[2] ?? '')]
      const text = plain(lines.slice(at + 1).join(' '))
      return start !== null && end !== null && end > start && text !== '' ? [{ start, end, text }] : []
    })
    .toSorted((a, b) => a.start - b.start)
}

/** Without regard to capitals and marks of accent. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** The lines in which all the words occur; all lines for no words. */
export const searchCues = (cues: readonly Cue[], words: string): readonly Cue[] => {
  const wanted = foldText(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return cues
  return cues.filter((cue) => wanted.every((word) => foldText(cue.text).includes(word)))
}

/** The line spoken at a moment: the last one that began. */
export const cueIndexAt = (cues: readonly Cue[], second: number): number => {
  const next = cues.findIndex((cue) => cue.start > second)
  return (next === -1 ? cues.length : next) - 1
}
