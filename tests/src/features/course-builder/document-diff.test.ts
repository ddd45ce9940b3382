import { describe, expect, it } from 'vitest'
import type { CourseDocument, DraftItem, Operation } from '#contract/course-builder/draft.ts'
import { applyOperations, mergeOperations } from '#contract/course-builder/draft-operations.ts'
import { wordsOf } from '#src/features/course-builder/model/content-fields.ts'
import { differences } from '#src/features/course-builder/model/document-diff.ts'
import { aDocument, anItem, aSection } from './factory.ts'

const say = Object.assign(
  (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(' '),
  { date: (iso: string) => iso, amount: (minor: number, currency: string) => `${minor / 100} ${currency}` },
)
const before = aDocument({}, [aSection(), aSection({ key: 'other', title: 'Other', topics: [] })])
const compare = (from: CourseDocument, ...actions: Operation[]) =>
  differences(from, applyOperations(from, actions), say)
const after = (...actions: Operation[]) => compare(before, ...actions)
const brief = (found: ReturnType<typeof after>) =>
  found.map(({ kind, title, field, before: was, after: is }) => [kind, title, field, was, is].filter(Boolean))

const option = (id: string, text: string, correct = false) => ({ id, text, correct, explanation: '' })
const question = (id: string, prompt: string) => ({
  kind: 'single',
  prompt,
  points: 1,
  options: [option(`${id}-1`, 'yes', true), option(`${id}-2`, 'no')],
})
const quiz = (...questions: object[]) => ({
  type: 'quiz' as const,
  pass_percent: 60,
  attempts_limit: null,
  cooldown_minutes: 0,
  reveal: 'done' as const,
  questions: questions as Record<string, unknown>[],
})
const withContent = (content: DraftItem['content']) =>
  applyOperations(before, [{ op: 'item', key: 'lesson', set: { content } }])

describe('two versions of a course', () => {
  it('given nothing changed, when compared, then there is nothing to read', () => {
    expect(after()).toEqual([])
  })

  it('given an article rewritten, when compared, then its words stand side by side without markup', () => {
    const html = '<p>New &amp; better</p>'
    expect(after({ op: 'item', key: 'lesson', set: { content: { type: 'article', html } } })).toEqual([
      { kind: 'changed', title: 'Lesson', field: 'article.text', before: 'Words', after: 'New & better' },
    ])
  })

  it('given something added, deleted, moved and locked, when compared, then each is named', () => {
    const found = after(
      { op: 'add_item', parent: 'topic', index: 1, node: anItem({ key: 'new', title: 'Fresh' }) },
      { op: 'move', kind: 'topic', key: 'topic', parent: 'other', index: 0 },
      { op: 'section', key: 'other', set: { opens_after_days: 7 } },
    )
    expect(brief(found)).toEqual([
      ['changed', 'Other', 'section.opens', 'section.opensNow', 'section.days: 7'],
      ['moved', 'Topic'],
      ['added', 'Fresh'],
    ])
    expect(after({ op: 'remove', kind: 'item', key: 'lesson' }).map(({ kind }) => kind)).toEqual(['removed'])
  })

  it('given one line carried over three others, when compared, then it alone is said to be moved', () => {
    const four = applyOperations(
      before,
      ['a', 'b', 'c'].map((key) => ({
        op: 'add_item' as const,
        parent: 'topic',
        index: 9,
        node: anItem({ key, title: key }),
      })),
    )
    expect(brief(compare(four, { op: 'move', kind: 'item', key: 'c', parent: 'topic', index: 0 }))).toEqual([
      ['moved', 'c'],
    ])
    // Something new or gone before a line does not move it.
    expect(brief(compare(four, { op: 'remove', kind: 'item', key: 'a' }))).toEqual([['removed', 'a']])
  })

  it('given settings changed, when compared, then each is named with its words before and after', () => {
    const { texts } = before.course
    const found = after({
      op: 'course',
      set: {
        price: 'premium',
        price_minor: 99_900,
        currency: 'INR',
        tags: ['sql'],
        texts: {
          ...texts,
          hi: { title: 'एसक्यूएल', description: '', objectives: [], features: [], requirements: [] },
        },
      },
    })
    expect(brief(found)).toEqual([
      ['changed', 'SQL', 'field.title (languages.hi)', 'एसक्यूएल'],
      ['changed', 'SQL', 'settings.tags', 'sql'],
      ['changed', 'SQL', 'settings.price', 'settings.free', 'settings.premium\n999 INR'],
    ])
  })

  it('given a question rewritten behind a new one, when compared, then both are read as questions, not as code', () => {
    const from = withContent(quiz(question('q1', 'Is it?'), question('q2', 'Was it?')))
    const content = quiz(question('q0', 'Will it?'), question('q1', 'Is it so?'), question('q2', 'Was it?'))
    const found = compare(from, { op: 'item', key: 'lesson', set: { content } })

    expect(brief(found)).toEqual([
      ['changed', 'Lesson', 'quiz.question 1', 'Will it?\n✓ yes\n○ no\nquiz.points: 1'],
      [
        'changed',
        'Lesson',
        'quiz.question 2',
        'Is it?\n✓ yes\n○ no\nquiz.points: 1',
        'Is it so?\n✓ yes\n○ no\nquiz.points: 1',
      ],
    ])
  })

  it.each(['python', 'sql', 'spreadsheet', 'text'])(
    'given a %s problem half-written and with another mark, when compared, then no JSON is shown',
    (kind) => {
      const from = withContent({ type: 'problem', problem: { kind, statement: '<p>Do</p>' } })
      const problem = { kind, statement: '<p>Do it</p>', points: 7 }
      const found = compare(from, {
        op: 'item',
        key: 'lesson',
        set: { content: { type: 'problem', problem } },
      })

      expect(brief(found)).toEqual([
        ['changed', 'Lesson', 'quiz.points', '10', '7'],
        ['changed', 'Lesson', 'problem.statement', 'Do', 'Do it'],
      ])
    },
  )

  it('given a rubric rewritten, when compared, then it is read as its lines', () => {
    const rubric = (title: string) => [{ id: 'c1', title, description: '', points: 5 }]
    const problem = { kind: 'text', statement: '', rubric: rubric('Clear'), words_min: 40 }
    const found = compare(withContent({ type: 'problem', problem }), {
      op: 'item',
      key: 'lesson',
      set: { content: { type: 'problem', problem: { ...problem, rubric: rubric('Brief'), words_min: 30 } } },
    })

    expect(brief(found)).toEqual([
      ['changed', 'Lesson', 'problem.wordsMin', '40', '30'],
      ['changed', 'Lesson', 'problem.rubric', 'Clear (quiz.points: 5)', 'Brief (quiz.points: 5)'],
    ])
  })

  it('given HTML, when read as words, then a line is a block and no tag stays', () => {
    expect(wordsOf('<h2>One</h2><ul><li>a</li><li>b</li></ul><script>x</script>')).toBe('One\na\nb\nx')
    expect(wordsOf('<p>See</p><img src="/files/7/a.png" alt="A knot">')).toBe('See\n🖼 A knot')
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
