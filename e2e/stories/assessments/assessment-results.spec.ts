/** Staff give a learner extra time during an exam, then correct a wrong key for everybody. */
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'
import { demo } from '#e2e/product.ts'
import { callsOf } from '#e2e/support/assessments.ts'
import { assessmentSettings } from '#tests/support/content/assessments.ts'

const PHONE = { width: 390, height: 844 }
/** The third key is wrong on purpose: C is the capital of Japan. */
const QUESTIONS = [
  { prompt: 'Capital of France?', options: ['Paris', 'Lyon', 'Nice', 'Lille'], answer: 'A' },
  { prompt: 'Capital of Kenya?', options: ['Mombasa', 'Nairobi', 'Kisumu', 'Nakuru'], answer: 'B' },
  { prompt: 'Capital of Japan?', options: ['Osaka', 'Kyoto', 'Tokyo', 'Nara'], answer: 'A' },
] as const

type Caller = Awaited<ReturnType<typeof callsOf>>

/** Creates an active assessment of the three questions with the options in the author's order. */
const giveAssessment = async (staff: Caller, title: string): Promise<number> => {
  const { results } = await staff<{ results: { id: number }[] }>('GET', 'admin/question-bank/topics/')
  const fixed: number[] = []
  for (const { prompt, options, answer } of QUESTIONS) {
    const created = await staff<{ id: number }>('POST', 'admin/question-bank/questions/', {
      idempotency_key: randomUUID(),
      topic_id: results[0]?.id,
      difficulty: 'easy',
      tags: [],
      language: 'en',
      texts: { en: { prompt, options, explanation: '' } },
      answer,
    })
    fixed.push(created.id)
  }
  const { id } = await staff<{ id: number }>('POST', 'admin/assessments/', {
    idempotency_key: randomUUID(),
    ...assessmentSettings({
      texts: { en: { title, description: '', instructions: '' } },
      variant: 'short',
      duration_minutes: 20,
      shuffle_questions: false,
      shuffle_options: false,
      bands: [{ from_percent: 90, scholarship_percent: 100 }],
      fixed,
    }),
  })
  await staff('POST', `admin/assessments/${id}/status/`, { status: 'active' })
  return id
}

test('gives extra time during an exam and changes the result after a key was corrected', async ({
  page,
  browser,
}) => {
  const staff = await callsOf(demo.admin)
  const learner = await callsOf(demo.student)
  // A repeat of this story finds the data of the first run.
  const title = `Check of capitals ${randomUUID().slice(0, 8)}`
  const assessmentId = await giveAssessment(staff, title)
  const holder = randomUUID()
  const attempt = await learner<{ id: string; version: number }>(
    'POST',
    `assessments/${assessmentId}/start/`,
    { holder, consent: true },
  )

  await haveSession(page, 'admin')
  await page.goto(`/admin/assesment-results/live/${assessmentId}`)
  const monitor = page.getByRole('table', { name: 'Attempts right now' })
  const line = monitor.getByRole('row').filter({ hasText: demo.student })
  await expect(line).toContainText('0 of 3')
  await expect(line.getByRole('timer')).toContainText(/(19|20):\d\d/)
  await expectAccessible(page, 'live monitor')
  await line.getByRole('button', { name: /^Time/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Extra minutes').fill('10')
  await dialog.getByLabel('Reason').fill('The fire alarm rang.')
  await dialog.getByRole('button', { name: 'Give time' }).click()
  await expect(line.getByRole('timer')).toContainText('10 minutes extra')
  await expect(line.getByRole('timer')).toContainText(/(29|30):\d\d/)

  await learner('POST', `attempts/${attempt.id}/submit/`, {
    holder,
    version: attempt.version,
    answers: (['A', 'B', 'C'] as const).map((choice, index) => ({
      position: index + 1,
      choice,
      final: true,
      marked: false,
      seen: true,
      seq: 1,
      age_ms: 0,
    })),
  })

  await page.goto('/admin/assesment-results')
  await page.getByRole('link', { name: title, exact: true }).click()
  const row = page.getByRole('table', { name: 'Attempts' }).getByRole('row').filter({ hasText: demo.student })
  await expect(row).toContainText('66.7%')

  await page.getByRole('tab', { name: 'Questions' }).click()
  const question = page.getByRole('row').filter({ hasText: 'Capital of Japan?' })
  await question.getByRole('button', { name: /^Fix key/ }).click()
  await dialog.getByRole('checkbox', { name: 'A Osaka' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'C Tokyo' }).check()
  await dialog.getByLabel('Reason').fill('Tokyo is right.')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog.getByText('1 of 1 results changes.')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: demo.student })).toContainText('100%')
  await expectAccessible(page, 'changes by a corrected key')
  await dialog.getByRole('button', { name: 'Grade anew' }).click()
  await expect(question).toContainText('Key fixed')

  await page.getByRole('tab', { name: 'Results' }).click()
  await expect(row).toContainText('100%')
  await page.setViewportSize(PHONE)
  await row.getByRole('link').click()
  await expect(page.getByText('Tokyo is right.')).toBeVisible()
  await expectAccessible(page, 'one attempt on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

  const other = await browser.newContext()
  const learnerPage = await other.newPage()
  await haveSession(learnerPage)
  await learnerPage.goto(`/assessments/results/${attempt.id}`)
  await expect(learnerPage.getByRole('main')).toContainText('100%')
  await expect(learnerPage.getByRole('main')).toContainText('Tokyo is right.')
  await other.close()
  // Other stories check the list of assessments.
  await staff('POST', `admin/assessments/${assessmentId}/status/`, { status: 'inactive' })
})
