import type { Page } from '@playwright/test'

/** The course player as a person uses it. */
export const playerPage = (page: Page) => ({
  /** The title of the step, the page's only heading of the first level. */
  heading: page.getByRole('main').getByRole('heading', { level: 1 }),
  topic: page.locator('#topic-title'),
  tab: (name: 'Outline' | 'Notes' | 'Questions') => page.getByRole('tab', { name }),
  step: (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Steps of this topic' }).getByRole('link', { name }),
  saved: page.getByRole('status').filter({ hasText: /^Saved$/ }),
  waiting: page.getByRole('status').filter({ hasText: /^Waiting to send$/ }),
  /** Completes an article; opens the next step unless it is the last one. */
  complete: page.getByRole('button', { name: /^(Complete and continue|Mark complete)$/ }),
  completed: page.getByRole('status').filter({ hasText: /^Completed$/ }),
  next: page
    .getByRole('navigation', { name: 'Previous and next lesson' })
    .getByRole('link', { name: /^Next:/ }),
  previous: page
    .getByRole('navigation', { name: 'Previous and next lesson' })
    .getByRole('link', { name: /^Previous:/ }),
  video: page.locator('video'),
  questions: page.getByRole('group'),
  submit: page.getByRole('button', { name: 'Submit answers' }),
  submitAnyway: page.getByRole('button', { name: 'Submit anyway' }),
})
