import type { Page } from '@playwright/test'

/** The catalogue and a course's page. */
export const coursesPage = (page: Page) => ({
  open: (query = '') => page.goto(`/courses${query}`),
  cards: page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) }),
  search: page.getByRole('searchbox', { name: 'Search courses' }),
  option: (kind: 'radio' | 'checkbox', name: string) =>
    page.getByRole('complementary', { name: 'Filter courses' }).getByRole(kind, { name }),
  sort: page.getByRole('combobox', { name: 'Sort by' }),
  count: page.getByRole('main').getByRole('status'),
  clear: page.getByRole('button', { name: 'Clear filters' }),
  enrol: page.getByRole('button', { name: 'Enrol for free' }),
  /** The panel's; on a phone another one follows the reader. */
  start: page.getByRole('link', { name: 'Start learning' }).first(),
  leave: page.getByRole('button', { name: 'Leave this course' }),
  /** Opens a lesson from the outline, where only the section of the next lesson starts expanded. */
  openTopic: async (name: string) => {
    const topic = page.getByRole('main').getByRole('link', { name, exact: true })
    const collapsed = page.locator('main details:not([open]) > summary')
    await topic.or(collapsed).first().waitFor()
    // A section may expand on its own before the click.
    while (!(await topic.isVisible()) && (await collapsed.count()) > 0)
      await collapsed
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined)
    await topic.click()
  },
})
