import type { Page } from '@playwright/test'

/** A problem in the player as a person uses it. */
export const problemPage = (page: Page) => ({
  /** Enrols if necessary and opens a problem by its title. */
  open: async (course: string, title: string) => {
    const path = await page.evaluate(
      async ([courseTitle, itemTitle]) => {
        const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` }
        type Course = { id: number; title: string }
        type Detail = {
          sections: { topics: { id: number; items: { id: number; title: string }[] }[] }[]
        }
        const list = (await (await fetch('/api/clients/7/courses/?page_size=100', { headers })).json()) as {
          results: Course[]
        }
        const found = list.results.find((each) => each.title === courseTitle)
        if (!found) throw new Error(`no course ${courseTitle}`)
        const address = `/api/clients/7/courses/${found.id}/`
        await fetch(`${address}enrolment/`, { method: 'POST', headers })
        const detail = (await (await fetch(address, { headers })).json()) as Detail
        const topics = detail.sections.flatMap((section) => section.topics)
        const topic = topics.find((each) => each.items.some((item) => item.title === itemTitle))
        const item = topic?.items.find((each) => each.title === itemTitle)
        if (!topic || !item) throw new Error(`no item ${itemTitle}`)
        return `/learn/course/${found.id}/${topic.id}?item=${item.id}`
      },
      [course, title] as const,
    )
    await page.goto(path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  },
  editor: page.getByRole('textbox', { name: / code$/ }),
  /** Replaces everything in the editor. */
  write: async (code: string) => {
    const editor = page.getByRole('textbox', { name: / code$/ })
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(code)
  },
  run: page.getByRole('button', { name: 'Run tests' }),
  submit: page.getByRole('button', { name: 'Submit', exact: true }),
  results: page.getByRole('region', { name: 'Results of this run' }),
  verdict: page.getByRole('region', { name: 'Result of your submission' }),
  saved: page.getByRole('status').filter({ hasText: /^Saved \d/ }),
  cell: (name: string) => page.locator(`[data-cell="${name}"]`),
})
