/** Reads and writes question files: tables, GIFT and QTI. Used by quizzes and by the question bank. */
export { writeCsv } from './csv-write.ts'
export { writeGift } from './gift-write.ts'
export { readQuestions } from './read-questions.ts'
export type { QuestionRow } from './row.ts'
export { templateCsv } from './template.ts'
