import type { Page } from '@playwright/test'

/** The learning home. */
export const homePage = (page: Page) => ({
  open: () => page.goto('/'),
  greeting: page.getByRole('heading', { level: 1 }),
  continueLink: page
    .getByRole('region', { name: 'Continue learning' })
    .getByRole('link', { name: 'Continue' }),
  continueCard: page.getByRole('region', { name: 'Continue learning' }).getByRole('article'),
  overall: page.getByRole('progressbar', { name: 'Overall progress' }),
  course: (title: string) =>
    page.getByRole('region', { name: 'My courses' }).getByRole('listitem').filter({ hasText: title }),
})

/** How many items the home counts as completed. */
export const completedItems = async (page: Page): Promise<number> => {
  const text = await homePage(page).overall.getAttribute('aria-valuetext')
  return Number(/^\d+/.exec(text ?? '')?.[0] ?? Number.NaN)
}
