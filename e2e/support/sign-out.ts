import type { Page } from '@playwright/test'

const logout = (page: Page) =>
  page.getByRole('button', { name: 'Logout' }).or(page.getByRole('menuitem', { name: 'Logout' }))

const openMenu = (page: Page) => page.getByRole('banner').getByRole('button').last().click()

/** Leaves through the avatar menu, as a person does. */
export const signOut = async (page: Page) => {
  await openMenu(page)
  await logout(page).click()
}

/** The same in two: what it answers presses, and waits for nothing that comes of it. */
export const readyToSignOut = async (page: Page): Promise<() => Promise<void>> => {
  await openMenu(page)
  const button = await logout(page).elementHandle()
  return async () => {
    await button?.evaluate((element) => (element as HTMLElement).click())
  }
}
