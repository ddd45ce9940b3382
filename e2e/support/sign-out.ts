import type { Page } from '@playwright/test'

const logout = (page: Page) =>
  page.getByRole('button', { name: 'Logout' }).or(page.getByRole('menuitem', { name: 'Logout' }))

const openMenu = (page: Page) => page.getByRole('banner').getByRole('button').last().click()

/** Signs out through the avatar menu. */
export const signOut = async (page: Page) => {
  await openMenu(page)
  await logout(page).click()
}

/** Prepares the sign-out. The returned function presses the button and waits for nothing. */
export const readyToSignOut = async (page: Page): Promise<() => Promise<void>> => {
  await openMenu(page)
  const button = await logout(page).elementHandle()
  return async () => {
    await button?.evaluate((element) => (element as HTMLElement).click())
  }
}
