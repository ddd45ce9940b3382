import { beforeEach, describe, expect, it } from 'vitest'
import {
  cacheResponse,
  deleteResponses,
  deleteResponsesOfFeatures,
  deleteSavedCourse,
  findResponses,
  readResponse,
  readSavedCourses,
  saveResponse,
  trimVisited,
  VISITED_MAX,
  writeSavedCourse,
} from '#src/core/offline/response-cache.ts'
import { emptyDevice } from '#tests/support/web/device-db.ts'

beforeEach(emptyDevice)

const from = (address: string, feature: string | null = 'course') => ({ address, feature })

describe('the response cache', () => {
  it('gives a response to its owner only', async () => {
    await cacheResponse('7:1', from('/courses/5/'), { id: 5 })
    expect((await readResponse('7:1', '/courses/5/'))?.answer).toEqual({ id: 5 })
    expect(await readResponse('7:11', '/courses/5/')).toBeNull()
    expect(await findResponses('7:11', /courses/)).toEqual([])
  })

  it('keeps a response of a saved course with it when its page is visited', async () => {
    await saveResponse('7:1', from('/courses/5/'), 'saved', 5)
    await cacheResponse('7:1', from('/courses/5/'), 'visited')
    expect(await readResponse('7:1', '/courses/5/')).toMatchObject({ course: 5, answer: 'visited' })
    await deleteResponses('7:1', 5)
    expect(await readResponse('7:1', '/courses/5/')).toBeNull()
  })

  it('drops the oldest visited pages when there are too many, and no saved one', async () => {
    await saveResponse('7:1', from('/saved/'), 'saved', 5)
    for (let page = 0; page < VISITED_MAX + 3; page += 1)
      await cacheResponse('7:1', from(`/page/${page}/`), page)
    await trimVisited('7:1')
    expect(await findResponses('7:1', /page/)).toHaveLength(VISITED_MAX)
    expect(await readResponse('7:1', '/saved/')).not.toBeNull()
  })

  it('TE5: removes what belongs to a feature that is off, and nothing of others', async () => {
    await cacheResponse('7:1', from('/threads/', 'community_forum'), 'threads')
    await cacheResponse('7:1', from('/courses/5/'), 'course')
    await cacheResponse('7:1', from('/home/', null), 'home')
    await cacheResponse('7:2', from('/threads/', 'community_forum'), 'of another person')
    await deleteResponsesOfFeatures('7:1', ['community_forum', 'assessment'])
    expect(await findResponses('7:1', /./)).toEqual(['course', 'home'])
    expect(await findResponses('7:2', /./)).toEqual(['of another person'])
  })

  it('lists saved courses of one person', async () => {
    await writeSavedCourse('7:1', 5, { title: 'one' })
    await writeSavedCourse('7:2', 5, { title: 'other' })
    expect(await readSavedCourses('7:1')).toEqual([{ title: 'one' }])
    await deleteSavedCourse('7:1', 5)
    expect(await readSavedCourses('7:1')).toEqual([])
  })
})
