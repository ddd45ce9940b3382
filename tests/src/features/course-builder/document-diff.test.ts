import { describe, expect, it } from 'vitest'
import { type CourseDocument, type DraftItem, type Operation } from '#contract/course-builder/draft.ts'
import { applyOperations, mergeOperations } from '#contract/course-builder/draft-operations.ts'
import { plainTextOf } from '#src/features/course-builder/model/content-fields.ts'
import { differences } from '#src/features/course-builder/model/document-diff.ts'
import { aDocument, anItem, aSection } from './factory.ts'

const translate = Object.assign(
  (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(' '),
  { date: (iso: string) => iso, amount: (minor: number, currency: string) => `${minor / 100} ${currency}` },
)
const original = aDocument({}, [aSection(), aSection({ key: 'other', title: 'Other', topics: [] })])
const compare = (from: CourseDocument, ...actions: Operation[]) =>
  differences(from, applyOperations(from, actions), translate)
const diffAfter = (...actions: Operation[]) => compare(original, ...actions)
const summarize = (changes: ReturnType<typeof diffAfter>) =>
  changes.map(({ kind, title, field, before: was, after: is }) =>
    [kind, title, field, was, is].filter(Boolean),
  )

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
  applyOperations(original, [{ op: 'item', key: 'lesson', set: { content } }])

describe('differences between two versions', () => {
  it('reports nothing for equal versions', () => {
    expect(diffAfter()).toEqual([])
  })

  it("shows an article's old and new text without markup", () => {
    const html = '<p>New &amp; better</p>'
    expect(diffAfter({ op: 'item', key: 'lesson', set: { content: { type: 'article', html } } })).toEqual([
      { kind: 'changed', title: 'Lesson', field: 'article.text', before: 'Words', after: 'New & better' },
    ])
  })

  it('reports added, removed, moved and changed nodes', () => {
    const changes = diffAfter(
      { op: 'add_item', parent: 'topic', index: 1, node: anItem({ key: 'new', title: 'Fresh' }) },
      { op: 'move', kind: 'topic', key: 'topic', parent: 'other', index: 0 },
      { op: 'section', key: 'other', set: { opens_after_days: 7 } },
    )
    expect(summarize(changes)).toEqual([
      ['changed', 'Other', 'section.opens', 'section.opensNow', 'section.days: 7'],
      ['moved', 'Topic'],
      ['added', 'Fresh'],
    ])
    expect(diffAfter({ op: 'remove', kind: 'item', key: 'lesson' }).map(({ kind }) => kind)).toEqual([
      'removed',
    ])
  })

  it('reports only the moved line as moved', () => {
    const four = applyOperations(
      original,
      ['a', 'b', 'c'].map((key) => ({
        op: 'add_item' as const,
        parent: 'topic',
        index: 9,
        node: anItem({ key, title: key }),
      })),
    )
    expect(
      summarize(compare(four, { op: 'move', kind: 'item', key: 'c', parent: 'topic', index: 0 })),
    ).toEqual([['moved', 'c']])
    // Adding or removing a node before a line does not move it.
    expect(summarize(compare(four, { op: 'remove', kind: 'item', key: 'a' }))).toEqual([['removed', 'a']])
  })

  it('shows changed settings before and after', () => {
    const { texts } = original.course
    const changes = diffAfter({
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
    expect(summarize(changes)).toEqual([
      ['changed', 'SQL', 'field.title (languages.hi)', 'एसक्यूएल'],
      ['changed', 'SQL', 'settings.tags', 'sql'],
      ['changed', 'SQL', 'settings.price', 'settings.free', 'settings.premium\n999 INR'],
    ])
  })

  it('shows a changed and a new question as text', () => {
    const from = withContent(quiz(question('q1', 'Is it?'), question('q2', 'Was it?')))
    const content = quiz(question('q0', 'Will it?'), question('q1', 'Is it so?'), question('q2', 'Was it?'))
    const changes = compare(from, { op: 'item', key: 'lesson', set: { content } })

    expect(summarize(changes)).toEqual([
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
    'shows a changed %s problem as text, not as JSON',
    (kind) => {
      const from = withContent({ type: 'problem', problem: { kind, statement: '<p>Do</p>' } })
      const problem = { kind, statement: '<p>Do it</p>', points: 7 }
      const changes = compare(from, {
        op: 'item',
        key: 'lesson',
        set: { content: { type: 'problem', problem } },
      })

      expect(summarize(changes)).toEqual([
        ['changed', 'Lesson', 'quiz.points', '10', '7'],
        ['changed', 'Lesson', 'problem.statement', 'Do', 'Do it'],
      ])
    },
  )

  it('shows a changed rubric line by line', () => {
    const rubric = (title: string) => [{ id: 'c1', title, description: '', points: 5 }]
    const problem = { kind: 'text', statement: '', rubric: rubric('Clear'), words_min: 40 }
    const changes = compare(withContent({ type: 'problem', problem }), {
      op: 'item',
      key: 'lesson',
      set: { content: { type: 'problem', problem: { ...problem, rubric: rubric('Brief'), words_min: 30 } } },
    })

    expect(summarize(changes)).toEqual([
      ['changed', 'Lesson', 'problem.wordsMin', '40', '30'],
      ['changed', 'Lesson', 'problem.rubric', 'Clear (quiz.points: 5)', 'Brief (quiz.points: 5)'],
    ])
  })

  it('converts HTML blocks to lines and removes tags', () => {
    expect(plainTextOf('<h2>One</h2><ul><li>a</li><li>b</li></ul><script>x</script>')).toBe('One\na\nb\nx')
    expect(plainTextOf('<p>See</p><img src="/files/7/a.png" alt="A knot">')).toBe('See\n🖼 A knot')
  })
})

describe('operations on a draft', () => {
  it('merges changes of one field and keeps other fields and nodes apart', () => {
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

  it('ignores operations on removed nodes and adds nothing twice', () => {
    const operations: Operation[] = [
      { op: 'remove', kind: 'topic', key: 'topic' },
      { op: 'item', key: 'lesson', set: { title: 'x' } },
      { op: 'move', kind: 'item', key: 'lesson', parent: 'topic', index: 0 },
      { op: 'add_item', parent: 'topic', index: 0, node: anItem({ key: 'late' }) },
      { op: 'add_section', index: 0, node: aSection() },
    ]
    const result = applyOperations(original, operations)
    expect(result.sections.map(({ key, topics }) => [key, topics.length])).toEqual([
      ['section', 0],
      ['other', 0],
    ])
  })

  it('removes a deleted section from the requirements of others', () => {
    const withRequirement = applyOperations(original, [
      { op: 'section', key: 'other', set: { requires: ['section'] } },
    ])
    const [other] = applyOperations(withRequirement, [
      { op: 'remove', kind: 'section', key: 'section' },
    ]).sections
    expect(other?.requires).toEqual([])
    const moved = applyOperations(withRequirement, [
      { op: 'move', kind: 'section', key: 'section', parent: null, index: 1 },
    ])
    expect(moved.sections.find(({ key }) => key === 'other')?.requires).toEqual(['section'])
  })
})
