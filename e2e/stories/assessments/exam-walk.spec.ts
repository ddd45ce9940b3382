/** A whole attempt at a phone's width by keyboard, with what screen readers announce (EX8). */
import { type Language, languages } from '#contract/languages.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, inFullRuns, haveSession } from '#e2e/fixtures.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'

const WORDS = {
  en: {
    agree: /I have read what is recorded/,
    start: 'Start assessment',
    timer: 'Time left',
    question: (index: number) => `Question ${index} of 2`,
    submitAnswer: 'Submit answer',
    final: 'Submitted. This answer is final.',
    next: 'Next',
    finish: 'Review',
    summary: 'Before you submit',
    submit: 'Submit assessment',
  },
  hi: {
    agree: /मैंने पढ़ लिया है/,
    start: 'मूल्यांकन शुरू करें',
    timer: 'शेष समय',
    question: (index: number) => `प्रश्न ${index} / 2`,
    submitAnswer: 'उत्तर जमा करें',
    final: 'जमा हो चुका। यह उत्तर अब नहीं बदल सकता।',
    next: 'अगला',
    finish: 'समीक्षा',
    summary: 'जमा करने से पहले',
    submit: 'मूल्यांकन जमा करें',
  },
  ar: {
    agree: /قرأت ما يُسجَّل/,
    start: 'ابدأ الاختبار',
    timer: 'الوقت المتبقي',
    question: (index: number) => `السؤال ${index} من 2`,
    submitAnswer: 'إرسال الإجابة',
    final: 'أُرسلت. لا يمكن تغيير هذه الإجابة بعد الآن.',
    next: 'التالي',
    finish: 'مراجعة',
    summary: 'قبل التسليم',
    submit: 'تسليم الاختبار',
  },
} satisfies Record<Language, unknown>

const MAX_TABS = 60
/** Presses Tab until the element has the focus; without a pointer there is no other way to it. */
const reach = async (page: Page, target: Locator) => {
  await target.waitFor()
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} cannot be reached by Tab`)
}
const press = async (page: Page, target: Locator, key = 'Enter') => {
  await expect(target).toBeEnabled()
  await reach(page, target)
  await page.keyboard.press(key)
}

for (const language of languages) {
  const words = WORDS[language]
  inFullRuns(
    `completes an attempt by keyboard at a phone’s width in ${language}`,
    async ({ browser, baseURL }) => {
      const assessment = await anAssessment(await callsOf(demo.admin), { questions: 2 })
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        locale: language,
        viewport: { width: 390, height: 844 },
      })
      const page = await context.newPage()
      await haveSession(page)
      await page.goto(assessment.path)
      await page.locator('[data-check="network"]').waitFor()
      await press(page, page.getByRole('checkbox', { name: words.agree }), 'Space')
      await press(page, page.getByRole('button', { name: words.start }))
      await page.waitForURL(/\/assessment\/quiz/)

      const first = page.getByRole('group', { name: new RegExp(words.question(1)) })
      await expect(first).toMatchAriaSnapshot(`
      - group:
        - radio /^A \\d+/
        - radio /^B \\d+/
        - radio /^C \\d+/
        - radio /^D \\d+/
    `)
      await expect(page.getByRole('timer', { name: words.timer })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: assessment.title })).toBeVisible()
      await press(page, first.getByRole('radio', { name: /^A / }), 'Space')
      await page.keyboard.press('ArrowDown')
      await expect(first.getByRole('radio', { name: /^B / })).toBeChecked()
      await expect(page.locator('[data-save="saved"]')).toBeVisible()
      await page.keyboard.press('ArrowUp')
      await expect(first.getByRole('radio', { name: /^A / })).toBeChecked()
      await press(page, page.getByRole('button', { name: words.submitAnswer }))
      await press(page, page.getByRole('dialog').getByRole('button', { name: words.submitAnswer }))
      await expect(page.getByText(words.final)).toBeVisible()
      await expect(first.getByRole('radio', { name: /^B / })).toBeDisabled()

      await press(page, page.getByRole('button', { name: words.next }))
      const second = page.getByRole('group', { name: new RegExp(words.question(2)) })
      await press(page, second.getByRole('radio', { name: /^A / }), 'Space')
      await expect(page.locator('[data-save="saved"]')).toBeVisible()
      await press(page, page.getByRole('button', { name: words.finish, exact: true }))
      await expect(page.getByRole('heading', { name: words.summary })).toBeVisible()
      await expectAccessible(page, `summary in ${language}`)
      await press(page, page.getByRole('button', { name: words.submit }))
      await page.waitForURL(/\/assessments\/results\//)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await context.close()
    },
  )
}
