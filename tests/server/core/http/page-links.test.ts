import { describe, expect, test } from 'vitest'
import { pageLinks } from '#server/core/http/page-links.ts'

const asked = {
  page: 2,
  page_size: 10,
  search: 'a b',
  state: undefined,
  type: ['quiz', 'video'],
  unread: true,
}

describe('page links', () => {
  test('keeps the query and page size in both links', () => {
    expect(pageLinks('/things/', asked, 30)).toEqual({
      count: 30,
      next: '/things/?page=3&page_size=10&search=a+b&type=quiz%2Cvideo&unread=true',
      previous: '/things/?page=1&page_size=10&search=a+b&type=quiz%2Cvideo&unread=true',
    })
  })

  test.each([
    [1, 0, null, null],
    [1, 10, null, null],
    [1, 11, 'page=2', null],
    [3, 21, null, 'page=2'],
  ])('links no page beyond the ends for page %s of %s items', (page, count, next, previous) => {
    const links = pageLinks('/things/', { page, page_size: 10 }, count)
    const address = (query: string | null) => query && `/things/?${query}&page_size=10`
    expect(links).toEqual({ count, next: address(next), previous: address(previous) })
  })
})
