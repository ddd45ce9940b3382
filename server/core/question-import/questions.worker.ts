/** Runs in a worker thread. */
import type { QuestionFormat } from '#contract/question-bank/question-import.ts'
import type { ParsedFile } from './csv.ts'
import { formatOf, parseQuestions, type ComparedQuestion } from './parse-questions.ts'

export interface QuestionFile {
  /** In base64. */
  data: string
  name: string
  /** Null to detect it. */
  format: QuestionFormat | null
  /** Questions that a row may repeat. */
  existing: readonly ComparedQuestion[]
}

export const parse = async (file: QuestionFile): Promise<ParsedFile & { format: QuestionFormat | null }> => {
  const bytes = Buffer.from(file.data, 'base64')
  const format = file.format ?? formatOf(bytes, file.name)
  if (!format)
    return { format, rows: [], issues: [{ code: bytes.length === 0 ? 'file_empty' : 'file_unknown' }] }
  return { format, ...(await parseQuestions(format, bytes, { existing: file.existing, name: file.name })) }
}
