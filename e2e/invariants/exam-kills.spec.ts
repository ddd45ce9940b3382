/** The browser is killed while somebody answers; every answer that was shown as saved is on the server (E5). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { killBrowser, phoneOn } from '#e2e/support/persistent-browser.ts'

/** In the gate the exam stories kill the browser once. */
const KILLS = 30
const QUESTIONS = 6
const LETTERS = ['A', 'B', 'C', 'D'] as const
type Letter = (typeof LETTERS)[number]
test.setTimeout(60_000 + KILLS * 40_000)

/** One line for each acknowledged answer that the server does not have. The answer in flight may have replaced one. */
const findLost = (
  acknowledged: ReadonlyMap<number, Letter>,
  inFlight: { position: number; letter: Letter } | null,
  stored: readonly (Letter | null)[],
): string[] =>
  [...acknowledged].flatMap(([position, letter]) => {
    const found = stored[position - 1] ?? null
    const newer = inFlight?.position === position && found === inFlight.letter
    return found === letter || newer ? [] : [`${position}: ${found} for ${letter}`]
  })

const openExam = async (page: Page, attempt: string) => {
  await page.goto(`/assessment/quiz?attempt=${attempt}`)
  const signedOut = page.locator('input[autocomplete="username"]')
  const question = page.getByRole('group', { name: /^Question \d/ })
  await expect(signedOut.or(question).first()).toBeVisible()
  // The browser writes local storage after seconds: a kill may lose a recent sign-in, but no answer.
  if (await signedOut.isVisible()) {
    await signIn(page)
    await page.goto(`/assessment/quiz?attempt=${attempt}`)
  }
  await expect(examOf(page).option('A')).toBeEnabled()
}

/** Presses Next or Previous until the question is shown. */
const goToQuestion = async (page: Page, position: number) => {
  for (;;) {
    const legend = (await page.locator('legend').innerText()).trim()
    const shown = Number(/^Question (\d+)/.exec(legend)?.[1])
    if (shown === position) return
    await page.getByRole('button', { name: shown < position ? 'Next' : 'Previous' }).click()
    await expect(page.locator('legend')).not.toContainText(`Question ${shown} of`)
  }
}

inFullRuns(`E5: loses no acknowledged answer over ${KILLS} kills of the browser`, async ({ baseURL }) => {
  const assessment = await anAssessment(await callsOf(demo.admin), {
    questions: QUESTIONS,
    duration_minutes: 240,
  })
  const learner = await callsOf(demo.student)
  const profile = mkdtempSync(join(tmpdir(), 'lms-exam-kills-'))
  const acknowledged = new Map<number, Letter>()
  let count = 0
  /** A different letter than before, so that each answer is a change. */
  const letterFor = (position: number): Letter => {
    count += 1
    const others = LETTERS.filter((letter) => letter !== acknowledged.get(position))
    return others[count % others.length] ?? 'A'
  }
  try {
    let context = await phoneOn(profile, { baseURL })
    let page = await context.newPage()
    await signIn(page)
    await examOf(page).start(assessment.path)
    const attempt = new URL(page.url()).searchParams.get('attempt') ?? ''
    const readStored = async () =>
      (await learner<AttemptPage>('GET', `attempts/${attempt}/`)).answers.map(({ choice }) => choice)
    let lostInFlight = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const position of [1 + (kill % QUESTIONS), 1 + ((kill + 1) % QUESTIONS)]) {
        await goToQuestion(page, position)
        const letter = letterFor(position)
        await examOf(page).choose(letter)
        await expect
          .poll(
            async () =>
              (await page.locator('[data-save="saved"]').isVisible()) && (await readStored())[position - 1],
          )
          .toBe(letter)
        acknowledged.set(position, letter)
      }
      // One more answer, and a kill while it is in flight, at a different moment each time.
      const position = 1 + ((kill + 2) % QUESTIONS)
      await goToQuestion(page, position)
      const inFlight = { position, letter: letterFor(position) }
      await examOf(page).option(inFlight.letter).check()
      await page.waitForTimeout((kill * 7) % 60)
      await killBrowser(profile, context)
      expect(findLost(acknowledged, inFlight, await readStored())).toEqual([])

      context = await phoneOn(profile, { baseURL })
      page = await context.newPage()
      await openExam(page, attempt)
      await goToQuestion(page, position)
      // If the device stored it, it is sent now; if not, it was never shown as waiting.
      const storedOnDevice = await examOf(page).option(inFlight.letter).isChecked()
      if (storedOnDevice) {
        await examOf(page).expectSaved()
        acknowledged.set(position, inFlight.letter)
      } else lostInFlight += 1
      expect(findLost(acknowledged, null, await readStored())).toEqual([])
    }
    test.info().annotations.push({
      type: 'measured',
      description: `${lostInFlight} of ${KILLS} lost the answer in flight`,
    })
    await context.close()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('E5 control: reports an answer that is missing or different', () => {
  const acknowledged = new Map<number, Letter>([
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
  ])
  expect(findLost(acknowledged, { position: 3, letter: 'D' }, ['A', null, 'D'])).toEqual(['2: null for B'])
  expect(findLost(acknowledged, null, ['B', 'B', 'D'])).toEqual(['1: B for A', '3: D for C'])
})
