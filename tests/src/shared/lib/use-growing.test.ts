import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'

const renderCount = (total: number) => {
  const seen: number[] = []
  const view = renderHook(
    ({ count }) => {
      const current = useGrowing(count, 10)
      if (seen.at(-1) !== current) seen.push(current)
      return current
    },
    { initialProps: { count: total } },
  )
  return { ...view, seen }
}

describe('useGrowing', () => {
  it('shows ten of 35 rows at once and ten more at a time', async () => {
    const { seen, result } = renderCount(35)
    expect(seen).toEqual([10])
    await waitFor(() => expect(result.current).toBe(35))
    expect(seen).toEqual([10, 20, 30, 35])
  })

  it('adds a new row and keeps the others', async () => {
    const { seen, result, rerender } = renderCount(20)
    await waitFor(() => expect(result.current).toBe(20))
    act(() => rerender({ count: 21 }))
    await waitFor(() => expect(result.current).toBe(21))
    expect(Math.min(...seen.slice(1))).toBe(20)
  })

  it('shows a short list at once', () => {
    expect(renderCount(3).seen).toEqual([3])
  })
})
