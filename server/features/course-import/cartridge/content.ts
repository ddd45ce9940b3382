/** Converts one resource of a cartridge into items of a topic. */
import type { ItemContent } from '#contract/course-builder/draft.ts'
import type { ImportKind, ImportLine } from '#contract/course-import/course-import.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { element, parseXml, textOf, XML_MAX_BYTES } from '#server/core/packages/xml.ts'
import { mediaKindOf, note } from '../plan.ts'
import { escapeHtml } from './html-parts.ts'
import type { Resource } from './manifest.ts'
import { pageOf } from './page.ts'
import { quizOf } from './quiz.ts'
import type { Content, Part, Reader } from './reader.ts'

const PAGE_MAX_BYTES = 8 * 1024 ** 2
const WORDS_PER_MINUTE = 200

export const leftOut = (...notes: ImportLine['notes']): Content => ({ title: '', parts: [], notes })

/** Converts a resource, with notes on what is left out. */
export const contentOf = async (reader: Reader, resource: Resource, title: string): Promise<Content> => {
  const [file] = resource.files
  const { type } = resource
  const reason = unsupported(type, file)
  if (reason) return leftOut(reason)
  if (file === undefined || !reader.zip.find(file)) return leftOut(note('file_missing', file ?? resource.id))
  try {
    if (/^imswl_/i.test(type)) return await linkOf(reader, file, title)
    if (/^imsqti_/i.test(type) || isBank(file)) return await quizWithIntroduction(reader, resource)
    const content = await fileOf(reader, file, title)
    return /assignment/i.test(file) && isCanvasResource(type)
      ? { ...content, notes: [...content.notes, note('assignment_as_page')] }
      : content
  } catch (error) {
    return leftOut(brokenPart(error, file))
  }
}

type Note = ImportLine['notes'][number]

const isCanvasResource = (type: string): boolean => /learning-application/i.test(type)

/** Why this kind of resource has no place in a course; null if it has one. */
const unsupported = (type: string, file: string | undefined): Note | null => {
  if (/^imsdt_/i.test(type)) return note('discussion')
  if (/lti|^assignment/i.test(type)) return note('not_supported', type)
  if (/^imsqti_test/i.test(type)) return note('settings_left_out')
  // Canvas keeps its settings in such resources, but also the syllabus and the texts of assignments.
  return isCanvasResource(type) && !isPage(file) && !isBank(file) ? note('settings_left_out') : null
}

/** A broken part is left out; a package that violates the format is rejected as a whole. */
const brokenPart = (error: unknown, file: string): Note => {
  if (!(error instanceof PackageError)) throw error
  if (error.code === 'zip_too_large') return note('part_too_large', file)
  if (error.code.startsWith('xml_')) return note('part_broken', error.message)
  throw error
}

const article = (html: string): Part => {
  const wordCount = html
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return {
    content: { type: 'article', html },
    minutes: Math.min(600, Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE))),
  }
}

export const isPage = (file = ''): boolean => /\.x?html?$/i.test(file)

/** A question bank of Canvas. */
const isBank = (file = ''): boolean => /\.xml\.qti$/i.test(file)

/** What a resource is in the package. */
export const kindOfResource = ({ type, files: [file = ''] }: Resource): ImportKind => {
  if (/^imsqti_test/i.test(type)) return 'other'
  if (/^imsqti_/i.test(type) || isBank(file)) return 'quiz'
  if (/^imswl_/i.test(type)) return 'link'
  if (/^imsdt_|lti|^assignment/i.test(type)) return 'other'
  if (isPage(file)) return 'page'
  if (isCanvasResource(type)) return 'other'
  return mediaKindOf(file) === 'video' ? 'video' : 'file'
}

const quizWithIntroduction = async (reader: Reader, resource: Resource): Promise<Content> => {
  const content = await quizOf(reader, resource)
  const [file = ''] = resource.files
  if (!content.introduction) return content
  const page = pageOf(Buffer.from(content.introduction), file, reader)
  if (!page || page.html.trim() === '') return content
  return {
    ...content,
    parts: [article(page.html), ...content.parts],
    notes: [...content.notes, note('quiz_description'), ...page.notes],
    below: [...page.below, ...(content.below ?? [])],
  }
}

const fileOf = async (reader: Reader, file: string, title: string): Promise<Content> => {
  if (isPage(file)) {
    const page = pageOf(await reader.zip.read(file, PAGE_MAX_BYTES), file, reader)
    if (!page) return leftOut(note('part_broken', file))
    return { title: page.title, parts: [article(page.html)], notes: page.notes, below: page.below }
  }
  const kind = mediaKindOf(file)
  const url = reader.planFile(file)
  if (kind === 'image' && url !== null)
    return {
      title: '',
      parts: [article(`<p><img src="${url}" alt="${escapeHtml(title)}"></p>`)],
      notes: [],
    }
  if (kind === 'video' && url !== null) {
    const mime = /webm$/i.test(file) ? 'video/webm' : 'video/mp4'
    const content: ItemContent = {
      type: 'video',
      sources: [{ url, mime }],
      poster_url: null,
      captions: [],
      duration_seconds: 0,
    }
    return { title: '', parts: [{ content, minutes: 5 }], notes: [] }
  }
  return leftOut(note('not_supported', file.split('.').at(-1) ?? file))
}

const linkOf = async ({ zip }: Reader, file: string, title: string): Promise<Content> => {
  const root = parseXml(await zip.read(file, XML_MAX_BYTES), file)
  const url = (element(root, 'url')?.attributes['href'] ?? '').trim()
  const label = textOf(element(root, 'title')).trim() || title || url
  if (!/^https?:\/\//i.test(url)) return leftOut(note('link_dropped', url))
  return {
    title: label,
    parts: [article(`<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`)],
    notes: [],
  }
}
