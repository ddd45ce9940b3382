import { describe, expect, it } from 'vitest'
import { isCourseLink, itemLink, linkedItem, replaceItemLinks } from '#contract/text/course-links.ts'
import { isSafeLink } from '#contract/text/html.ts'

describe('links inside a course', () => {
  it.each([
    '/learn/item/cc-12',
    '/learn/course/1/2',
    '/learn/course/1/2?item=3',
    '/learn/preview/1/2?item=3',
  ])('accepts %s', (href) => {
    expect(isCourseLink(href)).toBe(true)
    expect(isSafeLink(href)).toBe(true)
  })

  it.each([
    '/learn/item/',
    '/learn/item/../../admin',
    '/learn/item/a?next=//evil.example',
    '/learn/item/A',
    '/learn/course/1',
    '/learn/course/1/2/notes',
    '/learn/course/0/2',
    '/learn/course/1/2?item=3&x=1',
    '/learn/course/1/2#x',
    '/learn/course/1/2\n',
    '//learn/course/1/2',
    '/\\learn/course/1/2',
    'learn/course/1/2',
    '/courses/1',
    '/admin/courses',
  ])('refuses %j', (href) => {
    expect(isCourseLink(href)).toBe(false)
    expect(isSafeLink(href.trim() === href ? href : `${href}x`)).toBe(false)
  })

  it('returns the key of a draft link only', () => {
    expect(linkedItem(itemLink('cc-1'))).toBe('cc-1')
    expect(linkedItem('/learn/course/1/2')).toBeNull()
  })

  it('replaces keys, and keeps the text of a link without a target', () => {
    const html = '<p><a href="/learn/item/a">A</a> <a title="t" href="/learn/item/b">B</a> /learn/item/a</p>'
    const addressOf = (key: string) => (key === 'a' ? '/learn/course/1/2?item=3' : null)
    expect(replaceItemLinks(html, addressOf)).toBe(
      '<p><a href="/learn/course/1/2?item=3">A</a> <a title="t">B</a> /learn/item/a</p>',
    )
  })
})
