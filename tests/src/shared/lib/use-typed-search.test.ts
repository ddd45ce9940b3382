import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTypedSearch } from '#src/shared/lib/hooks/use-typed-search.ts'

const openSearch = (value = '') => {
  const onChange = vi.fn<(text: string) => void>()
  const hook = renderHook(({ address }) => useTypedSearch(address, onChange), {
    initialProps: { address: value },
  })
  return {
    onChange,
    text: () => hook.result.current.text,
    take: () =>
      act(() => {
        hook.result.current.takeText()
      }),
    type: (text: string) => act(() => hook.result.current.setText(text)),
    showAddress: (address: string) => hook.rerender({ address }),
  }
}
const pause = (ms = 300) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports the text once after a pause in typing', () => {
  const search = openSearch()
  search.type('a')
  pause(200)
  search.type('ad')
  pause(299)
  expect(search.onChange).not.toHaveBeenCalled()
  pause(1)
  expect(search.onChange.mock.calls).toEqual([['ad']])
})

it('keeps the letters typed while the address was changing', () => {
  const search = openSearch()
  search.type('ad')
  pause()
  search.type('ada')
  search.showAddress('ad')
  expect(search.text()).toBe('ada')
  pause()
  expect(search.onChange).toHaveBeenLastCalledWith('ada')
})

it('keeps the letters typed while two reports were on their way', () => {
  const search = openSearch()
  search.type('a')
  pause()
  search.type('ad')
  pause()
  search.type('ada')
  search.showAddress('a')
  search.showAddress('ad')
  expect(search.text()).toBe('ada')
})

it('keeps the letters typed after another filter took the text along', () => {
  const search = openSearch()
  search.type('ad')
  search.take()
  search.type('ada')
  search.showAddress('ad')
  expect(search.text()).toBe('ada')
})

it('follows a change from elsewhere', () => {
  const search = openSearch('ada')
  search.showAddress('')
  expect(search.text()).toBe('')
})

it('follows the address back to a text that it reported before', () => {
  const search = openSearch()
  search.type('ada')
  pause()
  search.showAddress('ada')
  search.showAddress('')
  search.showAddress('ada')
  expect(search.text()).toBe('ada')
})

it('reports nothing once a link was followed, but goes on after a change of the same entry', () => {
  history.replaceState({ idx: 1 }, '')
  const search = openSearch()
  search.type('ada')
  history.replaceState({ idx: 1 }, '', '?order=name')
  pause()
  expect(search.onChange.mock.calls).toEqual([['ada']])
  search.type('adam')
  history.pushState({ idx: 2 }, '', '?tab=people')
  pause()
  expect(search.onChange).toHaveBeenCalledTimes(1)
})
