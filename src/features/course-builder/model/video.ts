import type { Language } from '#contract/common.ts'

/** Each language by its own name, as the captions' menu of the player shows it. */
export const languageNames: Record<Language, string> = { en: 'English', hi: 'हिन्दी', ar: 'العربية' }

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  m3u8: 'application/vnd.apple.mpegurl',
}

/** The type of the video at an https address by its ending; null for what the player could not play. */
export const mimeOfAddress = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const ending = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''
  return url.protocol === 'https:' ? (TYPES[ending] ?? null) : null
}
