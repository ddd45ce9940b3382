/** Parses question files; only worker threads may call it (read-questions.ts). */
import {
  ANSWER_TEXT_COMPARED,
  QUESTION_FILE_MAX_BYTES,
  type QuestionFileIssue,
  type QuestionFormat,
} from '#contract/question-bank/question-import.ts'
import { answerTextsOf } from '#contract/courses/answer-texts.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { cut } from '#contract/text/truncate.ts'
import { decodeText } from '#server/core/packages/decode-text.ts'
import { parseCsv, type ParsedFile } from './csv.ts'
import { parseGift } from './gift.ts'
import { isZip, parseQti } from './qti.ts'

/** Detects the format from content and name; null if it is none of the three. */
export const formatOf = (bytes: Buffer, fileName: string): QuestionFormat | null => {
  if (isZip(bytes)) return 'qti'
  const head = decodeText(bytes)?.trimStart().slice(0, 2000)
  // Unreadable encoding, as some spreadsheets save tables: parsing reports it, if the name fits.
  if (head === undefined) return /\.(?:csv|tsv|txt|gift)$/i.test(fileName) ? 'csv' : null
  if (head.startsWith('<')) return 'qti'
  if (/\.(?:csv|tsv)$/i.test(fileName)) return 'csv'
  if (/\.gift$/i.test(fileName)) return 'gift'
  const [line = ''] = head.split(/\r?\n/)
  if (/[,;\t|]/.test(line) && /\b(?:question|prompt|kind|type)\b/i.test(line)) return 'csv'
  return /\{[^]*\}/.test(head) || /^(?:\/\/|::|\$CATEGORY)/i.test(head) ? 'gift' : null
}

const withIssue = (issue: QuestionFileIssue): ParsedFile => ({ rows: [], issues: [issue] })

/**
 * Parses the questions of a file row by row, with the issues of each row. Never throws because of the file's
 * content. Marks questions that repeat one of the file or of `existing`.
 */
export const parseQuestions = async (
  format: QuestionFormat,
  bytes: Buffer,
  { existing = [], name = '' }: { existing?: readonly ComparedQuestion[]; name?: string } = {},
): Promise<ParsedFile> => {
  if (bytes.length === 0) return withIssue({ code: 'file_empty' })
  if (bytes.length > QUESTION_FILE_MAX_BYTES) return withIssue({ code: 'file_too_large' })
  const parsed = await parseFile(format, bytes, name)
  if (parsed.rows.length === 0 && parsed.issues.length === 0) return withIssue({ code: 'no_questions' })
  return { ...parsed, rows: markDuplicates(parsed.rows, existing) }
}

const parseFile = async (format: QuestionFormat, bytes: Buffer, name: string): Promise<ParsedFile> => {
  if (format === 'qti') {
    try {
      return await parseQti(bytes, name)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      // The limit is lower than for courses, so it has its own code.
      if (error.code === 'zip_too_large') return withIssue({ code: 'file_unpacks_too_large' })
      return withIssue({ code: error.code, ...(error.detail ? { detail: error.detail } : {}) })
    }
  }
  const text = decodeText(bytes)
  if (text === null) return withIssue({ code: 'file_not_text' })
  return format === 'csv' ? parseCsv(text) : parseGift(text)
}

/** The fields by which two questions are compared. */
export interface ComparedQuestion {
  kind: string
  prompt: string
  /** See `answerTextsOf`, each cut to {@link ANSWER_TEXT_COMPARED}. */
  answers: readonly string[]
}

const normalize = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Two questions are equal if kind, prompt and answers are, ignoring spaces, case and the order of the answers. */
const comparisonKey = ({ kind, prompt, answers }: ComparedQuestion): string =>
  JSON.stringify([
    kind,
    normalize(prompt),
    ...answers.map((text) => normalize(cut(text, ANSWER_TEXT_COMPARED))).toSorted(),
  ])

const markDuplicates = (
  rows: ParsedFile['rows'],
  existing: readonly ComparedQuestion[],
): ParsedFile['rows'] => {
  const seen = new Set(existing.map(comparisonKey))
  return rows.map((row) => {
    if (!row.question) return row
    const key = comparisonKey({ ...row.question, answers: answerTextsOf(row.question) })
    const isRepeat = seen.has(key)
    seen.add(key)
    return isRepeat ? { ...row, issues: [...row.issues, { code: 'duplicate' as const }] } : row
  })
}
