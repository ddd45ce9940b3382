import { expect, type Locator, type Page } from '@playwright/test'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'

/** Answers every question correctly with the page's own controls. */
export const answerQuiz = async (page: Page, questions: readonly AuthoredQuestion[]) => {
  for (const question of questions) {
    const card = page.getByRole('group').filter({ hasText: question.prompt })
    await answer(card, question)
  }
  await expect(page.getByText(`${questions.length} of ${questions.length} answered`)).toBeVisible()
}

const answer = async (card: Locator, question: AuthoredQuestion) => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      for (const option of question.options.filter((each) => each.correct))
        await card
          .getByRole(question.kind === 'single' ? 'radio' : 'checkbox', { name: option.text, exact: true })
          .check()
      return
    case 'true_false':
      return card.getByRole('radio', { name: question.answer ? 'True' : 'False' }).check()
    case 'short':
      return card.getByRole('textbox').fill(question.accepted[0] ?? '')
    case 'numeric':
      return card.getByRole('textbox').fill(String(question.value))
    case 'ordering':
      return putInOrder(
        card,
        question.items.map((item) => item.text),
      )
    case 'matching':
      for (const { left, right } of question.pairs)
        await card.getByRole('combobox', { name: left.text }).selectOption({ label: right.text })
  }
}

/** Moves each item to its position with its own arrow button. */
const putInOrder = async (card: Locator, wanted: readonly string[]) => {
  const confirm = card.getByRole('button', { name: 'This order is right' })
  await confirm.click()
  for (const [position, text] of wanted.entries()) {
    const findPosition = async () =>
      (await card.getByRole('listitem').allInnerTexts()).findIndex((line) => line.includes(text))
    for (let at = await findPosition(); at > position; at -= 1)
      await card.getByRole('button', { name: `Move up: ${text}` }).click()
  }
}
