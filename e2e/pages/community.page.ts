import type { Locator, Page } from '@playwright/test'

/** The list of threads and the form for a new one (English). */
export const communityPage = (page: Page) => ({
  open: async (query = '') => {
    await page.goto(`/community${query}`)
    await page.getByRole('heading', { level: 1, name: 'Community' }).waitFor()
  },
  search: page.getByRole('searchbox', { name: 'Search threads' }),
  order: page.getByRole('combobox', { name: 'Sort by' }),
  view: (name: string) => page.getByRole('group', { name: 'Show only' }).getByRole('button', { name }),
  newThread: page.getByRole('main').getByRole('button', { name: 'New thread' }).first(),
  title: page.getByRole('textbox', { name: 'Title' }),
  body: page.getByRole('textbox', { name: 'Text' }),
  post: page.getByRole('button', { name: 'Post thread' }),
  cards: page.getByRole('main').getByRole('article'),
  card: (title: string) => page.getByRole('article', { name: title }),
  restored: page.getByText('What you wrote earlier is still here.'),
})

/** A thread with its comments (English). */
export const threadPage = (page: Page) => ({
  open: async (path: string) => {
    await page.goto(path)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  },
  heading: page.getByRole('main').getByRole('heading', { level: 1 }),
  thread: page.getByRole('main').getByRole('article').first(),
  edit: page.getByRole('main').getByRole('article').first().getByRole('button', { name: 'Edit' }).first(),
  write: page.getByRole('button', { name: 'Write a comment' }),
  comment: page.getByRole('textbox', { name: 'Your comment' }),
  postComment: page.getByRole('button', { name: 'Post comment' }),
  reply: page.getByRole('textbox', { name: 'Your reply' }),
  editComment: page.getByRole('textbox', { name: 'Edit comment' }),
  save: page.getByRole('button', { name: 'Save changes' }),
  /** The innermost post with this text. */
  post: (words: string) => page.getByRole('article').filter({ hasText: words }).last(),
  arrived: page.getByRole('button', { name: /new comments?$/ }),
  restored: page.getByText('What you wrote earlier is still here.'),
  undo: page.getByRole('button', { name: 'Undo', exact: true }),
})

/** The editor's controls inside a form. */
export const editorOf = (form: Page | Locator) => ({
  tool: (name: string) => form.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name }),
  language: form.getByRole('combobox', { name: /^Language/ }),
  code: form.getByRole('textbox', { name: 'Code', exact: true }),
  address: form.getByRole('textbox', { name: 'Address (URL)' }),
  insert: form.getByRole('button', { name: 'Insert' }),
  picture: form.locator('input[type="file"]'),
})
