import { describe, expect, it } from 'vitest'
import { choice, flag, listSchema, oneOf, optional } from '#src/core/lists/list-filters.ts'

const schema = listSchema({
  status: oneOf(['open', 'done']),
  min: optional((text) => (text === null || Number.isNaN(Number(text)) ? null : Number(text))),
  flagged: flag,
  order: choice(['name', '-date'], 'name'),
})
const read = (query: string) => schema.read(new URLSearchParams(query))

describe('filters of a list', () => {
  it('reads an empty address as no filters', () => {
    expect(read('')).toEqual(schema.empty)
    expect(schema.empty).toEqual({
      search: '',
      status: null,
      min: null,
      flagged: false,
      order: 'name',
      page: 1,
    })
  })

  it('reads back what it writes', () => {
    const filters = {
      search: ' Ada & Co ',
      status: 'done',
      min: 0,
      flagged: true,
      order: '-date',
      page: 3,
    } as const

    expect(schema.read(new URLSearchParams(schema.write(filters)))).toEqual(filters)
  })

  it('leaves presets out of the address', () => {
    expect(schema.write(schema.empty)).toEqual({})
    expect(schema.write({ ...schema.empty, order: '-date' })).toEqual({ order: '-date' })
  })

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=1e9', 'page=x', 'page='])('reads %s as page 1', (query) => {
    expect(read(query).page).toBe(1)
  })

  it('falls back to the presets for values that do not exist', () => {
    expect(read('status=gone&min=x&flagged=yes&order=up')).toEqual(schema.empty)
  })

  it('cuts a search that is too long', () => {
    expect(read(`search=${'a'.repeat(500)}`).search).toHaveLength(200)
  })

  it('counts neither order nor page nor blanks as a filter', () => {
    expect(schema.isNarrowed(read('order=-date&page=2&search=%20'))).toBe(false)
    expect(
      ['search=a', 'status=open', 'min=0', 'flagged=true'].map((query) => schema.isNarrowed(read(query))),
    ).toEqual([true, true, true, true])
  })

  it('clears every filter and the page, but keeps the order', () => {
    expect(schema.cleared(read('search=a&status=open&min=2&flagged=true&order=-date&page=7'))).toEqual({
      ...schema.empty,
      order: '-date',
    })
  })

  it('lets a list say which values narrow it', () => {
    const shelves = listSchema({
      shelf: { ...oneOf(['active', 'archived']), narrows: (value) => value === 'active' },
    })
    const shelf = (value: 'active' | 'archived') => ({ ...shelves.empty, shelf: value })

    expect([shelf('active'), shelf('archived')].map(shelves.isNarrowed)).toEqual([true, false])
    expect(shelves.cleared(shelf('archived')).shelf).toBeNull()
  })
})
