import { describe, expect, it } from 'vitest'
import { marked, savedSection, sectionsOf, type Answer } from '#src/features/search/model/sections.ts'

const none: Answer = { courses: null, lessons: null, threads: null, people: null, author: null }
const course = { id: 3, title: 'Python', instructor: 'Tara', lessons: 4 }
const person = { user_name: 'ann', name: 'Ann', profile_pic_url: null, instructor_id: null }

describe('sections of the results', () => {
  it('keeps groups with results, in their order, with a way to all of them', () => {
    const answer = {
      ...none,
      people: { count: 1, results: [person] },
      courses: { count: 9, results: [course] },
    }
    const sections = sectionsOf(answer, ' python ', null)
    expect(sections.map(({ key }) => key)).toEqual(['courses', 'people'])
    expect(sections[0]?.rows.at(-1)).toMatchObject({ kind: 'all', count: 9, to: '/courses?search=python' })
    expect(sections[1]?.rows.map(({ to }) => to)).toEqual(['/search?by=ann'])
  })

  it('has no way to all results where all are shown', () => {
    const all = { ...none, courses: { count: 9, results: [course] } }
    expect(sectionsOf(all, 'python', 'courses')[0]?.rows).toHaveLength(1)
  })

  it('leads to the page of somebody who teaches', () => {
    const answer = { ...none, people: { count: 1, results: [{ ...person, instructor_id: 8 }] } }
    expect(sectionsOf(answer, 'ann', null)[0]?.rows[0]?.to).toBe('/instructors/8')
  })
})

describe('saved courses', () => {
  const courses = [
    { courseId: 1, title: 'हिन्दी पाठ' },
    { courseId: 2, title: 'Data with Python' },
  ]
  it.each([
    ['हिंदी', ['/courses/1']],
    ['PYTHON data', ['/courses/2']],
    ['', ['/courses/1', '/courses/2']],
  ])('are found by "%s" in any spelling', (text, paths) => {
    expect(savedSection(courses, text).flatMap(({ rows }) => rows.map(({ to }) => to))).toEqual(paths)
  })

  it('are no section when none matches', () => {
    expect(savedSection(courses, 'sql')).toEqual([])
  })
})

describe('marked words', () => {
  it.each([
    ['How to read_CSV', 'csv', ['CSV']],
    ['हिन्दी पाठ', 'हिंदी', ['हिन्दी']],
    ['تعلُّم البرمجة', 'تعلم', ['تعلُّم']],
    ['C++ (basics)', 'c++ (', ['C++']],
    ['Nothing here', 'python', []],
  ])('of "%s" for "%s"', (title, text, hits) => {
    const parts = marked(title, text)
    expect(parts.filter(({ hit }) => hit).map(({ part }) => part)).toEqual(hits)
    expect(parts.map(({ part }) => part).join('')).toBe(title)
  })
})
