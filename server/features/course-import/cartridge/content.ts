/** Converts one resource of a cartridge into items of a topic. */
import type { ItemContent } from '#contract/course-builder/draft.ts'
import type { ImportKind, ImportLine } from '#contract/course-import/course-import.ts'
import { QUIZ_PASS_PERCENT_DEFAULT } from '#contract/limits.ts'
import { QUESTIONS_MAX } from '#contract/courses/quiz.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import {
  descendants,
  element,
  parseXml,
  textOf,
  XML_MAX_BYTES,
  type XmlNode,
} from '#server/core/packages/xml.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import { questionsOfBank } from '#server/core/question-import/qti.ts'
import { metadataOf } from '#server/core/question-import/qti1/items.ts'
import { mediaKindOf, note } from '../plan.ts'
import type { Resource } from './manifest.ts'
import { pageOf } from './page.ts'

export interface Reader {
  zip: Zip
  /** Folder of the manifest: empty, or ending with a slash. */
  root: string
  /** Plans a picture, video or caption file and returns its placeholder address; null for any other file. */
  planFile: (name: string) => string | null
}

export interface Content {
  title: string
  /** Several items where one may not hold everything; none for content that this product does not support. */
  parts: { content: ItemContent; minutes: number }[]
  notes: ImportLine['notes']
}

const PAGE_MAX_BYTES = 8 * 1024 ** 2
const WORDS_PER_MINUTE = 200
const MINUTES_PER_QUESTION = 1

const leftOut = (...notes: ImportLine['notes']): Content => ({ title: '', parts: [], notes })

/** Converts a resource, with notes on what is left out. */
export const contentOf = async (reader: Reader, resource: Resource, title: string): Promise<Content> => {
  const [file] = resource.files
  const { type } = resource
  if (/^imsdt_/i.test(type)) return leftOut(note('discussion'))
  if (/lti|^assignment/i.test(type)) return leftOut(note('not_supported', type))
  // Canvas keeps its settings in such resources, but also the syllabus and the texts of assignments.
  if (/learning-application/i.test(type) && !isPage(file)) return leftOut(note('settings_left_out'))
  if (file === undefined || !reader.zip.find(file)) return leftOut(note('file_missing', file ?? resource.id))
  try {
    if (/^imswl_/i.test(type)) return await linkOf(reader, file, title)
    if (/^imsqti_/i.test(type)) return await quizOf(reader, file)
    const content = await fileOf(reader, file, title)
    return /assignment/i.test(file) && /learning-application/i.test(type)
      ? { ...content, notes: [...content.notes, note('assignment_as_page')] }
      : content
  } catch (error) {
    // A broken part is left out; a package that violates the format is rejected as a whole.
    if (!(error instanceof PackageError)) throw error
    if (error.code === 'zip_too_large') return leftOut(note('part_too_large', file))
    if (error.code.startsWith('xml_')) return leftOut(note('part_broken', error.message))
    throw error
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const article = (html: string): Content['parts'][number] => {
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

/** What a resource is in the package. */
export const kindOfResource = ({ type, files: [file = ''] }: Resource): ImportKind => {
  if (/^imsqti_/i.test(type)) return 'quiz'
  if (/^imswl_/i.test(type)) return 'link'
  if (/^imsdt_|lti|^assignment/i.test(type)) return 'other'
  if (isPage(file)) return 'page'
  if (/learning-application/i.test(type)) return 'other'
  return mediaKindOf(file) === 'video' ? 'video' : 'file'
}

const fileOf = async (reader: Reader, file: string, title: string): Promise<Content> => {
  if (isPage(file)) {
    const page = pageOf(await reader.zip.read(file, PAGE_MAX_BYTES), file, reader)
    if (!page) return leftOut(note('part_broken', file))
    return { title: page.title, parts: [article(page.html)], notes: page.notes }
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

const quizOf = async ({ zip }: Reader, file: string): Promise<Content> => {
  const root = parseXml(await zip.read(file, XML_MAX_BYTES), file)
  const rows = await questionsOfBank(root)
  const questions = rows.flatMap(({ question }) => (question ? [question] : []))
  const leftOutCount = rows.length - questions.length
  const assessment = descendants(root, ({ name }) => name === 'assessment')[0]
  const notes = [
    ...(leftOutCount > 0 ? [note('questions_left_out', String(leftOutCount))] : []),
    ...(rows.some(({ question, issues }) => question && issues.length > 0) ? [note('page_cleaned')] : []),
  ]
  const parts: Content['parts'] = []
  for (let at = 0; at < questions.length; at += QUESTIONS_MAX) {
    const chunk = questions.slice(at, at + QUESTIONS_MAX)
    parts.push({
      content: {
        type: 'quiz',
        pass_percent: QUIZ_PASS_PERCENT_DEFAULT,
        attempts_limit: attemptsOf(assessment),
        cooldown_minutes: 0,
        reveal: 'done',
        questions: chunk as unknown as Extract<ItemContent, { type: 'quiz' }>['questions'],
      },
      minutes: Math.max(1, chunk.length * MINUTES_PER_QUESTION),
    })
  }
  return { title: assessment?.attributes['title']?.trim() ?? '', parts, notes }
}

const ATTEMPTS_MAX = 100
/** The attempt limit; null for unlimited attempts. */
const attemptsOf = (assessment: XmlNode | undefined): number | null => {
  const head = assessment && element(assessment, 'qtimetadata')
  const value = head ? (metadataOf(head).get('cc_maxattempts') ?? '') : ''
  const count = /^\d{1,3}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= ATTEMPTS_MAX ? count : null
}
