/** TRUST E5 in the browser: it is killed in the middle of answering; what was shown as saved is there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { killBrowser, phoneOn } from '#e2e/support/phone.ts'

/** Without FULL the stories of exams kill it once. */
const KILLS = 30
const QUESTIONS = 6
const LETTERS = ['A', 'B', 'C', 'D'] as const
type Letter = (typeof LETTERS)[number]
test.setTimeout(60_000 + KILLS * 40_000)

/** Where what was acknowledged, or what had been on its way, is not what is there; one line each. */
const lostOf = (
  acknowledged: ReadonlyMap<number, Letter>,
  onItsWay: { position: number; letter: Letter } | null,
  there: readonly (Letter | null)[],
): string[] =>
  [...acknowledged].flatMap(([position, letter]) => {
    const found = there[position - 1] ?? null
    const newer = onItsWay?.position === position && found === onItsWay.letter
    return found === letter || newer ? [] : [`${position}: ${found} for ${letter}`]
  })

const openExam = async (page: Page, attempt: string) => {
  await page.goto(`/assessment/quiz?attempt=${attempt}`)
  const signedOut = page.locator('input[autocomplete="username"]')
  const question = page.getByRole('group', { name: /^Question \d/ })
  await expect(signedOut.or(question).first()).toBeVisible()
  // The browser writes local storage seconds later: a kill may take a young sign-in, but no answer.
  if (await signedOut.isVisible()) {
    await signIn(page)
    await page.goto(`/assessment/quiz?attempt=${attempt}`)
  }
  await expect(examOf(page).option('A')).toBeEnabled()
}

/** Turns by the buttons until the question is on the screen. */
const turnTo = async (page: Page, position: number) => {
  for (;;) {
    const legend = (await page.locator('legend').innerText()).trim()
    const shown = Number(/^Question (\d+)/.exec(legend)?.[1])
    if (shown === position) return
    await page.getByRole('button', { name: shown < position ? 'Next' : 'Previous' }).click()
    await expect(page.locator('legend')).not.toContainText(`Question ${shown} of`)
  }
}

inFullRuns(
  `E5: given somebody answering, when the browser is killed ${KILLS} times, then no acknowledged answer is lost, and each time at most the one on its way`,
  async ({ baseURL }) => {
    const assessment = await anAssessment(await callsOf(demo.admin), {
      questions: QUESTIONS,
      duration_minutes: 240,
    })
    const learner = await callsOf(demo.student)
    const profile = mkdtempSync(join(tmpdir(), 'lms-exam-kills-'))
    const acknowledged = new Map<number, Letter>()
    let count = 0
    /** Another letter than before, so that each is a new word. */
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
      const there = async () =>
        (await learner<AttemptPage>('GET', `attempts/${attempt}/`)).answers.map(({ choice }) => choice)
      let gone = 0
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (const position of [1 + (kill % QUESTIONS), 1 + ((kill + 1) % QUESTIONS)]) {
          await turnTo(page, position)
          const letter = letterFor(position)
          await examOf(page).choose(letter)
          await expect
            .poll(
              async () =>
                (await page.locator('[data-save="saved"]').isVisible()) && (await there())[position - 1],
            )
            .toBe(letter)
          acknowledged.set(position, letter)
        }
        // One more, and the kill while it is on its way: sooner or later after it was pressed.
        const position = 1 + ((kill + 2) % QUESTIONS)
        await turnTo(page, position)
        const onItsWay = { position, letter: letterFor(position) }
        await examOf(page).option(onItsWay.letter).check()
        await page.waitForTimeout((kill * 7) % 60)
        await killBrowser(profile, context)
        expect(lostOf(acknowledged, onItsWay, await there())).toEqual([])

        context = await phoneOn(profile, { baseURL })
        page = await context.newPage()
        await openExam(page, attempt)
        await turnTo(page, position)
        // What the device had kept of it goes out now; what it had not kept was never shown as waiting.
        const kept = await examOf(page).option(onItsWay.letter).isChecked()
        if (kept) {
          await examOf(page).expectSaved()
          acknowledged.set(position, onItsWay.letter)
        } else gone += 1
        expect(lostOf(acknowledged, null, await there())).toEqual([])
      }
      test
        .info()
        .annotations.push({ type: 'measured', description: `${gone} of ${KILLS} lost the one on its way` })
      await context.close()
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

test('E5 control: given an answer that is missing or another one, when compared, then it is reported', () => {
  const acknowledged = new Map<number, Letter>([
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
  ])
  expect(lostOf(acknowledged, { position: 3, letter: 'D' }, ['A', null, 'D'])).toEqual(['2: null for B'])
  expect(lostOf(acknowledged, null, ['B', 'B', 'D'])).toEqual(['1: B for A', '3: D for C'])
})
