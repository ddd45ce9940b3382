import { describe, expect, it } from 'vitest'
import type { StoredMedia } from '#contract/course-builder/uploads.ts'
import { uploadPlace } from '#contract/course-builder/uploads.ts'
import type { ItemContent } from '#contract/course-builder/draft.ts'
import { applyOperation } from '#contract/course-builder/draft-operations.ts'
import { newItem } from '#src/features/course-builder/model/new-nodes.ts'
import {
  captionsSlot,
  COVER_SLOT,
  uploadOperation,
  hasFileChooser,
  itemKeyOf,
  durationOperation,
  packageSlot,
  videoSlot,
} from '#src/features/course-builder/model/upload-slots.ts'
import { aDocument, anItem, withItems } from '../factory.ts'

const video = newItem('video').content
const scorm = newItem('scorm').content
const videoMedia: StoredMedia = { url: '/files/7/a.mp4', mime: 'video/mp4', duration_seconds: 12 }
const captionsMedia: StoredMedia = { url: '/files/7/a.vtt', mime: 'text/vtt', duration_seconds: null }

const withItem = (content: ItemContent, title = 'Lesson') => withItems(anItem({ content, title }))
const contentOf = (document: ReturnType<typeof withItem>) => document.sections[0]?.topics[0]?.items[0]

describe('upload slots', () => {
  it('has slot names that the contract accepts, and finds their items', () => {
    const names = [COVER_SLOT, videoSlot('lesson-1'), packageSlot('lesson-1'), captionsSlot('lesson-1', 'ar')]

    expect(names.map((name) => uploadPlace.safeParse(name).success)).toEqual([true, true, true, true])
    expect(names.map(itemKeyOf)).toEqual([null, 'lesson-1', 'lesson-1', 'lesson-1'])
    expect(uploadPlace.safeParse('lesson-1.cover').success).toBe(false)
  })

  it('adds both captions and video, in any order of arrival', () => {
    let document = withItem(video)
    for (const [slot, media] of [
      [captionsSlot('lesson', 'hi'), captionsMedia],
      [videoSlot('lesson'), videoMedia],
    ] as const) {
      const change = uploadOperation(document, slot, media)
      if (!change) throw new Error('nothing to change')
      document = applyOperation(document, change)
    }

    expect(contentOf(document)?.content).toMatchObject({
      sources: [{ url: videoMedia.url, mime: 'video/mp4' }],
      duration_seconds: 12,
      captions: [{ language: 'hi', url: captionsMedia.url }],
    })
  })

  it('replaces captions of the same language', () => {
    const document = withItem({ ...video, captions: [{ language: 'en', label: 'English', url: '/old.vtt' }] })

    const change = uploadOperation(document, captionsSlot('lesson', 'en'), captionsMedia)

    expect(change).toMatchObject({
      set: { content: { captions: [{ language: 'en', url: captionsMedia.url }] } },
    })
  })

  it('chooses the first part of a package and takes its title for an untitled item', () => {
    const content = { ...scorm, package_url: '/files/7/a.zip', launch: 'index.html' }
    const parts = [{ title: 'Golf', content }]
    const media = { url: '/files/7/a.zip', mime: 'application/zip', duration_seconds: null, parts }

    expect(uploadOperation(withItem(scorm, ''), packageSlot('lesson'), media)).toEqual({
      op: 'item',
      key: 'lesson',
      set: { content, title: 'Golf' },
    })
    expect(uploadOperation(withItem(scorm, 'Mine'), packageSlot('lesson'), media)).toEqual({
      op: 'item',
      key: 'lesson',
      set: { content },
    })
  })

  it('sets the duration once, and only for the same video', () => {
    const arrived = withItem({ ...video, sources: [{ url: videoMedia.url, mime: videoMedia.mime }] })
    const change = durationOperation(arrived, videoSlot('lesson'), videoMedia.url, 12.3)

    expect(change).toMatchObject({ op: 'item', set: { content: { duration_seconds: 12.3 } } })
    expect(durationOperation(arrived, videoSlot('lesson'), '/files/7/other.mp4', 9)).toBeNull()
    expect(
      change && durationOperation(applyOperation(arrived, change), videoSlot('lesson'), videoMedia.url, 9),
    ).toBeNull()
  })

  it('changes nothing when the item is gone or has another type', () => {
    expect(uploadOperation(aDocument({}, []), videoSlot('lesson'), videoMedia)).toBeNull()
    expect(uploadOperation(withItem(scorm), videoSlot('lesson'), videoMedia)).toBeNull()
  })

  it('shows a file chooser only for an empty slot', () => {
    expect(hasFileChooser(withItem(video), videoSlot('lesson'))).toBe(true)
    expect(hasFileChooser(withItem({ ...video, sources: [videoMedia] }), videoSlot('lesson'))).toBe(false)
    expect(hasFileChooser(withItem(scorm), packageSlot('lesson'))).toBe(true)
    expect(hasFileChooser(withItem({ ...scorm, package_url: '/a.zip' }), packageSlot('lesson'))).toBe(false)
    expect(hasFileChooser(withItem(video), captionsSlot('lesson', 'ar'))).toBe(true)
    expect(hasFileChooser(aDocument({}, []), videoSlot('lesson'))).toBe(false)
  })
})
