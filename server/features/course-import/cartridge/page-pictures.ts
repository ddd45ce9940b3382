/**
 * Pictures of a page. Those in the package come along. Those on other websites become links, because the app's content
 * policy blocks them and the server never fetches strangers' addresses
 * (docs/decisions/courses/link-to-pictures-from-the-web.md).
 */
import type { Language } from '#contract/languages.ts'
import { inlineImage } from '#contract/text/html.ts'
import { mediaKindOf, note, type PlannedLine } from '../plan.ts'
import { plainText } from '../new-document.ts'
import { attributeOf, escapeHtml, isInside, webAddress } from './html-parts.ts'
import { plainPath } from './manifest.ts'
import type { PageContext } from './reader.ts'

/** Addresses with this prefix refer to the cartridge's files folder. */
export const FILE_BASE = /^(?:\$IMS-CC-FILEBASE\$|%24IMS-CC-FILEBASE%24)\/?(?:\.\.\/)*/i

const PICTURE: Readonly<Record<Language, string>> = { en: 'Picture', hi: 'चित्र', ar: 'صورة' }

interface PicturesOfPage {
  html: string
  /** Pictures from the web and broken ones. */
  lines: PlannedLine[]
}

export const withPictures = (body: string, path: string, context: PageContext): PicturesOfPage => {
  const lines: PlannedLine[] = []
  const html = body.replace(/<img\b[^<>]*>/gi, (tag: string, at: number) => {
    const formula = attributeOf(tag, 'data-equation-content')
    if (formula) return `<code class="language-math">${escapeHtml(formula)}</code>`
    const source = attributeOf(tag, 'src') ?? ''
    const alt = (attributeOf(tag, 'alt') ?? '').trim()
    const leaveOut = (code: 'file_missing' | 'file_refused', detail: string) => {
      lines.push(lineOf(path, alt, 'nothing', code, detail))
      return escapeHtml(alt)
    }
    if (/^data:/i.test(source))
      return inlineImage.test(source) ? tag : leaveOut('file_refused', source.slice(0, 40))
    const address = webAddress(source)
    if (address !== null) {
      const name = alt || fileNameOf(address)
      lines.push(lineOf(path, name, 'link', 'web_picture', address))
      return linkTo(address, `${PICTURE[context.language]}: ${name}`, isInside('a', body, at))
    }
    const url = plannedUrlOf(source, path, context)
    if (url === null) return leaveOut('file_missing', source)
    return `<img src="${url}" alt="${escapeHtml(alt)}">`
  })
  return { html, lines }
}

const lineOf = (
  path: string,
  title: string,
  becomes: 'link' | 'nothing',
  code: 'web_picture' | 'file_missing' | 'file_refused',
  detail: string,
): PlannedLine => ({
  path,
  title: plainText(title),
  kind: becomes === 'link' ? 'picture' : 'file',
  becomes,
  notes: [note(code, detail)],
})

/** A link inside a link is no valid HTML, so there the address is text. */
const linkTo = (address: string, text: string, isInLink: boolean): string =>
  isInLink ? escapeHtml(`${text} (${address})`) : `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`

const fileNameOf = (address: string): string => {
  const { hostname, pathname } = new URL(address)
  const name = plainPath(pathname.split('/').at(-1) ?? '')
  return name === '' ? hostname : `${name} (${hostname})`
}

/** Resolves an image address against the page's folder or the cartridge's files folder. */
const plannedUrlOf = (
  source: string,
  path: string,
  { manifest: { root }, planFile }: PageContext,
): string | null => {
  const name = plainPath(source.replace(FILE_BASE, ''))
  if (mediaKindOf(name) !== 'image') return null
  const folder = path.split('/').slice(0, -1)
  const candidates = FILE_BASE.test(source)
    ? [root + name, `${root}web_resources/${name}`]
    : [joinPath(folder, plainPath(source.replace(/^\/+/, ''))), root + name]
  for (const candidate of candidates) {
    const url = candidate === null ? null : planFile(candidate)
    if (url !== null) return url
  }
  return null
}

/** Joins a relative path to a folder; null for a path that leads out of the package. */
export const joinPath = (folder: readonly string[], relative: string): string | null => {
  const parts = [...folder]
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}
