/**
 * Takes the data of inlined pictures out of HTML before it is parsed, and puts markers in their place: megabytes of
 * picture are no text to sanitize.
 */
import { randomUUID } from 'node:crypto'

export interface TakenOut {
  /** The HTML with markers; a marker is valid picture data for the sanitizer. */
  readonly html: string
  /** The data of the picture at a marker, as written; null for any other text. */
  readonly dataAt: (marker: string) => string | null
  /** Puts the data back for markers that are not pictures, for example in a code block. */
  readonly restore: (html: string) => string
}

const HEAD = /data:image\/(?:png|jpe?g|gif|webp);base64,/gi
const DATA = /[a-z0-9+/=]*/iy
/** In quotes the data may be broken into lines. */
const QUOTED_DATA = /[a-z0-9+/=\s]*/iy

/** Linear in the length of the HTML. */
export const takePicturesOut = (html: string): TakenOut => {
  // Nobody can write a marker that leads to a picture of the same post.
  const name = randomUUID().replaceAll('-', '')
  const taken: string[] = []
  const parts: string[] = []
  let end = 0
  for (const head of html.matchAll(HEAD)) {
    const from = head.index + head[0].length
    if (head.index < end) continue
    const data = dataFrom(html, from, html[head.index - 1])
    parts.push(html.slice(end, from), `${name}x${taken.length}x`)
    taken.push(data)
    end = from + data.length
  }
  parts.push(html.slice(end))
  const markers = new RegExp(`${name}x(\\d+)x`, 'g')
  return {
    html: parts.join(''),
    dataAt: (marker) => {
      const [whole, index] = new RegExp(markers).exec(marker) ?? []
      return whole === marker ? (taken[Number(index)] ?? null) : null
    },
    restore: (text) => text.replace(markers, (_marker, index) => taken[Number(index)] ?? ''),
  }
}

const dataFrom = (html: string, from: number, before: string | undefined): string => {
  if (before === '"' || before === "'") {
    const data = matchAt(QUOTED_DATA, html, from)
    if (html[from + data.length] === before) return data
  }
  return matchAt(DATA, html, from)
}

const matchAt = (pattern: RegExp, text: string, index: number): string => {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? ''
}
