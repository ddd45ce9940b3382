/** Grading of a quiz. Pure: the key never leaves the server before the answers came in (TRUST E8). */
export interface KeyedQuestion {
  readonly id: number
  readonly explanation: string
  readonly choices: readonly { readonly id: number; readonly correct: boolean }[]
}
export interface GivenAnswer {
  readonly question_id: number
  readonly choice_id: number | null
}
export interface Grade {
  percent: number
  passed: boolean
  questions: { question_id: number; correct: boolean; explanation: string }[]
}

/** Answers that do not belong to this quiz, or answer a question twice: the paths of the wrong entries. */
export const strayAnswers = (
  questions: readonly KeyedQuestion[],
  answers: readonly GivenAnswer[],
): string[] => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<number>()
  const stray: string[] = []
  answers.forEach((answer, index) => {
    const question = byId.get(answer.question_id)
    if (!question || seen.has(answer.question_id)) stray.push(`answers.${index}.question_id`)
    else if (answer.choice_id !== null && !question.choices.some((choice) => choice.id === answer.choice_id))
      stray.push(`answers.${index}.choice_id`)
    seen.add(answer.question_id)
  })
  return stray
}

/** A question left open counts as wrong. The percentage is rounded down, so a shown 60 really is 60. */
export const gradeQuiz = (
  questions: readonly KeyedQuestion[],
  answers: readonly GivenAnswer[],
  passPercent: number,
): Grade => {
  const chosen = new Map(answers.map((answer) => [answer.question_id, answer.choice_id]))
  const marked = questions.map((question) => ({
    question_id: question.id,
    correct: question.choices.some((choice) => choice.correct && choice.id === chosen.get(question.id)),
    explanation: question.explanation,
  }))
  const right = marked.filter((question) => question.correct).length
  const percent = questions.length === 0 ? 0 : Math.floor((100 * right) / questions.length)
  return { percent, passed: percent >= passPercent, questions: marked }
}
