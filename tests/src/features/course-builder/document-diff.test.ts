import { describe, expect, it } from 'vitest'
import { applyOperations, mergeOperations, type Operation } from '#contract/course-draft.ts'
import { differences, wordsOf } from '#src/features/course-builder/model/document-diff.ts'
import { aDocument, anItem, aSection } from './factory.ts'

const before = aDocument({}, [aSection(), aSection({ key: 'other', title: 'Other', topics: [] })])
const after = (...deeds: Operation[]) => differences(before, applyOperations(before, deeds))

describe('two versions of a course', () => {
  it('given nothing changed, when compared, then there is nothing to read', () => {
    expect(after()).toEqual([])
  })

  it('given an article rewritten, when compared, then its words stand side by side without markup', () => {
    const html = '<p>New &amp; better</p>'
    expect(after({ op: 'item', key: 'lesson', set: { content: { type: 'article', html } } })).toEqual([
      { kind: 'changed', title: 'Lesson', field: 'text', before: 'Words', after: 'New & better' },
    ])
  })

  it('given something added, deleted, moved and locked, when compared, then each is named', () => {
    const found = after(
      { op: 'add_item', parent: 'topic', index: 1, node: anItem({ key: 'new', title: 'Fresh' }) },
      { op: 'move', kind: 'topic', key: 'topic', parent: 'other', index: 0 },
      { op: 'section', key: 'other', set: { opens_after_days: 7 } },
    )
    expect(found.map(({ kind, title, field }) => [kind, title, field])).toEqual([
      ['changed', 'Other', 'access'],
      ['moved', 'Topic', null],
      ['added', 'Fresh', null],
    ])
    expect(after({ op: 'remove', kind: 'item', key: 'lesson' }).map(({ kind }) => kind)).toEqual(['removed'])
  })

  it('given HTML, when read as words, then a line is a block and no tag stays', () => {
    expect(wordsOf('<h2>One</h2><ul><li>a</li><li>b</li></ul><script>x</script>')).toBe('One\na\nb\nx')
  })
})

describe('operations on a draft', () => {
  it('given letters in one field, when merged, then they are one operation; other fields and nodes stay apart', () => {
    const merged = mergeOperations([
      { op: 'item', key: 'lesson', set: { title: 'L' } },
      { op: 'item', key: 'lesson', set: { title: 'Le', minutes: 3 } },
      { op: 'topic', key: 'topic', set: { title: 'T' } },
      { op: 'course', set: { tags: ['a'] } },
      { op: 'course', set: { tags: ['a', 'b'] } },
    ])
    expect(merged).toEqual([
      { op: 'item', key: 'lesson', set: { title: 'Le', minutes: 3 } },
      { op: 'topic', key: 'topic', set: { title: 'T' } },
      { op: 'course', set: { tags: ['a', 'b'] } },
    ])
  })

  it('given operations on what is gone, when done, then nothing breaks and nothing appears twice', () => {
    const gone: Operation[] = [
      { op: 'remove', kind: 'topic', key: 'topic' },
      { op: 'item', key: 'lesson', set: { title: 'x' } },
      { op: 'move', kind: 'item', key: 'lesson', parent: 'topic', index: 0 },
      { op: 'add_item', parent: 'topic', index: 0, node: anItem({ key: 'late' }) },
      { op: 'add_section', index: 0, node: aSection() },
    ]
    const now = applyOperations(before, gone)
    expect(now.sections.map(({ key, topics }) => [key, topics.length])).toEqual([
      ['section', 0],
      ['other', 0],
    ])
  })

  it('given a required section is deleted, when done, then nobody waits for it any more', () => {
    const waiting = applyOperations(before, [{ op: 'section', key: 'other', set: { requires: ['section'] } }])
    const [other] = applyOperations(waiting, [{ op: 'remove', kind: 'section', key: 'section' }]).sections
    expect(other?.requires).toEqual([])
    const moved = applyOperations(waiting, [
      { op: 'move', kind: 'section', key: 'section', parent: null, index: 1 },
    ])
    expect(moved.sections.find(({ key }) => key === 'other')?.requires).toEqual(['section'])
  })
})
