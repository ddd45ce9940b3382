/**
 * Converts a quiz or question bank of a package. Canvas writes each quiz twice: with the question kinds of a
 * cartridge, and in full under `non_cc_assessments`. The full one is read.
 */
import type { ItemContent } from '#contract/course-builder/draft.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { QUESTIONS_MAX } from '#contract/courses/quiz.ts'
import { QUIZ_PASS_PERCENT_DEFAULT } from '#contract/limits.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { descendants, element, parseXml, XML_MAX_BYTES, type XmlNode } from '#server/core/packages/xml.ts'
import { questionsOfDocument, questionsOfItems } from '#server/core/question-import/qti.ts'
import { metadataOf } from '#server/core/question-import/qti1/items.ts'
import type { QuestionRow } from '#server/core/question-import/row.ts'
import { note, type PlannedLine } from '../plan.ts'
import { plainText } from '../new-document.ts'
import type { Content, Reader } from './reader.ts'
import type { Resource } from './manifest.ts'
import { itemsOfQuiz } from './quiz-items.ts'
import { NO_SETTINGS, settingsOf, type QuizSettings } from './quiz-settings.ts'

const MINUTES_PER_QUESTION = 1

interface QuizFile {
  root: XmlNode
  path: string
}

export const quizOf = async (reader: Reader, resource: Resource): Promise<Content> => {
  const { root, path } = await quizFile(reader, resource)
  const settings = await canvasSettings(reader, resource)
  if (root.name !== 'questestinterop') return contentOf(path, await questionsOfDocument(root), settings)
  const { items, notes } = await itemsOfQuiz(reader, root)
  const content = contentOf(path, await questionsOfItems(items), {
    ...settings,
    attempts: attemptsOf(root) ?? settings.attempts,
    title: assessmentTitle(root) || settings.title,
  })
  return { ...content, notes: [...notes, ...content.notes] }
}

/** The items of a QTI 2 or 3 package, each of them a resource, as one quiz. */
export const quizOfItems = async (reader: Reader, resources: readonly Resource[]): Promise<Content> => {
  const rows: QuestionRow[] = []
  const notes: ImportLine['notes'] = []
  for (const { files } of resources) {
    const [path = ''] = files
    try {
      rows.push(...(await questionsOfDocument(await xmlOf(reader, path))))
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      notes.push(note('part_broken', error.detail || path))
    }
  }
  const content = contentOf(resources[0]?.files[0] ?? '', rows, NO_SETTINGS)
  return { ...content, notes: [...notes, ...content.notes] }
}

const xmlOf = async ({ zip }: Reader, path: string): Promise<XmlNode> =>
  parseXml(await zip.read(path, XML_MAX_BYTES), path)

/** The full quiz of Canvas if the package has it, otherwise the file of the resource. */
const quizFile = async (reader: Reader, resource: Resource): Promise<QuizFile> => {
  const [own = ''] = resource.files
  const full = neededFiles(reader, resource).find((name) => /\.xml\.qti$/i.test(name))
  const path = full ?? `${reader.manifest.root}non_cc_assessments/${resource.id}.xml.qti`
  if (path !== own && reader.zip.find(path))
    try {
      const root = await xmlOf(reader, path)
      reader.usedFiles.add(path)
      return { root, path }
    } catch (error) {
      // A broken copy does not cost the quiz.
      if (!(error instanceof PackageError)) throw error
    }
  return { root: await xmlOf(reader, own), path: own }
}

const neededFiles = ({ manifest }: Reader, { needs }: Resource): string[] =>
  needs.flatMap((id) => manifest.resources.get(id)?.files ?? [])

const canvasSettings = async (reader: Reader, resource: Resource): Promise<QuizSettings> => {
  const path = neededFiles(reader, resource).find((name) => /(?:^|\/)assessment_meta\.xml$/i.test(name))
  if (path === undefined || !reader.zip.find(path)) return NO_SETTINGS
  try {
    const settings = settingsOf(await xmlOf(reader, path))
    reader.usedFiles.add(path)
    return settings
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return NO_SETTINGS
  }
}

const contentOf = (path: string, rows: readonly QuestionRow[], settings: QuizSettings): Content => {
  const questions = rows.flatMap(({ question }) => (question ? [question] : []))
  const leftOutCount = rows.length - questions.length
  const pages = Math.ceil(questions.length / QUESTIONS_MAX)
  const notes = [
    ...(questions.length === 0 ? [note('quiz_empty')] : []),
    ...(questions.length > 0 && leftOutCount > 0 ? [note('questions_left_out', String(leftOutCount))] : []),
    ...(pages > 1 ? [note('quiz_split')] : []),
    ...settings.notes,
  ]
  return {
    title: settings.title,
    parts: Array.from({ length: pages }, (_, page) => {
      const chunk = questions.slice(page * QUESTIONS_MAX, (page + 1) * QUESTIONS_MAX)
      return {
        content: quizContent(chunk, settings),
        minutes: Math.max(1, chunk.length * MINUTES_PER_QUESTION),
        ...(pages > 1 ? { number: page + 1 } : {}),
      }
    }),
    notes,
    introduction: questions.length > 0 ? settings.description : '',
    below: rows.map((row) => lineOf(path, row)),
  }
}

const quizContent = (
  questions: readonly NonNullable<QuestionRow['question']>[],
  { attempts, reveal }: QuizSettings,
): ItemContent => ({
  type: 'quiz',
  pass_percent: QUIZ_PASS_PERCENT_DEFAULT,
  attempts_limit: attempts,
  cooldown_minutes: 0,
  reveal,
  questions: questions as unknown as Extract<ItemContent, { type: 'quiz' }>['questions'],
})

const lineOf = (path: string, { question, begins, issues }: QuestionRow): PlannedLine => ({
  path,
  title: plainText((question?.prompt ?? begins ?? '').replace(/\s+/g, ' ')),
  kind: 'question',
  becomes: question ? 'question' : 'nothing',
  notes: issues.map(({ code, detail }) => note(code, detail)),
})

const assessmentOf = (root: XmlNode): XmlNode | undefined =>
  descendants(root, ({ name }) => name === 'assessment' || name === 'objectbank')[0]

const assessmentTitle = (root: XmlNode): string => {
  const assessment = assessmentOf(root)
  const metadata = assessment && element(assessment, 'qtimetadata')
  const bankTitle = metadata ? metadataOf(metadata).get('bank_title') : ''
  return assessment?.attributes['title']?.trim() || bankTitle || ''
}

const ATTEMPTS_MAX = 100
/** The attempt limit; null for unlimited attempts. */
const attemptsOf = (root: XmlNode): number | null => {
  const assessment = assessmentOf(root)
  const head = assessment && element(assessment, 'qtimetadata')
  const value = head ? (metadataOf(head).get('cc_maxattempts') ?? '') : ''
  const count = /^\d{1,3}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= ATTEMPTS_MAX ? count : null
}
