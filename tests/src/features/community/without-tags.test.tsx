import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listTags, listThreads, similarThreads } from '#contract/community/community.ts'
import { CommunityPage } from '#src/features/community/index.ts'
import { fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

// jsdom lays nothing out; the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

describe('a community that was never visited before the connection went', () => {
  it('given tags that cannot be had, when a thread is begun, then its form opens and stays, and they are not asked for without end', async () => {
    const tags = fakeCall(listTags, noAnswer)
    fakeCall(listThreads, noAnswer)
    fakeCall(similarThreads, { results: [] })
    const { user } = await renderPage(
      <main>
        <CommunityPage />
      </main>,
      { path: '/community' },
    )
    await user.click(await screen.findByRole('button', { name: 'New thread' }))
    const title = await screen.findByRole('textbox', { name: /^Title/ })
    await user.type(title, 'Asked in a tunnel')
    // Asked once and again twice; it was after that that the form went, came back and asked anew, for ever.
    await expect.poll(() => tags.requests.length, { timeout: 6000 }).toBeGreaterThanOrEqual(3)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(title).toBeInTheDocument()
    expect(title).toHaveValue('Asked in a tunnel')
    expect(tags.requests.length).toBeLessThanOrEqual(3)
  })
})
