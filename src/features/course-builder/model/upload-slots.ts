/** Upload slots: an uploaded file belongs to the course's cover or to a part of an item. Pure. */
import { type Language, languageInfo } from '#contract/languages.ts'
import type { StoredMedia } from '#contract/course-builder/uploads.ts'
import type { CourseDocument, DraftItem, Operation } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'

/** As defined by `uploadPlace` of the contract. */
export type UploadSlot = string

export const COVER_SLOT: UploadSlot = 'cover'
export const videoSlot = (itemKey: string): UploadSlot => `${itemKey}.video`
export const packageSlot = (itemKey: string): UploadSlot => `${itemKey}.package`
export const captionsSlot = (itemKey: string, language: Language): UploadSlot =>
  `${itemKey}.captions.${language}`

/** The key of the slot's item; null for the cover. */
export const itemKeyOf = (slot: UploadSlot): string | null =>
  slot === COVER_SLOT ? null : (slot.split('.')[0] ?? null)

const itemOf = (document: CourseDocument, slot: UploadSlot): DraftItem | null => {
  const key = itemKeyOf(slot)
  const found = key === null ? null : findNode(document, 'item', key)
  return found && 'content' in found.node ? found.node : null
}

/** The operation that adds a stored file to the current document; null if its slot is gone. */
export const uploadOperation = (
  document: CourseDocument,
  slot: UploadSlot,
  media: StoredMedia,
): Operation | null => {
  if (slot === COVER_SLOT) return { op: 'course', set: { cover_url: media.url } }
  const item = itemOf(document, slot)
  const set = item && itemChange(item, slot.split('.').slice(1), media)
  return set && item ? { op: 'item', key: item.key, set } : null
}

/**
 * The operation that sets the duration of a video that is still in its slot and has none; otherwise null.
 */
export const durationOperation = (
  document: CourseDocument,
  slot: UploadSlot,
  url: string,
  seconds: number,
): Operation | null => {
  const item = itemOf(document, slot)
  if (item?.content.type !== 'video' || item.content.duration_seconds > 0) return null
  if (item.content.sources[0]?.url !== url) return null
  return { op: 'item', key: item.key, set: { content: { ...item.content, duration_seconds: seconds } } }
}

const itemChange = (
  { title, content }: DraftItem,
  [part, language]: string[],
  { url, mime, duration_seconds: seconds, parts = [] }: StoredMedia,
): Partial<DraftItem> | null => {
  if (content.type === 'video' && part === 'video')
    return { content: { ...content, sources: [{ url, mime }], duration_seconds: seconds ?? 0 } }
  if (content.type === 'video' && part === 'captions') {
    const captionsLanguage = language as Language
    const others = content.captions.filter((each) => each.language !== captionsLanguage)
    const captions = [
      ...others,
      { language: captionsLanguage, label: languageInfo(captionsLanguage).name, url },
    ]
    return { content: { ...content, captions } }
  }
  const [first] = parts
  if (content.type !== 'scorm' || part !== 'package' || !first) return null
  return { content: first.content, ...(title.trim() === '' && { title: first.title }) }
}

/** Whether the slot shows a file chooser, which it does while it is empty. The cover always does. */
export const hasFileChooser = (document: CourseDocument, slot: UploadSlot): boolean => {
  if (slot === COVER_SLOT) return true
  const content = itemOf(document, slot)?.content
  const [, part, language] = slot.split('.')
  if (content?.type === 'scorm') return part === 'package' && content.package_url === null
  if (content?.type !== 'video') return false
  if (part === 'video') return content.sources.length === 0
  return part === 'captions' && !content.captions.some((each) => each.language === language)
}
