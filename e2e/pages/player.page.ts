import type { Page } from '@playwright/test'

/** The course player as a person uses it. */
export const playerPage = (page: Page) => ({
  heading: page.getByRole('main').getByRole('heading', { level: 1 }),
  step: (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Steps of this topic' }).getByRole('link', { name }),
  saved: page.getByRole('status').filter({ hasText: /^Saved$/ }),
  waiting: page.getByRole('status').filter({ hasText: /^Waiting to send$/ }),
  markComplete: page.getByRole('button', { name: 'Mark complete' }),
  completed: page.getByRole('status').filter({ hasText: /^Completed$/ }),
  next: page
    .getByRole('navigation', { name: 'Previous and next lesson' })
    .getByRole('link', { name: /^Next:/ }),
  previous: page
    .getByRole('navigation', { name: 'Previous and next lesson' })
    .getByRole('link', { name: /^Previous:/ }),
  offered: page.getByRole('status').filter({ hasText: /Done\. Well learned|You completed the course/ }),
  video: page.locator('video'),
  questions: page.getByRole('group'),
  submit: page.getByRole('button', { name: 'Submit answers' }),
  submitAnyway: page.getByRole('button', { name: 'Submit anyway' }),
})
