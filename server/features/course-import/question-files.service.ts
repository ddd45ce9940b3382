import type { readQuestionFile, writeQuestionFile } from '#contract/course-import/course-import.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import { authoredQuestion } from '#contract/courses/quiz.ts'
import { readQuestions, templateCsv, writeCsv, writeGift } from '#server/core/question-import/index.ts'

type QuestionFileReport = ResponseInputOf<typeof readQuestionFile>

/** Dry run: reports what each row of a file becomes and which rows are duplicates. */
export const read = ({
  data,
  name,
  format,
  existing,
}: BodyOf<typeof readQuestionFile>): Promise<QuestionFileReport> =>
  readQuestions({ data, name, format: format ?? null, existing })

export const template = () => ({ name: 'questions.csv', text: templateCsv() })

export const write = ({ format, questions }: BodyOf<typeof writeQuestionFile>) => {
  const complete = questions.flatMap((question) => {
    const checked = authoredQuestion.safeParse(question)
    return checked.success ? [{ question: checked.data }] : []
  })
  return {
    name: format === 'csv' ? 'questions.csv' : 'questions.gift.txt',
    text: format === 'csv' ? writeCsv(complete) : writeGift(complete),
    left_out: questions.length - complete.length,
  }
}
