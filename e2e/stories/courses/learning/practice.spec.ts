/** Practising one's own mistakes: a question of a lesson that was wrong comes back the next day. */
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { demo } from '#e2e/product.ts'
import { callsOf } from '#e2e/support/assessments.ts'
import { inDatabase } from '#e2e/support/database.ts'
import type { Practice } from '#contract/courses/practice.ts'

/** Everything that the demo student got wrong is due today. */
const makeDue = () =>
  inDatabase(
    `update practice_question p set streak = 0, due_on = current_date - 3
     from app_user u where u.client_id = p.client_id and u.id = p.user_id and u.email = $1 and p.client_id = 7`,
    [demo.student],
  )

test('asks what was wrong, explains it, and brings it back another day', async ({ page }) => {
  await makeDue()
  const learner = await callsOf(demo.student)
  const before = await learner<Practice>('GET', 'student/practice/')
  expect(before.due).toBeGreaterThan(0)
  // The right answers have not travelled.
  expect(JSON.stringify(before)).not.toMatch(/"correct"|"solution"|"accepted"|"explanation"/)
  await signIn(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Practise my mistakes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Practise my mistakes' })).toBeVisible()
  await expect(page.getByText(`${before.due} due today`)).toBeVisible()
  await expectAccessible(page, 'a question of practice')

  // An empty-handed check is impossible; skipping keeps the question.
  await expect(page.getByRole('button', { name: 'Check answer' })).toBeDisabled()
  const first = before.questions[0]?.question
  const control = page.getByRole('main').locator('fieldset input').first()
  if (first?.kind === 'short' || first?.kind === 'numeric') await control.fill('1')
  else if (first?.kind !== 'ordering' && first?.kind !== 'matching') await control.check()
  if (first?.kind !== 'ordering' && first?.kind !== 'matching') {
    await page.getByRole('button', { name: 'Check answer' }).click()
    await expect(page.getByText(/This question comes back/)).toBeVisible()
    await expectAccessible(page, 'an answered question of practice')
    await expect
      .poll(async () => (await learner<Practice>('GET', 'student/practice/')).due)
      .toBe(before.due - 1)
  }
})

test('a repeated answer counts once', async () => {
  await makeDue()
  const learner = await callsOf(demo.student)
  const { questions, due } = await learner<Practice>('GET', 'student/practice/')
  const asked = questions.find(({ question }) => question.kind === 'single')?.question
  if (asked?.kind !== 'single') throw new Error('the demo student has no wrong single choice')
  const body = {
    idempotency_key: randomUUID(),
    answer: { question_id: asked.id, kind: 'single', chosen: asked.options[0]?.id },
  }
  const replies = await Promise.all([1, 2, 3].map(() => learner('POST', 'student/practice/answers/', body)))
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect((await learner<Practice>('GET', 'student/practice/')).due).toBe(due - 1)
})
