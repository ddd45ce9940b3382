import type { submitQuiz } from '#contract/courses.ts'
import type { ResponseOf } from '#contract/endpoint.ts'

export type QuizGrade = ResponseOf<typeof submitQuiz>
