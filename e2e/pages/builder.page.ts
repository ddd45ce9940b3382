import { expect, type Page } from '@playwright/test'

/** The course builder as its author sees it. */
export const builderPage = (page: Page) => {
  const outline = page.getByRole('navigation', { name: 'Course outline' })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const addItem = async (button: string | RegExp, type: string, title: string) => {
    await outline.getByRole('button', { name: button }).click()
    await page.getByRole('menuitem', { name: type }).click()
    await expect(page.getByRole('heading', { level: 2, name: type })).toBeVisible()
    await field('Title').fill(title)
    await expect(outline.getByRole('link', { name: title })).toBeVisible()
  }
  return {
    outline,
    title: field('Title'),
    text: field('Text'),
    conflict: page.getByRole('dialog', { name: 'Somebody else changed this course' }),
    /** Waits until all changes are on the server. */
    saved: () => expect(page.locator('[data-save="saved"]')).toBeVisible(),
    waiting: page.locator('[data-save="waiting"]'),
    create: async (title: string) => {
      await page.goto('/admin/courses')
      await page.getByRole('button', { name: 'New course' }).first().click()
      await field('Title').fill(title)
      await page.getByRole('button', { name: 'Create course' }).click()
      await page.waitForURL(/\/admin\/courses\/\d+$/)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    },
    /** Adds a node and names it. */
    add: async (button: string | RegExp, editor: string, title: string) => {
      await outline.getByRole('button', { name: button }).click()
      await expect(page.getByRole('heading', { level: 2, name: editor })).toBeVisible()
      await field('Title').fill(title)
      await expect(outline.getByRole('link', { name: title })).toBeVisible()
    },
    addContent: (type: string, title: string) => addItem(/^Add activity to/, type, title),
    addItemTo: (topic: string, type: string, title: string) =>
      addItem(`Add activity to ${topic}`, type, title),
  }
}

/** A course with one section that the signed-in person made, without the forms. */
export const makeCourse = async (page: Page, title: string): Promise<number> =>
  page.evaluate(async (name) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
      'content-type': 'application/json',
    }
    const base = '/api/clients/7/admin/courses/'
    const made = await fetch(base, {
      method: 'POST',
      headers,
      body: JSON.stringify({ idempotency_key: crypto.randomUUID(), title: name, language: 'en' }),
    })
    const { course_id: id } = (await made.json()) as { course_id: number }
    const empty = { titles: {}, opens_at: null, opens_after_days: null, requires: [] }
    const content = { type: 'article', html: '<p>First words.</p>' }
    const item = { key: 'lesson', title: 'Lesson', titles: {}, minutes: 2, content }
    const topic = { key: 'topic', title: 'Topic', titles: {}, free_preview: false, items: [item] }
    const node = { key: 'section', title: 'Section', ...empty, topics: [topic] }
    const saved = await fetch(`${base}${id}/draft/`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({
        revision: 1,
        batch: crypto.randomUUID(),
        operations: [{ op: 'add_section', index: 0, node }],
      }),
    })
    if (!saved.ok) throw new Error(await saved.text())
    return id
  }, title)
