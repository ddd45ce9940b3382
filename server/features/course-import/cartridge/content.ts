/** One resource of a cartridge as what a topic holds. */
import type { ItemContent } from '#contract/course-builder/draft.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
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
import { metadataOf, questionsOfBank } from '#server/core/question-import/index.ts'
import { mediaKindOf, note } from '../plan.ts'
import type { Resource } from './manifest.ts'
import { pageOf } from './page.ts'

export interface Reader {
  zip: Zip
  /** The address that a picture, video or caption file of the package will have; null for any other. */
  place: (name: string) => string | null
}

export interface Content {
  title: string
  /** Several where one item may not hold it all; none where this product has no place for it. */
  parts: { content: ItemContent; minutes: number }[]
  notes: ImportLine['notes']
}

const PAGE_MAX_BYTES = 8 * 1024 ** 2
const WORDS_A_MINUTE = 200
const MINUTES_A_QUESTION = 1

const nothing = (...notes: ImportLine['notes']): Content => ({ title: '', parts: [], notes })

/** What a resource becomes, and what of it does not come along. */
export const contentOf = async (reader: Reader, resource: Resource, title: string): Promise<Content> => {
  const [file] = resource.files
  const { type } = resource
  if (/^imsdt_/i.test(type)) return nothing(note('discussion'))
  if (/lti|assignment|learning-application/i.test(type)) return nothing(note('not_supported', type))
  if (file === undefined || !reader.zip.find(file)) return nothing(note('file_missing', file ?? resource.id))
  try {
    if (/^imswl_/i.test(type)) return await linkOf(reader, file, title)
    if (/^imsqti_/i.test(type)) return await quizOf(reader, file)
    return await fileOf(reader, file, title)
  } catch (error) {
    // A part that is broken is left out; a package that is not what it says is refused whole.
    if (error instanceof PackageError && error.code.startsWith('xml_'))
      return nothing(note('part_broken', error.message))
    throw error
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const article = (html: string): Content['parts'][number] => {
  const words = html
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return {
    content: { type: 'article', html },
    minutes: Math.min(600, Math.max(1, Math.round(words / WORDS_A_MINUTE))),
  }
}

const fileOf = async ({ zip, place }: Reader, file: string, title: string): Promise<Content> => {
  if (/\.x?html?$/i.test(file)) {
    const page = pageOf(await zip.read(file, PAGE_MAX_BYTES), file, place)
    if (!page) return nothing(note('part_broken', file))
    return { title: page.title, parts: [article(page.html)], notes: page.notes }
  }
  const kind = mediaKindOf(file)
  const address = place(file)
  if (kind === 'image' && address !== null)
    return {
      title: '',
      parts: [article(`<p><img src="${address}" alt="${escaped(title)}"></p>`)],
      notes: [],
    }
  if (kind === 'video' && address !== null) {
    const mime = /webm$/i.test(file) ? 'video/webm' : 'video/mp4'
    const content: ItemContent = {
      type: 'video',
      sources: [{ url: address, mime }],
      poster_url: null,
      captions: [],
      duration_seconds: 0,
    }
    return { title: '', parts: [{ content, minutes: 5 }], notes: [] }
  }
  return nothing(note('not_supported', file.split('.').at(-1) ?? file))
}

const linkOf = async ({ zip }: Reader, file: string, title: string): Promise<Content> => {
  const root = parseXml(await zip.read(file, XML_MAX_BYTES), file)
  const address = (element(root, 'url')?.attributes['href'] ?? '').trim()
  const words = textOf(element(root, 'title')).trim() || title || address
  if (!/^https?:\/\//i.test(address)) return nothing(note('link_dropped', address))
  return {
    title: words,
    parts: [article(`<p><a href="${escaped(address)}">${escaped(words)}</a></p>`)],
    notes: [],
  }
}

const quizOf = async ({ zip }: Reader, file: string): Promise<Content> => {
  const root = parseXml(await zip.read(file, XML_MAX_BYTES), file)
  const rows = await questionsOfBank(root)
  const questions = rows.flatMap(({ question }) => (question ? [question] : []))
  const leftOut = rows.length - questions.length
  const assessment = descendants(root, ({ name }) => name === 'assessment')[0]
  const notes = [
    ...(leftOut > 0 ? [note('questions_left_out', String(leftOut))] : []),
    ...(rows.some(({ question, issues }) => question && issues.length > 0) ? [note('page_cleaned')] : []),
  ]
  const parts: Content['parts'] = []
  for (let at = 0; at < questions.length; at += QUESTIONS_MAX) {
    const part = questions.slice(at, at + QUESTIONS_MAX)
    parts.push({
      content: {
        type: 'quiz',
        pass_percent: QUIZ_PASS_PERCENT_DEFAULT,
        attempts_limit: attemptsOf(assessment),
        cooldown_minutes: 0,
        reveal: 'done',
        questions: part as unknown as Extract<ItemContent, { type: 'quiz' }>['questions'],
      },
      minutes: Math.max(1, part.length * MINUTES_A_QUESTION),
    })
  }
  return { title: assessment?.attributes['title']?.trim() ?? '', parts, notes }
}

const ATTEMPTS_MAX = 100
/** A number, or as many as one likes. */
const attemptsOf = (assessment: XmlNode | undefined): number | null => {
  const head = assessment && element(assessment, 'qtimetadata')
  const written = head ? (metadataOf(head).get('cc_maxattempts') ?? '') : ''
  const count = /^\d{1,3}$/.test(written) ? Number(written) : 0
  return count >= 1 && count <= ATTEMPTS_MAX ? count : null
}
