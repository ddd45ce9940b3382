/**
 * The response schema is applied on sending. A handler that writes its response itself is on this list with its reason; the
 * test server checks that the contract would have changed nothing (tests/support/server/response-check.ts).
 */
import { describe, expect, it } from 'vitest'
import { sources, type Source } from './rules/sources.ts'

const UNCHECKED: Readonly<Record<string, string>> = {
  'server/core/http/pipeline.ts': 'taggedJson, which applies the schema',
  'server/features/client-info/clients.service.ts':
    'the mapper applies the schema once; then it is sent many times',
  'server/features/courses/catalogue/detail.service.ts':
    'the check takes over twice as long as the rest (docs/decisions/server/check-responses-unless-it-costs-a-fifth.md)',
}

const WRITES = /\bnew CachedJson\(/
const writersIn = (files: readonly Source[]) =>
  files.filter(({ text }) => WRITES.test(text)).map(({ path }) => path)

describe('responses that are sent without a check', () => {
  it('are all on the list, and the list has no others', () => {
    expect(writersIn(sources(['server'])).toSorted()).toEqual(Object.keys(UNCHECKED).toSorted())
  })

  it('control: finds a new one', () => {
    const text = 'return new CachedJson(bytes, etag)'
    expect(writersIn([{ path: 'server/features/x.ts', text }])).toHaveLength(1)
  })
})
