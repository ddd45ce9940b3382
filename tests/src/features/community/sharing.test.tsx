import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { listTags, listThreads, similarThreads } from '#contract/community/community.ts'
import { draftsOf } from '#src/core/offline/drafts.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, safeSession } from '#src/core/storage/safe-storage.ts'
import { CommunityPage } from '#src/features/community/index.ts'
import { bodyOf, addShared, sharedFrom } from '#src/features/community/model/shared.ts'
import { aClient } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aList, someTags } from './factory.ts'

// jsdom lays nothing out; the editor asks where its cursor is.
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
const titleBox = () => screen.findByRole('textbox', { name: /^Title/ })

describe('what another app shares', () => {
  it('given words and an address, when read, then words become paragraphs and the address a link', () => {
    const shared = sharedFrom(
      '?title=Joins&text=One%0A%0ATwo+%3Cb%3E&url=https%3A%2F%2Fdocs.test%2Fsql%3Fa%3D1',
    )
    expect(shared).toEqual({ title: 'Joins', text: 'One\n\nTwo <b>', url: 'https://docs.test/sql?a=1' })
    expect(shared && bodyOf(shared)).toBe(
      '<p>One</p><p>Two &#60;b&#62;</p><p><a href="https://docs.test/sql?a=1">https://docs.test/sql?a=1</a></p>',
    )
  })

  it.each([['javascript:alert(1)'], ['https://a.test/"onclick="x'], ['data:text/html,x']])(
    'given %s as an address, when read, then it stays words',
    (url) => {
      expect(bodyOf({ title: '', text: '', url })).not.toContain('<a')
    },
  )

  it('given nothing, when read, then there is nothing; and an address in the text is not said twice', () => {
    expect(sharedFrom('?title=&text=+')).toBeNull()
    expect(bodyOf({ title: '', text: 'See https://a.test', url: 'https://a.test' })).toBe(
      '<p>See https://a.test</p>',
    )
  })

  it('given a thread begun before, when something is shared, then its words stay and the shared ones follow once', () => {
    const shared = { title: 'New', text: 'more', url: '' }
    const once = addShared({ title: 'Mine', body: '<p>begun</p>' }, shared)
    expect(once).toEqual({ title: 'Mine', body: '<p>begun</p><p>more</p>' })
    expect(addShared(once, shared)).toEqual(once)
  })
})

describe('/community/share', () => {
  it('given a community, when opened, then the form of a new thread is filled in and nothing is posted', async () => {
    const view = await share('?title=Joins&text=Which+one%3F')
    expect(await titleBox()).toHaveValue('Joins')
    expect(await screen.findByText('Which one?')).toBeInTheDocument()
    expect(view.address()).toBe('/community')
  })

  it('given something shared before sign-in, when opened after it, then it is there, and only once', async () => {
    safeSession.set(keys.shared, '?title=Kept+beside+the+sign-in')
    const view = await share('')
    expect(await titleBox()).toHaveValue('Kept beside the sign-in')
    expect(safeSession.get(keys.shared)).toBeNull()
    view.unmount()
  })

  it('given an old draft with its key, when something is shared, then the thread gets a key of its own', async () => {
    draftsOf(safeLocal, 1).set('thread-new', JSON.stringify({ title: 'Mine', body: '<p>a</p>', key: 'old' }))
    await share('?text=b')
    expect(await titleBox()).toHaveValue('Mine')
    await waitFor(() => expect(draftsOf(safeLocal, 1).get('thread-new')).toContain('<p>a</p><p>b</p>'))
    expect(draftsOf(safeLocal, 1).get('thread-new')).not.toContain('old')
  })

  it('given a client without a community, when something is shared, then it says so and the words can be copied', async () => {
    const view = await share('?text=Not+lost', aClient())
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Posts cannot be shared here' }),
    ).toBeVisible()
    expect(screen.getByText('Not lost')).toBeVisible()
    expect(view.address()).toBe('/community/share?text=Not+lost')
    expect(draftsOf(safeLocal, 1).get('thread-new')).toBeNull()
  })
})
