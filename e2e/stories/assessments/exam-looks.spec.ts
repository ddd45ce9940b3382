/**
 * Accessibility of an exam in each language and look, on a phone and a desktop: list, instructions, attempt, summary, result,
 * review and receipt. FULL=1 only; other stories of the gate scan the list, the instructions and an attempt.
 */
import { type Language, languages } from '#contract/languages.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, inFullRuns, haveSession, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { anAssessment, callsOf, type Calls } from '#e2e/support/assessments.ts'

/** The names of the last two buttons. */
const WORDS: Record<Language, { review: string; submit: string }> = {
  en: { review: 'Review', submit: 'Submit assessment' },
  hi: { review: 'समीक्षा', submit: 'मूल्यांकन जमा करें' },
  ar: { review: 'مراجعة', submit: 'تسليم الاختبار' },
}
const LOOKS = languages.flatMap((language) =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme, width: scheme === 'dark' ? 320 : 1440 })),
)

const expectUsable = async (page: Page, name: string) => {
  await untilQuiet(page)
  await expectAccessible(page, name)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${name}: too wide`,
  ).toBe(true)
}

for (const { language, scheme, width } of LOOKS)
  inFullRuns(
    `finds no accessibility violation in an exam in ${language}, ${scheme}, ${width} px`,
    async ({ page }) => {
      test.setTimeout(240_000)
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme })
      const staff: Calls = await callsOf(demo.admin)
      const assessment = await anAssessment(staff)
      await haveSession(page)
      const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}lng=${language}`
      const look = `${language} ${scheme}`
      await page.goto(at('/assessments'))
      await page.locator('main article, main li').first().waitFor()
      await expectUsable(page, `list ${look}`)
      await page.goto(at(assessment.path))
      await page.locator('[data-check="network"]').waitFor()
      await expectUsable(page, `instructions ${look}`)
      const exam = examOf(page)
      await exam.start(at(assessment.path))
      await exam.choose('A')
      await exam.expectSaved()
      await expectUsable(page, `attempt ${look}`)
      const words = WORDS[language]
      await page.keyboard.press('n')
      await page.keyboard.press('n')
      await page.keyboard.press('n')
      await page.getByRole('button', { name: words.review, exact: true }).click()
      const submit = page.getByRole('button', { name: words.submit })
      await submit.waitFor()
      await expectUsable(page, `summary ${look}`)
      await submit.click()
      await page.waitForURL(/\/assessments\/results\//)
      await page.locator('main h1').waitFor()
      await expectUsable(page, `result ${look}`)
      for (const link of await page
        .locator('main a[href*="/assessments/results/"], main a[href^="/roadmap/"]')
        .evaluateAll((links) => links.map((each) => each.getAttribute('href') ?? ''))) {
        await page.goto(at(link))
        await page.locator('main h1').waitFor()
        await expectUsable(page, `${link} ${look}`)
      }
    },
  )
