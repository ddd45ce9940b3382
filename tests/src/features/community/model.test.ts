import { parseId } from '#src/shared/lib/parse-id.ts'
import { describe, expect, it } from 'vitest'
import { commentPageOf, threadPageOf } from '#src/features/community/model/answers.ts'
import { applyNews, arrivalsIn, newestIdOf, withoutArrivals } from '#src/features/community/model/arrivals.ts'
import { isBlank, isLong, textOf, trimTrailingParagraphs } from '#src/features/community/model/html.ts'
import { commentIdFrom } from '#src/features/community/model/ids.ts'
import { isOwnPost } from '#src/features/community/model/own-post.ts'
import { suggestTags, tagsFromNames } from '#src/features/community/model/tags.ts'
import { partialName, piecesOf } from '#src/features/community/model/mentions.ts'
import {
  addressOf,
  filtersFrom,
  isFiltered,
  noFilters,
  toggleView,
  withFilter,
  type ThreadView,
} from '#src/features/community/model/thread-filters.ts'
import { withVote } from '#src/features/community/model/vote.ts'
import { aComment, aList, aReply, aThread, asha, omar } from './factory.ts'

const isNobodys = () => false

describe('bare array from another back end', () => {
  const threads = Array.from({ length: 25 }, (_, index) =>
    aThread({
      id: index + 1,
      title: index % 2 === 0 ? `Excel ${index + 1}` : `Python ${index + 1}`,
      tags: index % 2 === 0 ? ['excel'] : ['python-3'],
      created_at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
    }),
  )

  it('returns the last five of page 3, newest first', () => {
    const page = threadPageOf(threads, { ...noFilters, page: 3 }, isNobodys)
    expect(page.count).toBe(25)
    expect(page.results.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
  })

  it('searches title and body without case', () => {
    const page = threadPageOf(
      [...threads, aThread({ id: 99, title: 'x', body: '<p>my EXCEL</p>' })],
      {
        ...noFilters,
        search: ' excel ',
      },
      isNobodys,
    )
    expect(page.count).toBe(14)
    expect(page.results.map(({ id }) => id)).toContain(99)
  })

  it('filters by the exact tag name', () => {
    expect(threadPageOf(threads, { ...noFilters, tag: 'python' }, isNobodys).count).toBe(0)
    expect(threadPageOf(threads, { ...noFilters, tag: 'python-3' }, isNobodys).count).toBe(12)
  })

  it('combines own, bookmarked and unanswered', () => {
    const sample = [
      aThread({ id: 1, author: asha, bookmarked: true, comments_count: 0 }),
      aThread({ id: 2, author: asha, bookmarked: true, comments_count: 4 }),
      aThread({ id: 3, author: omar, bookmarked: true, comments_count: 0 }),
      aThread({ id: 4, author: asha, bookmarked: false, comments_count: 0 }),
    ]
    const ids = (views: readonly ThreadView[]) =>
      threadPageOf(sample, { ...noFilters, views }, (author) => author.user_name === 'asha').results.map(
        ({ id }) => id,
      )
    expect(ids([])).toEqual([4, 3, 2, 1])
    expect(ids(['mine'])).toEqual([4, 2, 1])
    expect(ids(['mine', 'bookmarked'])).toEqual([2, 1])
    expect(ids(['mine', 'bookmarked', 'unanswered'])).toEqual([1])
  })

  it('orders by the difference of votes, equal ones newest first', () => {
    const sample = [
      aThread({ id: 1, upvotes: 9, downvotes: 8 }),
      aThread({ id: 2, upvotes: 3, downvotes: 0 }),
      aThread({ id: 3, upvotes: 1, downvotes: 0 }),
    ]
    const page = threadPageOf(sample, { ...noFilters, ordering: 'votes' }, isNobodys)
    expect(page.results.map(({ id }) => id)).toEqual([2, 3, 1])
  })

  it('fills missing fields with defaults', () => {
    const [thread] = threadPageOf(
      [{ id: 1, title: 'a', body: 'b', author: omar }],
      noFilters,
      isNobodys,
    ).results
    expect(thread).toMatchObject({ my_vote: null, bookmarked: false, can_edit: false, participants: [omar] })
  })

  it('collects eight participants', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ ...omar, user_name: `u${index}` }))
    const [thread] = threadPageOf([aThread({ participants: many })], noFilters, isNobodys).results
    expect(thread?.participants).toHaveLength(8)
  })

  it('nests flat replies under their comment, newest first', () => {
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

  it('keeps order and count of a paged response', () => {
    const page = threadPageOf(aList([aThread({ id: 2 }), aThread({ id: 9 })], 40), noFilters, isNobodys)
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
  ])('reads %s as the thread id %s', (text, id) => {
    expect(parseId(text)).toBe(id)
  })

  it('reads the comment id from a link', () => {
    expect(commentIdFrom('#comment-12')).toBe(12)
    expect(commentIdFrom('#comments')).toBeNull()
  })

  it('resets the page when a filter changes', () => {
    const filters = filtersFrom(new URLSearchParams('page=4&tag=sql'))
    expect(addressOf(withFilter(filters, { search: 'join' })).toString()).toBe('search=join&tag=sql')
  })

  it('round-trips views and order in the URL and drops invalid values', () => {
    const given = 'mine=true&unanswered=true&ordering=votes&page=2'
    expect(addressOf(filtersFrom(new URLSearchParams(given))).toString()).toBe(given)
    expect(filtersFrom(new URLSearchParams('mine=yes&ordering=worst'))).toEqual(noFilters)
    expect(isFiltered({ ...noFilters, ordering: 'votes' })).toBe(false)
    expect(isFiltered({ ...noFilters, views: ['mine'] })).toBe(true)
  })

  it('toggles a view and keeps the order of the others', () => {
    expect(toggleView(['unanswered'], 'mine')).toEqual(['mine', 'unanswered'])
    expect(toggleView(['mine', 'unanswered'], 'mine')).toEqual(['unanswered'])
  })
})

describe('votes', () => {
  it.each([
    [null, 'upvote', { my_vote: 'upvote', upvotes: 4, downvotes: 1 }],
    ['upvote', 'upvote', { my_vote: null, upvotes: 2, downvotes: 1 }],
    ['upvote', 'downvote', { my_vote: 'downvote', upvotes: 2, downvotes: 2 }],
  ] as const)('turns the vote %s with %s into the right state', (before, vote, after) => {
    expect(withVote({ my_vote: before, upvotes: 3, downvotes: 1 }, vote)).toEqual(after)
  })
})

describe('own posts', () => {
  it('matches the username or the full name', () => {
    const person = { username: 'asha', full_name: 'Asha Rao' }
    expect(isOwnPost(asha, person)).toBe(true)
    expect(isOwnPost({ ...omar, name: 'Asha Rao' }, person)).toBe(true)
    expect(isOwnPost(omar, person)).toBe(false)
  })

  it('matches nobody for empty names', () => {
    expect(
      isOwnPost({ user_name: '', name: '', profile_pic_url: null }, { username: '', full_name: null }),
    ).toBe(false)
    expect(isOwnPost(null, { username: 'asha', full_name: null })).toBe(false)
  })
})

describe('tags', () => {
  const all = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: `tag-${index + 1}` }))

  it('suggests 20 tags and counts the rest', () => {
    const { shown, more, create } = suggestTags(all, [1], '')
    expect(shown).toHaveLength(20)
    expect(shown[0]?.id).toBe(2)
    expect(more).toBe(9)
    expect(create).toBeNull()
  })

  it('suggests all matches of a text', () => {
    expect(suggestTags(all, [], 'TAG').shown).toHaveLength(30)
  })

  it('offers to create only a name that nothing matches', () => {
    expect(suggestTags(all, [], 'Tag-3').create).toBeNull()
    expect(suggestTags(all, [3], 'tag-3').create).toBeNull()
    expect(suggestTags(all, [], 'ag-1').create).toBeNull()
    expect(suggestTags(all, [], ' new ').create).toBe('new')
  })

  it('resolves typed names without case, drops unknown ones and duplicates', () => {
    expect(tagsFromNames('TAG-2, nonsense , tag-5,tag-2،tag-7', all)).toEqual([2, 5, 7])
  })
})

describe('post HTML', () => {
  it('counts only text, not markup', () => {
    const markup = `<p>${'<strong>a</strong>'.repeat(300)}</p>`
    expect(textOf(markup)).toHaveLength(300)
    expect(isLong(markup)).toBe(false)
    expect(isLong(`${markup}<p>b</p>`)).toBe(true)
  })

  it('is blank with empty paragraphs, not with a picture', () => {
    expect(isBlank('<p>&nbsp;</p><p><br></p>')).toBe(true)
    expect(isBlank('<p><img src="/files/a.png"></p>')).toBe(false)
  })

  it('trims only trailing empty paragraphs', () => {
    expect(trimTrailingParagraphs('<p></p><pre><code>x</code></pre><p></p><p> </p>')).toBe(
      '<p></p><pre><code>x</code></pre>',
    )
  })
})

describe('arrivals', () => {
  const isOwn = (author: { user_name: string } | null) => author?.user_name === 'asha'
  const before = [aComment({ id: 10, replies: [aReply({ id: 12 })] })]
  const after = [
    aComment({ id: 15 }),
    aComment({ id: 14, author: asha }),
    aComment({ id: 10, replies: [aReply({ id: 16 }), aReply({ id: 12 })] }),
  ]

  it('counts only newer comments of others as arrivals', () => {
    expect(newestIdOf(before)).toBe(12)
    expect(arrivalsIn(after, 12, isOwn)).toEqual([15, 16])
  })

  it('applies updates: removes, avoids duplicates, and replaces on a full list', () => {
    const apply = (before: number[], came: number[], gone: number[] = [], whole = false) =>
      applyNews(before, { whole, came, gone })
    expect(apply([], [15])).toEqual([15])
    expect(apply([15], [15, 16])).toEqual([15, 16])
    expect(apply([15, 16], [17], [15])).toEqual([16, 17])
    expect(apply([15, 16], [16, 18], [], true)).toEqual([16, 18])
  })

  it('hides arrivals and shows each comment once', () => {
    const shown = withoutArrivals([...after, ...before], 12, isOwn)
    expect(shown.map(({ id }) => id)).toEqual([14, 10])
    expect(shown[1]?.replies.map(({ id }) => id)).toEqual([12])
    expect(withoutArrivals(after, 16, isOwn).map(({ id }) => id)).toEqual([15, 14, 10])
  })
})

describe('mentions', () => {
  const people = [
    { user_name: 'asha', name: 'Asha Rao' },
    { user_name: 'aarohi.d', name: 'Aarohi Deshpande' },
    { user_name: 'सारा', name: 'सारा खान' },
  ]
  const readPieces = (text: string) =>
    piecesOf(text, people).map((piece) => (typeof piece === 'string' ? piece : `[${piece.person.name}]`))

  it.each([
    ['ask @asha.', ['ask ', '[Asha Rao]', '.']],
    ['(@Aarohi.D) and @ASHA', ['(', '[Aarohi Deshpande]', ') and ', '[Asha Rao]']],
    ['@सारा, देखिए', ['[सारा खान]', ', देखिए']],
    ['asha@asha and x/@asha', ['asha@asha and x/@asha']],
    ['@nobody', ['@nobody']],
    ['', []],
  ])('recognises only resolved mentions in %j', (text, pieces) => {
    expect(readPieces(text)).toEqual(pieces)
  })

  it.each([
    ['hello @', ''],
    ['hello @as', 'as'],
    ['@aarohi.', 'aarohi.'],
    ['mail@as', null],
    ['@as and', null],
    ['hello', null],
  ])('reads the partial mention in %j as %j', (before, name) => {
    expect(partialName(before)).toBe(name)
  })
})
