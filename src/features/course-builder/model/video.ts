import type { Language } from '#contract/languages.ts'
import type { VideoContent } from '#contract/course-builder/draft.ts'

const MIME_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  m3u8: 'application/vnd.apple.mpegurl',
}

/** The MIME type of a video by the extension of its https URL; null if the player cannot play it. */
export const mimeTypeOfUrl = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const ending = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''
  return url.protocol === 'https:' ? (MIME_TYPES[ending] ?? null) : null
}

/** `3:07`, `1:02:09`. */
export const clockOf = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Parses a time in digits of any supported script; null if it is invalid. */
export const secondsFrom = (typed: string): number | null => {
  const plain = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
  const match = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]?\d)$/.exec(plain) ?? /^()()(\d{1,5})$/.exec(plain)
  if (!match) return null
  const [hours, minutes, seconds] = [match[1], match[2], match[3]].map((part) => Number(part || 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

type Chapters = NonNullable<VideoContent['chapters']>

/** Sets a chapter's title in one language; an empty title removes the translation. */
export const withChapterTitle = (
  chapters: Chapters,
  index: number,
  language: Language,
  title: string,
): Chapters =>
  chapters.map((chapter, otherIndex) => {
    if (otherIndex !== index) return chapter
    const { [language]: _, ...others } = chapter.titles ?? {}
    return { ...chapter, titles: title.trim() === '' ? others : { ...others, [language]: title } }
  })
