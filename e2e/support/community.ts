/** What the stories of the forum do again and again, through the real calls and pages. */
import type { Browser, Page } from '@playwright/test'
import { signIn } from '#e2e/fixtures.ts'
import type { demo } from '#e2e/product.ts'

/** Somebody else at a browser of their own. */
export const somebodyElse = async (browser: Browser, baseURL: string | undefined, who: keyof typeof demo) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, who)
  return page
}

/** One call of the forum as the person of this page; answers its JSON. */
export const call = (page: Page, method: 'POST' | 'PUT', path: string, body: object) =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const answer = await fetch(`/community-forum/api/clients/7/${address}`, {
        method: verb,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
        },
        body: JSON.stringify(sent),
      })
      if (!answer.ok) throw new Error(`${verb} ${address}: ${answer.status}`)
      return (await answer.json()) as { id: number }
    },
    [method, path, body] as const,
  )

let made = 0

/** A thread of this person, for a story that is about something else. */
export const aThreadOf = async (page: Page, words: string) => {
  made += 1
  const title = `${words} ${Date.now().toString(36)}${made}`
  const { id } = await call(page, 'POST', 'threads/', { title, body: `<p>About ${title}</p>`, tags: [] })
  return { id, title, path: `/community/thread/${id}` }
}

export const aCommentOf = (page: Page, threadId: number, words: string, parent: number | null = null) =>
  call(page, 'POST', `threads/${threadId}/comments/`, { body: `<p>${words}</p>`, parent })
