import { describe, expect, it } from 'vitest'
import { isSearchKey } from '#src/app/layouts/search/search-key.ts'

const page = (html: string) => {
  const place = document.createElement('div')
  place.innerHTML = html
  return place
}
const key = (values: Partial<KeyboardEvent> & { key: string }) => ({
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  target: page('<p></p>').firstElementChild,
  ...values,
})

describe('the keys that open the search', () => {
  it.each([
    ['Ctrl K', { key: 'k', ctrlKey: true }],
    ['Cmd K', { key: 'k', metaKey: true }],
    ['Ctrl and the place of K on a Hindi keyboard', { key: 'क', code: 'KeyK', ctrlKey: true }],
    ['a slash', { key: '/' }],
  ])('are %s', (_name, event) => {
    expect(isSearchKey(key(event), page(''))).toBe(true)
  })

  it.each([
    ['K alone', { key: 'k' }],
    ['Ctrl Alt K', { key: 'k', ctrlKey: true, altKey: true }],
    ['a key that an editor used', { key: 'k', ctrlKey: true, defaultPrevented: true }],
    ['a slash in a field', { key: '/', target: page('<input>').firstElementChild }],
    [
      'a slash in an editor',
      { key: '/', target: page('<div contenteditable="true"><p></p></div>').querySelector('p') },
    ],
  ])('are not %s', (_name, event) => {
    expect(isSearchKey(key(event), page(''))).toBe(false)
  })

  it('leave an open dialog alone', () => {
    expect(isSearchKey(key({ key: 'k', ctrlKey: true }), page('<div role="dialog"></div>'))).toBe(false)
  })
})
