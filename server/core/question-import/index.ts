/** Questions from files that people have: tables, GIFT and QTI. Two features read them: quizzes and the question bank. */
import {
  QUESTION_FILE_MAX_BYTES,
  type QuestionFileIssue,
  type QuestionFormat,
} from '#contract/question-bank/question-import.ts'
import { PackageError } from '#server/core/packages/refusal.ts'
import { decodeText } from '#server/core/packages/text.ts'
import { parseCsv, type Parsed } from './csv.ts'
import { parseGift } from './gift.ts'
import { isZip, parseQti } from './qti.ts'

export { questionsOfBank } from './qti.ts'
export { metadataOf } from './qti1.ts'
export { writeCsv } from './csv-write.ts'
export { writeGift } from './gift-write.ts'
export type { QuestionRow } from './row.ts'
export { templateCsv } from './template.ts'

/** What a file is by its content and name; null when it is none of the three. */
export const formatOf = (bytes: Buffer, fileName: string): QuestionFormat | null => {
  if (isZip(bytes)) return 'qti'
  const head = decodeText(bytes)?.trimStart().slice(0, 2000)
  // In another encoding, as spreadsheets save tables: reading it says so, by the name it was given.
  if (head === undefined) return /\.(?:csv|tsv|txt|gift)$/i.test(fileName) ? 'csv' : null
  if (head.startsWith('<')) return 'qti'
  if (/\.(?:csv|tsv)$/i.test(fileName)) return 'csv'
  if (/\.gift$/i.test(fileName)) return 'gift'
  const [line = ''] = head.split(/\r?\n/)
  if (/[,;\t|]/.test(line) && /\b(?:question|prompt|kind|type)\b/i.test(line)) return 'csv'
  return /\{[^]*\}/.test(head) || /^(?:\/\/|::|\$CATEGORY)/i.test(head) ? 'gift' : null
}

const failed = (issue: QuestionFileIssue): Parsed => ({ rows: [], issues: [issue] })

/**
 * The questions of a file, row by row, with what is wrong with each. Never throws for what stands in the file; says
 * once what a question repeats from the file itself or from `existing`.
 */
export const parseQuestions = async (
  format: QuestionFormat,
  bytes: Buffer,
  { existing = [], name = '' }: { existing?: readonly Asked[]; name?: string } = {},
): Promise<Parsed> => {
  if (bytes.length === 0) return failed({ code: 'file_empty' })
  if (bytes.length > QUESTION_FILE_MAX_BYTES) return failed({ code: 'file_too_large' })
  const parsed = await read(format, bytes, name)
  if (parsed.rows.length === 0 && parsed.issues.length === 0) return failed({ code: 'no_questions' })
  return { ...parsed, rows: marked(parsed.rows, existing) }
}

const read = async (format: QuestionFormat, bytes: Buffer, name: string): Promise<Parsed> => {
  if (format === 'qti') {
    try {
      return await parseQti(bytes, name)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      // Less than a course may hold, so it has words of its own.
      if (error.code === 'zip_too_large') return failed({ code: 'file_unpacks_too_large' })
      return failed({ code: error.code, ...(error.detail ? { detail: error.detail } : {}) })
    }
  }
  const text = decodeText(bytes)
  if (text === null) return failed({ code: 'file_not_text' })
  return format === 'csv' ? parseCsv(text) : parseGift(text)
}

/** As much of a question as two are compared by. */
interface Asked {
  kind: string
  prompt: string
}

/** Two questions are the same when they ask the same in the same way, whatever the spaces and capitals. */
const sameness = ({ kind, prompt }: Asked): string =>
  `${kind}:${prompt.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()}`

const marked = (rows: Parsed['rows'], existing: readonly Asked[]): Parsed['rows'] => {
  const seen = new Set(existing.map(sameness))
  return rows.map((row) => {
    if (!row.question) return row
    const key = sameness(row.question)
    const again = seen.has(key)
    seen.add(key)
    return again ? { ...row, issues: [...row.issues, { code: 'duplicate' as const }] } : row
  })
}
