/**
 * The steps of importing a file of questions, as a pure reducer: choose a file, read it, preview, add. The shell is
 * components/import/use-file-import.ts.
 */
import type { Language } from '#contract/languages.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { Difficulty, ImportAnswer, importQuestions } from '#contract/question-bank/question-bank.ts'
import { QUESTION_FILE_MAX_BYTES } from '#contract/question-bank/question-import.ts'
import { formatOfName } from './file-format.ts'

/** What rows that say nothing else get. */
export interface ImportDefaults {
  language: Language
  /** The topic of every row; null: each row names its own. */
  topicId: number | null
  difficulty: Difficulty
}
export interface ImportFile {
  name: string
  /** As base64. */
  data: string
}
export type FileProblem =
  { reason: 'file_too_large' | 'file_empty' | 'unreadable' } | { reason: 'failed'; error: unknown }

export type FileImportStep =
  | { step: 'choose'; problem: FileProblem | null }
  | { step: 'reading' }
  | { step: 'preview'; file: ImportFile; answer: ImportAnswer; isAdding: boolean; error: unknown }

export type FileImport = { defaults: ImportDefaults } & FileImportStep

export type FileImportEvent =
  | { type: 'defaultsChanged'; changes: Partial<ImportDefaults> }
  | { type: 'readingStarted' }
  | { type: 'refused'; problem: FileProblem }
  | { type: 'fileRead'; file: ImportFile; answer: ImportAnswer }
  | { type: 'addingStarted' }
  | { type: 'addingFailed'; error: unknown }
  | { type: 'startedOver' }

export const initialFileImport = (language: Language): FileImport => ({
  defaults: { language, topicId: null, difficulty: 'medium' },
  step: 'choose',
  problem: null,
})

export const advanceFileImport = (state: FileImport, event: FileImportEvent): FileImport => {
  const { defaults } = state
  switch (event.type) {
    case 'defaultsChanged':
      return { ...state, defaults: { ...defaults, ...event.changes } }
    case 'readingStarted':
      return { defaults, step: 'reading' }
    case 'refused':
      return { defaults, step: 'choose', problem: event.problem }
    case 'fileRead':
      return {
        defaults,
        step: 'preview',
        file: event.file,
        answer: event.answer,
        isAdding: false,
        error: null,
      }
    case 'addingStarted':
      return state.step === 'preview' ? { ...state, isAdding: true, error: null } : state
    case 'addingFailed':
      return state.step === 'preview' ? { ...state, isAdding: false, error: event.error } : state
    case 'startedOver':
      return { defaults, step: 'choose', problem: null }
  }
}

/** The reason to refuse a file before it is read, or null. */
export const sizeProblem = (size: number): FileProblem | null => {
  if (size > QUESTION_FILE_MAX_BYTES) return { reason: 'file_too_large' }
  return size === 0 ? { reason: 'file_empty' } : null
}

export const importRequest = (
  { name, data }: ImportFile,
  { language, topicId, difficulty }: ImportDefaults,
  apply: boolean,
): BodyInputOf<typeof importQuestions> => ({
  format: formatOfName(name),
  file_name: name,
  data,
  language,
  topic_id: topicId,
  difficulty,
  apply,
})
