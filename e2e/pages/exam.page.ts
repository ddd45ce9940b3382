import { expect, type Page } from '@playwright/test'
import type { Letter } from '#contract/assessments/shapes.ts'

/** The room of a running attempt, by what a person sees; the same in every language. */
export const examOf = (page: Page) => {
  const option = (letter: Letter) => page.getByRole('radio', { name: new RegExp(`^${letter}\\b`) })
  return {
    option,
    /** Reads what is recorded, agrees and begins. */
    start: async (path: string) => {
      await page.goto(path)
      await page.locator('[data-check="network"]').waitFor()
      await page.getByRole('checkbox').check()
      await page.getByRole('main').getByRole('button').last().click()
      await page.waitForURL(/\/assessment\/quiz/)
      await expect(option('A')).toBeEnabled()
    },
    choose: async (letter: Letter) => {
      await option(letter).check()
      await expect(option(letter)).toBeChecked()
    },
    /** Where the answer on the screen is. */
    expectSaved: () => expect(page.locator('[data-save="saved"]')).toBeVisible(),
    expectWaiting: () => expect(page.locator('[data-save="waiting"]')).toBeVisible(),
  }
}
