import { expect, type Page } from '@playwright/test'
import type { Letter } from '#contract/assessments/shapes.ts'

/** A running attempt, found by roles so that it works in every language. */
export const examOf = (page: Page) => {
  const option = (letter: Letter) => page.getByRole('radio', { name: new RegExp(`^${letter}\\b`) })
  return {
    option,
    /** Accepts the notice about recorded events and starts. */
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
    /** Makes the shown answer final, after the question whether to do so. */
    lock: async (buttonName = 'Submit answer') => {
      await page.getByRole('button', { name: buttonName }).click()
      await page.getByRole('dialog').getByRole('button', { name: buttonName }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    /** The save state of the answer on the screen. */
    expectSaved: () => expect(page.locator('[data-save="saved"]')).toBeVisible(),
    expectWaiting: () => expect(page.locator('[data-save="waiting"]')).toBeVisible(),
  }
}
