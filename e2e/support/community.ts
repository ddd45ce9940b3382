/** Common steps of the forum stories, through the real calls and pages. */
import { expect, type Browser, type Page } from '@playwright/test'
import { signIn } from '#e2e/fixtures.ts'
import { communityPage } from '#e2e/pages/community.page.ts'
import type { demo } from '#e2e/product.ts'

/** Another person in their own browser. */
export const somebodyElse = async (browser: Browser, baseURL: string | undefined, who: keyof typeof demo) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, who)
  return page
}

/** One forum call as this page's person. Returns its JSON. */
export const call = (page: Page, method: 'POST' | 'PUT', path: string, body: object) =>
  page.evaluate(
    async ([verb, address, payload]) => {
      const answer = await fetch(`/community-forum/api/clients/7/${address}`, {
        method: verb,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
        },
        body: JSON.stringify(payload),
      })
      if (!answer.ok) throw new Error(`${verb} ${address}: ${answer.status}`)
      return (await answer.json()) as { id: number }
    },
    [method, path, body] as const,
  )

let created = 0

/** Creates a thread of this person. */
export const aThreadOf = async (page: Page, words: string) => {
  created += 1
  const title = `${words} ${Date.now().toString(36)}${created}`
  const { id } = await call(page, 'POST', 'threads/', { title, body: `<p>About ${title}</p>`, tags: [] })
  return { id, title, path: `/community/thread/${id}` }
}

export const aCommentOf = (page: Page, threadId: number, words: string, parent: number | null = null) =>
  call(page, 'POST', `threads/${threadId}/comments/`, { body: `<p>${words}</p>`, parent })

/** In the open forum without a connection: queues one thread and leaves another as a draft. */
export const queueThreadOffline = async (page: Page, words: string): Promise<string[]> => {
  const community = communityPage(page)
  await community.newThread.click()
  await community.title.fill(words)
  await community.body.fill('said in a tunnel')
  await community.post.click()
  await expect(community.title).toHaveCount(0)
  await community.newThread.click()
  await community.title.fill(draftTitleOf(words))
  return [words, draftTitleOf(words)]
}
const draftTitleOf = (words: string) => `${words}-draft`

/** The form shows the author's draft as they left it. */
export const expectThreadDraft = async (page: Page, words: string) => {
  const community = communityPage(page)
  await community.open()
  await community.newThread.click()
  await expect(community.title).toHaveValue(draftTitleOf(words))
}

/** Titles of the threads that the server finds with this word. */
export const titlesOf = (page: Page, word: string) =>
  page.evaluate(async (search) => {
    const answer = await fetch(`/community-forum/api/clients/7/threads/?search=${search}&page_size=100`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    })
    return ((await answer.json()) as { results: { title: string }[] }).results
      .map(({ title }) => title)
      .toSorted()
  }, word)
