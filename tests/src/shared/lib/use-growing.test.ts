import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'

const grown = (total: number) => {
  const seen: number[] = []
  const view = renderHook(
    ({ count }) => {
      const now = useGrowing(count, 10)
      if (seen.at(-1) !== now) seen.push(now)
      return now
    },
    { initialProps: { count: total } },
  )
  return { ...view, seen }
}

describe('a long list', () => {
  it('given 35 lines, when drawn, then ten stand at once, and the others follow ten at a time', async () => {
    const { seen, result } = grown(35)
    expect(seen).toEqual([10])
    await waitFor(() => expect(result.current).toBe(35))
    expect(seen).toEqual([10, 20, 30, 35])
  })

  it('given a line more, when it comes, then it is drawn and the others stay', async () => {
    const { seen, result, rerender } = grown(20)
    await waitFor(() => expect(result.current).toBe(20))
    act(() => rerender({ count: 21 }))
    await waitFor(() => expect(result.current).toBe(21))
    expect(Math.min(...seen.slice(1))).toBe(20)
  })

  it('given few lines, when drawn, then all stand at once', () => {
    expect(grown(3).seen).toEqual([3])
  })
})
