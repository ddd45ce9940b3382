import type { Page } from '@playwright/test'

/** Leaves through the avatar menu, as a person does. */
export const signOut = async (page: Page) => {
  await page.getByRole('banner').getByRole('button').last().click()
  await page
    .getByRole('button', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Logout' }))
    .click()
}
