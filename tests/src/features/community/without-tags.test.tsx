import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listTags, listThreads, similarThreads } from '#contract/community/community.ts'
import { CommunityPage } from '#src/features/community/index.ts'
import { fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

describe('community that was never opened online', () => {
  it('keeps the form open without tags and stops requesting them', async () => {
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
    // Three requests are the query and its retries. A regression closed the form after them and requested
    // again without end.
    await expect.poll(() => tags.requests.length, { timeout: 6000 }).toBeGreaterThanOrEqual(3)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(title).toBeInTheDocument()
    expect(title).toHaveValue('Asked in a tunnel')
    expect(tags.requests.length).toBeLessThanOrEqual(3)
  })
})
