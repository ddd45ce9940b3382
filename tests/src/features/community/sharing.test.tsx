import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { listTags, listThreads, similarThreads } from '#contract/community/community.ts'
import { draftsOf } from '#src/core/storage/drafts.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, safeSession } from '#src/core/storage/safe-storage.ts'
import { CommunityPage } from '#src/features/community/index.ts'
import { bodyOf, addShared, sharedFrom } from '#src/features/community/model/shared.ts'
import { aClient } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aList, someTags } from './factory.ts'

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const withForum = aClient({
  features: [{ id: 3, slug: 'Community_Forum', title: 'Community', links: [] }],
})

const share = (search: string, client = withForum) => {
  fakeCall(listTags, someTags)
  fakeCall(listThreads, aList([]))
  fakeCall(similarThreads, { results: [] })
  return renderPage(
    <main>
      <Routes>
        <Route path="/community" element={<CommunityPage />} />
        <Route path="/community/share" element={<CommunityPage />} />
      </Routes>
    </main>,
    { path: `/community/share${search}`, client },
  )
}
const findTitle = () => screen.findByRole('textbox', { name: /^Title/ })

describe('shared content', () => {
  it('converts text to paragraphs and a URL to a link', () => {
    const shared = sharedFrom(
      '?title=Joins&text=One%0A%0ATwo+%3Cb%3E&url=https%3A%2F%2Fdocs.test%2Fsql%3Fa%3D1',
    )
    expect(shared).toEqual({ title: 'Joins', text: 'One\n\nTwo <b>', url: 'https://docs.test/sql?a=1' })
    expect(shared && bodyOf(shared)).toBe(
      '<p>One</p><p>Two &#60;b&#62;</p><p><a href="https://docs.test/sql?a=1">https://docs.test/sql?a=1</a></p>',
    )
  })

  it.each([['javascript:alert(1)'], ['https://a.test/"onclick="x'], ['data:text/html,x']])(
    'keeps %s as text, not as a link',
    (url) => {
      expect(bodyOf({ title: '', text: '', url })).not.toContain('<a')
    },
  )

  it('ignores an empty share and does not repeat a URL in the text', () => {
    expect(sharedFrom('?title=&text=+')).toBeNull()
    expect(bodyOf({ title: '', text: 'See https://a.test', url: 'https://a.test' })).toBe(
      '<p>See https://a.test</p>',
    )
  })

  it('appends to a draft once', () => {
    const shared = { title: 'New', text: 'more', url: '' }
    const once = addShared({ title: 'Mine', body: '<p>begun</p>' }, shared)
    expect(once).toEqual({ title: 'Mine', body: '<p>begun</p><p>more</p>' })
    expect(addShared(once, shared)).toEqual(once)
  })
})

describe('/community/share', () => {
  it('fills in the form of a new thread and posts nothing', async () => {
    const view = await share('?title=Joins&text=Which+one%3F')
    expect(await findTitle()).toHaveValue('Joins')
    expect(await screen.findByText('Which one?')).toBeInTheDocument()
    expect(view.address()).toBe('/community')
  })

  it('keeps content shared before sign-in, once', async () => {
    safeSession.set(keys.shared, '?title=Kept+beside+the+sign-in')
    const view = await share('')
    expect(await findTitle()).toHaveValue('Kept beside the sign-in')
    expect(safeSession.get(keys.shared)).toBeNull()
    view.unmount()
  })

  it('replaces the key of an older draft', async () => {
    draftsOf(safeLocal, 1).set('thread-new', JSON.stringify({ title: 'Mine', body: '<p>a</p>', key: 'old' }))
    await share('?text=b')
    expect(await findTitle()).toHaveValue('Mine')
    await waitFor(() => expect(draftsOf(safeLocal, 1).get('thread-new')).toContain('<p>a</p><p>b</p>'))
    expect(draftsOf(safeLocal, 1).get('thread-new')).not.toContain('old')
  })

  it('shows the text to copy for a client without a community', async () => {
    const view = await share('?text=Not+lost', aClient())
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Posts cannot be shared here' }),
    ).toBeVisible()
    expect(screen.getByText('Not lost')).toBeVisible()
    expect(view.address()).toBe('/community/share?text=Not+lost')
    expect(draftsOf(safeLocal, 1).get('thread-new')).toBeNull()
  })
})
