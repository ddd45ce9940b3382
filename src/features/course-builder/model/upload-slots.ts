/** What an uploaded file is for: the cover of the course, or a part of one of its items. Pure. */
import type { Language } from '#contract/common.ts'
import type { StoredMedia } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument, DraftItem, Operation } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { languageNames } from './video.ts'

/** As `uploadPlace` of the contract says. */
export type Place = string

export const COVER: Place = 'cover'
export const videoOf = (itemKey: string): Place => `${itemKey}.video`
export const packageOf = (itemKey: string): Place => `${itemKey}.package`
export const captionsOf = (itemKey: string, language: Language): Place => `${itemKey}.captions.${language}`

/** The item that a place is part of; null for the cover. */
export const itemKeyOf = (place: Place): string | null =>
  place === COVER ? null : (place.split('.')[0] ?? null)

const itemAt = (document: CourseDocument, place: Place): DraftItem | null => {
  const key = itemKeyOf(place)
  const found = key === null ? null : findNode(document, 'item', key)
  return found && 'content' in found.node ? found.node : null
}

/** The change that puts a stored file where it belongs, upon the document as it is by then; null where that is gone. */
export const deliveryOf = (document: CourseDocument, place: Place, media: StoredMedia): Operation | null => {
  if (place === COVER) return { op: 'course', set: { cover_url: media.url } }
  const item = itemAt(document, place)
  const set = item && changeOf(item, place.split('.').slice(1), media)
  return set && item ? { op: 'item', key: item.key, set } : null
}

/** The change that tells the length of a film which stands there still and has none; null for every other. */
export const lengthFor = (
  document: CourseDocument,
  place: Place,
  url: string,
  seconds: number,
): Operation | null => {
  const item = itemAt(document, place)
  if (item?.content.type !== 'video' || item.content.duration_seconds > 0) return null
  if (item.content.sources[0]?.url !== url) return null
  return { op: 'item', key: item.key, set: { content: { ...item.content, duration_seconds: seconds } } }
}

const changeOf = (
  { title, content }: DraftItem,
  [part, language]: string[],
  { url, mime, duration_seconds: seconds, parts = [] }: StoredMedia,
): Partial<DraftItem> | null => {
  if (content.type === 'video' && part === 'video')
    return { content: { ...content, sources: [{ url, mime }], duration_seconds: seconds ?? 0 } }
  if (content.type === 'video' && part === 'captions') {
    const spoken = language as Language
    const others = content.captions.filter((each) => each.language !== spoken)
    const captions = [...others, { language: spoken, label: languageNames[spoken], url }]
    return { content: { ...content, captions } }
  }
  const [first] = parts
  if (content.type !== 'scorm' || part !== 'package' || !first) return null
  return { content: first.content, ...(title.trim() === '' && { title: first.title }) }
}

/** Whether a place has its chooser of files: elsewhere something stands there already. */
export const isOpen = (document: CourseDocument, place: Place): boolean => {
  if (place === COVER) return true
  const content = itemAt(document, place)?.content
  const [, part, language] = place.split('.')
  if (content?.type === 'scorm') return part === 'package' && content.package_url === null
  if (content?.type !== 'video') return false
  if (part === 'video') return content.sources.length === 0
  return part === 'captions' && !content.captions.some((each) => each.language === language)
}
