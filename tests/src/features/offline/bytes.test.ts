import { describe, expect, it } from 'vitest'
import { formatBytes } from '#src/features/offline/model/bytes.ts'

describe('formatBytes', () => {
  it.each([
    [0, '0 kB'],
    [499, '0 kB'],
    [913_000, '913 kB'],
    [1_000_000, '1 MB'],
    [48_260_000, '48.3 MB'],
    [10_700_000_000, '10.7 GB'],
    [4_000_000_000_000, '4,000 GB'],
  ])('formats %i bytes as %s, on one line', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text.replace(' ', '\u00A0'))
  })
})
