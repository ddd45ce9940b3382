/**
 * The response schema is applied on sending. A handler that writes its response itself is on this list with its reason; the
 * test server checks that the contract would have changed nothing (tests/support/server/response-check.ts).
 */
import { describe, expect, it } from 'vitest'
import { sources, type Source } from './sources.ts'

const PREPARED = 'checked when it is cached, then sent many times'
const MEASURED =
  'the check costs more than 20 % (docs/decisions/server/check-every-response-but-those-listed.md)'

const UNCHECKED: Readonly<Record<string, string>> = {
  'server/core/http/pipeline.ts': 'makes and sends them',
  'server/features/client-info/clients.service.ts': PREPARED,
  'server/features/community/comments/comments.service.ts': MEASURED,
  'server/features/community/threads/threads.service.ts': MEASURED,
  'server/features/courses/catalogue/detail.service.ts': MEASURED,
  'server/features/courses/catalogue/list.service.ts': `the list is ${PREPARED}; the counts: ${MEASURED}`,
  'server/features/courses/catalogue/recommend.service.ts': MEASURED,
}

const WRITES = /\bwrittenJson\b\s*[<(=]|\bnew CachedJson\(/
const writersIn = (files: readonly Source[]) =>
  files.filter(({ text }) => WRITES.test(text)).map(({ path }) => path)

describe('responses that are sent without a check', () => {
  it('are all on the list, and the list has no others', () => {
    expect(writersIn(sources(['server'])).toSorted()).toEqual(Object.keys(UNCHECKED).toSorted())
  })

  it.each(['return writtenJson<typeof getThread>(body)', 'new CachedJson(bytes, etag)'])(
    'control: finds %s',
    (text) => {
      expect(writersIn([{ path: 'server/features/x.ts', text }])).toHaveLength(1)
    },
  )
})
