import { parseId } from '#src/shared/lib/parse-id.ts'
import { describe, expect, it } from 'vitest'
import { commentPageOf, threadPageOf } from '#src/features/community/model/answers.ts'
import { afterNews, arrivalsIn, horizonOf, settled } from '#src/features/community/model/arrivals.ts'
import { isBlank, isLong, textOf, trimmed } from '#src/features/community/model/html.ts'
import { commentIdFrom } from '#src/features/community/model/ids.ts'
import { isOwn } from '#src/features/community/model/own.ts'
import { suggestTags, tagsFromNames } from '#src/features/community/model/tags.ts'
import { nameBegun, piecesOf } from '#src/features/community/model/mentions.ts'
import {
  addressOf,
  filtersFrom,
  isFiltered,
  noFilters,
  toggled,
  withFilter,
  type ThreadView,
} from '#src/features/community/model/thread-filters.ts'
import { withVote } from '#src/features/community/model/vote.ts'
import { aComment, aList, aReply, aThread, asha, omar } from './factory.ts'

const nobodys = () => false

describe('a back end that answers a bare array', () => {
  const threads = Array.from({ length: 25 }, (_, index) =>
    aThread({
      id: index + 1,
      title: index % 2 === 0 ? `Excel ${index + 1}` : `Python ${index + 1}`,
      tags: index % 2 === 0 ? ['excel'] : ['python-3'],
      created_at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
    }),
  )

  it('given no filter, when page 3 is shown, then it is the last five, newest first', () => {
    const page = threadPageOf(threads, { ...noFilters, page: 3 }, nobodys)
    expect(page.count).toBe(25)
    expect(page.results.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
  })

  it('given words in another case, when searched, then title or body matches', () => {
    const found = threadPageOf(
      [...threads, aThread({ id: 99, title: 'x', body: '<p>my EXCEL</p>' })],
      {
        ...noFilters,
        search: ' excel ',
      },
      nobodys,
    )
    expect(found.count).toBe(14)
    expect(found.results.map(({ id }) => id)).toContain(99)
  })

  it('given a tag, when filtered, then only the exact name counts', () => {
    expect(threadPageOf(threads, { ...noFilters, tag: 'python' }, nobodys).count).toBe(0)
    expect(threadPageOf(threads, { ...noFilters, tag: 'python-3' }, nobodys).count).toBe(12)
  })

  it('given own, bookmarked and unanswered ones, when asked for, then they hold together', () => {
    const some = [
      aThread({ id: 1, author: asha, bookmarked: true, comments_count: 0 }),
      aThread({ id: 2, author: asha, bookmarked: true, comments_count: 4 }),
      aThread({ id: 3, author: omar, bookmarked: true, comments_count: 0 }),
      aThread({ id: 4, author: asha, bookmarked: false, comments_count: 0 }),
    ]
    const ids = (views: readonly ThreadView[]) =>
      threadPageOf(some, { ...noFilters, views }, (author) => author.user_name === 'asha').results.map(
        ({ id }) => id,
      )
    expect(ids([])).toEqual([4, 3, 2, 1])
    expect(ids(['mine'])).toEqual([4, 2, 1])
    expect(ids(['mine', 'bookmarked'])).toEqual([2, 1])
    expect(ids(['mine', 'bookmarked', 'unanswered'])).toEqual([1])
  })

  it('given most votes first, when read, then the difference of both ways decides, equal ones newest first', () => {
    const some = [
      aThread({ id: 1, upvotes: 9, downvotes: 8 }),
      aThread({ id: 2, upvotes: 3, downvotes: 0 }),
      aThread({ id: 3, upvotes: 1, downvotes: 0 }),
    ]
    const page = threadPageOf(some, { ...noFilters, ordering: 'votes' }, nobodys)
    expect(page.results.map(({ id }) => id)).toEqual([2, 3, 1])
  })

  it('given only the specified fields, when read, then the rest has its plain value', () => {
    const [thread] = threadPageOf(
      [{ id: 1, title: 'a', body: 'b', author: omar }],
      noFilters,
      nobodys,
    ).results
    expect(thread).toMatchObject({ my_vote: null, bookmarked: false, can_edit: false, participants: [omar] })
  })

  it('given more than eight who took part, when read, then eight are collected', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ ...omar, user_name: `u${index}` }))
    const [thread] = threadPageOf([aThread({ participants: many })], noFilters, nobodys).results
    expect(thread?.participants).toHaveLength(8)
  })

  it('given flat comments with parents, when read, then replies stand under theirs, newest first', () => {
    const page = commentPageOf(
      [
        aComment({ id: 1, created_at: '2026-11-01T00:00:00Z' }),
        aComment({ id: 2, created_at: '2026-11-02T00:00:00Z' }),
        { ...aReply({ id: 3, parent: 1, created_at: '2026-11-03T00:00:00Z' }), replies: [] },
        { ...aReply({ id: 4, parent: 1, created_at: '2026-11-04T00:00:00Z' }), replies: [] },
      ],
      1,
    )
    expect(page.count).toBe(2)
    expect(page.results.map(({ id }) => id)).toEqual([2, 1])
    expect(page.results[1]?.replies.map(({ id }) => id)).toEqual([4, 3])
  })

  it('given a page as ours, when read, then its order and count stay the server’s', () => {
    const page = threadPageOf(aList([aThread({ id: 2 }), aThread({ id: 9 })], 40), noFilters, nobodys)
    expect(page.count).toBe(40)
    expect(page.results.map(({ id }) => id)).toEqual([2, 9])
  })
})

describe('addresses', () => {
  it.each([
    ['12', 12],
    ['0', null],
    ['-3', null],
    ['abc', null],
    ['1.5', null],
    ['99999999999', null],
    [undefined, null],
  ])('given %s, when read as a thread’s id, then it is %s', (text, id) => {
    expect(parseId(text)).toBe(id)
  })

  it('given a link to a comment, when read, then its id is known', () => {
    expect(commentIdFrom('#comment-12')).toBe(12)
    expect(commentIdFrom('#comments')).toBeNull()
  })

  it('given page 4, when a filter changes, then the page is 1 again', () => {
    const filters = filtersFrom(new URLSearchParams('page=4&tag=sql'))
    expect(addressOf(withFilter(filters, { search: 'join' })).toString()).toBe('search=join&tag=sql')
  })

  it('given views and an order in the address, when read and written, then nothing is lost and nonsense is', () => {
    const given = 'mine=true&unanswered=true&ordering=votes&page=2'
    expect(addressOf(filtersFrom(new URLSearchParams(given))).toString()).toBe(given)
    expect(filtersFrom(new URLSearchParams('mine=yes&ordering=worst'))).toEqual(noFilters)
    expect(isFiltered({ ...noFilters, ordering: 'votes' })).toBe(false)
    expect(isFiltered({ ...noFilters, views: ['mine'] })).toBe(true)
  })

  it('given a view, when turned on and off, then the others stay, in one order', () => {
    expect(toggled(['unanswered'], 'mine')).toEqual(['mine', 'unanswered'])
    expect(toggled(['mine', 'unanswered'], 'mine')).toEqual(['unanswered'])
  })
})

describe('votes', () => {
  it.each([
    [null, 'upvote', { my_vote: 'upvote', upvotes: 4, downvotes: 1 }],
    ['upvote', 'upvote', { my_vote: null, upvotes: 2, downvotes: 1 }],
    ['upvote', 'downvote', { my_vote: 'downvote', upvotes: 2, downvotes: 2 }],
  ] as const)('given %s, when pressed %s, then it is taken, taken back or moved', (before, vote, after) => {
    expect(withVote({ my_vote: before, upvotes: 3, downvotes: 1 }, vote)).toEqual(after)
  })
})

describe('whose post it is', () => {
  it('given the username or the full name, when matched, then controls are offered', () => {
    const person = { username: 'asha', full_name: 'Asha Rao' }
    expect(isOwn(asha, person)).toBe(true)
    expect(isOwn({ ...omar, name: 'Asha Rao' }, person)).toBe(true)
    expect(isOwn(omar, person)).toBe(false)
  })

  it('given names that are empty, when matched, then nobody owns anything', () => {
    expect(isOwn({ user_name: '', name: '', profile_pic_url: null }, { username: '', full_name: null })).toBe(
      false,
    )
    expect(isOwn(null, { username: 'asha', full_name: null })).toBe(false)
  })
})

describe('tags', () => {
  const all = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: `tag-${index + 1}` }))

  it('given no text, when suggested, then 20, and how many more there are', () => {
    const { shown, more, create } = suggestTags(all, [1], '')
    expect(shown).toHaveLength(20)
    expect(shown[0]?.id).toBe(2)
    expect(more).toBe(9)
    expect(create).toBeNull()
  })

  it('given a text, when suggested, then all matches', () => {
    expect(suggestTags(all, [], 'TAG').shown).toHaveLength(30)
  })

  it('given a name, when it exists or something matches, then it is not offered to create', () => {
    expect(suggestTags(all, [], 'Tag-3').create).toBeNull()
    expect(suggestTags(all, [3], 'tag-3').create).toBeNull()
    expect(suggestTags(all, [], 'ag-1').create).toBeNull()
    expect(suggestTags(all, [], ' new ').create).toBe('new')
  })

  it('given names typed with commas, when matched, then without case, unknown ones dropped, each once', () => {
    expect(tagsFromNames('TAG-2, nonsense , tag-5,tag-2،tag-7', all)).toEqual([2, 5, 7])
  })
})

describe('the HTML of a post', () => {
  it('given markup, when counted, then only its words count', () => {
    const markup = `<p>${'<strong>a</strong>'.repeat(300)}</p>`
    expect(textOf(markup)).toHaveLength(300)
    expect(isLong(markup)).toBe(false)
    expect(isLong(`${markup}<p>b</p>`)).toBe(true)
  })

  it('given empty paragraphs, when asked, then blank; a picture is something', () => {
    expect(isBlank('<p>&nbsp;</p><p><br></p>')).toBe(true)
    expect(isBlank('<p><img src="/files/a.png"></p>')).toBe(false)
  })

  it('given empty paragraphs at the end, when trimmed, then only these go', () => {
    expect(trimmed('<p></p><pre><code>x</code></pre><p></p><p> </p>')).toBe(
      '<p></p><pre><code>x</code></pre>',
    )
  })
})

describe('arrivals', () => {
  const own = (author: { user_name: string } | null) => author?.user_name === 'asha'
  const before = [aComment({ id: 10, replies: [aReply({ id: 12 })] })]
  const after = [
    aComment({ id: 15 }),
    aComment({ id: 14, author: asha }),
    aComment({ id: 10, replies: [aReply({ id: 16 }), aReply({ id: 12 })] }),
  ]

  it('given comments of others after the first look, when counted, then one’s own are no news', () => {
    expect(horizonOf(before)).toBe(12)
    expect(arrivalsIn(after, 12, own)).toEqual([15, 16])
  })

  it('given news as it is told, when it is kept, then what went is gone, nothing counts twice, and the whole replaces', () => {
    const told = (before: number[], came: number[], gone: number[] = [], whole = false) =>
      afterNews(before, { whole, came, gone })
    expect(told([], [15])).toEqual([15])
    expect(told([15], [15, 16])).toEqual([15, 16])
    expect(told([15, 16], [17], [15])).toEqual([16, 17])
    expect(told([15, 16], [16, 18], [], true)).toEqual([16, 18])
  })

  it('given arrivals and a page that repeats, when shown, then held back, and each once', () => {
    const shown = settled([...after, ...before], 12, own)
    expect(shown.map(({ id }) => id)).toEqual([14, 10])
    expect(shown[1]?.replies.map(({ id }) => id)).toEqual([12])
    expect(settled(after, 16, own).map(({ id }) => id)).toEqual([15, 14, 10])
  })
})

describe('names in a post', () => {
  const people = [
    { user_name: 'asha', name: 'Asha Rao' },
    { user_name: 'aarohi.d', name: 'Aarohi Deshpande' },
    { user_name: 'सारा', name: 'सारा खान' },
  ]
  const named = (text: string) =>
    piecesOf(text, people).map((piece) => (typeof piece === 'string' ? piece : `[${piece.person.name}]`))

  it.each([
    ['ask @asha.', ['ask ', '[Asha Rao]', '.']],
    ['(@Aarohi.D) and @ASHA', ['(', '[Aarohi Deshpande]', ') and ', '[Asha Rao]']],
    ['@सारा, देखिए', ['[सारा खान]', ', देखिए']],
    ['asha@asha and x/@asha', ['asha@asha and x/@asha']],
    ['@nobody', ['@nobody']],
    ['', []],
  ])('given %j, when cut, then only those whom the server named are people', (text, pieces) => {
    expect(named(text)).toEqual(pieces)
  })

  it.each([
    ['hello @', ''],
    ['hello @as', 'as'],
    ['@aarohi.', 'aarohi.'],
    ['mail@as', null],
    ['@as and', null],
    ['hello', null],
  ])('given %j before the cursor, when read, then the name begun is %j', (before, name) => {
    expect(nameBegun(before)).toBe(name)
  })
})
