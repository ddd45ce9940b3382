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

describe('addresses of the pages beside one', () => {
  test('given a page in the middle, when linked, then both keep what was asked and how long a page is', () => {
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
  ])(
    'given page %s of %s things, when linked, then nothing leads past an end',
    (page, count, next, previous) => {
      const links = pageLinks('/things/', { page, page_size: 10 }, count)
      const address = (query: string | null) => query && `/things/?${query}&page_size=10`
      expect(links).toEqual({ count, next: address(next), previous: address(previous) })
    },
  )
})
