import { describe, expect, it } from 'vitest'
import type { StoredMedia } from '#contract/course-builder/course-builder.ts'
import { uploadPlace } from '#contract/course-builder/course-builder.ts'
import type { ItemContent } from '#contract/course-builder/draft.ts'
import { applyOperation } from '#contract/course-builder/draft-operations.ts'
import { newItem } from '#src/features/course-builder/model/new-nodes.ts'
import {
  captionsOf,
  COVER,
  deliveryOf,
  isOpen,
  itemKeyOf,
  lengthFor,
  packageOf,
  videoOf,
} from '#src/features/course-builder/model/upload-slots.ts'
import { aDocument, anItem, withItems } from './factory.ts'

const video = newItem('video').content
const scorm = newItem('scorm').content
const film: StoredMedia = { url: '/files/7/a.mp4', mime: 'video/mp4', duration_seconds: 12 }
const words: StoredMedia = { url: '/files/7/a.vtt', mime: 'text/vtt', duration_seconds: null }

const withItem = (content: ItemContent, title = 'Lesson') => withItems(anItem({ content, title }))
const contentOf = (document: ReturnType<typeof withItem>) => document.sections[0]?.topics[0]?.items[0]

describe('places of files', () => {
  it('given each place, when named, then the contract knows its name, and the item is found in it', () => {
    const names = [COVER, videoOf('lesson-1'), packageOf('lesson-1'), captionsOf('lesson-1', 'ar')]

    expect(names.map((name) => uploadPlace.safeParse(name).success)).toEqual([true, true, true, true])
    expect(names.map(itemKeyOf)).toEqual([null, 'lesson-1', 'lesson-1', 'lesson-1'])
    expect(uploadPlace.safeParse('lesson-1.cover').success).toBe(false)
  })

  it('given captions that arrived while a film was on its way, when the film arrives, then both are there', () => {
    let document = withItem(video)
    for (const [place, media] of [
      [captionsOf('lesson', 'hi'), words],
      [videoOf('lesson'), film],
    ] as const) {
      const change = deliveryOf(document, place, media)
      if (!change) throw new Error('nothing to change')
      document = applyOperation(document, change)
    }

    expect(contentOf(document)?.content).toMatchObject({
      sources: [{ url: film.url, mime: 'video/mp4' }],
      duration_seconds: 12,
      captions: [{ language: 'hi', url: words.url }],
    })
  })

  it('given captions of a language that has some, when new ones arrive, then they take their place', () => {
    const document = withItem({ ...video, captions: [{ language: 'en', label: 'English', url: '/old.vtt' }] })

    const change = deliveryOf(document, captionsOf('lesson', 'en'), words)

    expect(change).toMatchObject({ set: { content: { captions: [{ language: 'en', url: words.url }] } } })
  })

  it('given a package for an item without a name, when it arrives, then its first part is chosen and names it', () => {
    const content = { ...scorm, package_url: '/files/7/a.zip', launch: 'index.html' }
    const parts = [{ title: 'Golf', content }]
    const media = { url: '/files/7/a.zip', mime: 'application/zip', duration_seconds: null, parts }

    expect(deliveryOf(withItem(scorm, ''), packageOf('lesson'), media)).toEqual({
      op: 'item',
      key: 'lesson',
      set: { content, title: 'Golf' },
    })
    expect(deliveryOf(withItem(scorm, 'Mine'), packageOf('lesson'), media)).toEqual({
      op: 'item',
      key: 'lesson',
      set: { content },
    })
  })

  it('given a film that arrived unseen, when its length is known, then it is told once, and of no other film', () => {
    const arrived = withItem({ ...video, sources: [{ url: film.url, mime: film.mime }] })
    const change = lengthFor(arrived, videoOf('lesson'), film.url, 12.3)

    expect(change).toMatchObject({ op: 'item', set: { content: { duration_seconds: 12.3 } } })
    expect(lengthFor(arrived, videoOf('lesson'), '/files/7/other.mp4', 9)).toBeNull()
    expect(change && lengthFor(applyOperation(arrived, change), videoOf('lesson'), film.url, 9)).toBeNull()
  })

  it('given an item that is gone or became something else, when its file arrives, then nothing is changed', () => {
    expect(deliveryOf(aDocument({}, []), videoOf('lesson'), film)).toBeNull()
    expect(deliveryOf(withItem(scorm), videoOf('lesson'), film)).toBeNull()
  })

  it('given something at a place, when asked, then only what is empty has a chooser', () => {
    expect(isOpen(withItem(video), videoOf('lesson'))).toBe(true)
    expect(isOpen(withItem({ ...video, sources: [film] }), videoOf('lesson'))).toBe(false)
    expect(isOpen(withItem(scorm), packageOf('lesson'))).toBe(true)
    expect(isOpen(withItem({ ...scorm, package_url: '/a.zip' }), packageOf('lesson'))).toBe(false)
    expect(isOpen(withItem(video), captionsOf('lesson', 'ar'))).toBe(true)
    expect(isOpen(aDocument({}, []), videoOf('lesson'))).toBe(false)
  })
})
