import { describe, expect, test } from 'vitest'
import {
  subjectOf,
  subjects,
  textsForTitle,
  type SubjectTexts,
} from '#server/features/courses/catalogue/title-catalogue.ts'
import { arabicTexts } from '#server/features/courses/catalogue/title-texts/ar.ts'
import { englishTexts } from '#server/features/courses/catalogue/title-texts/en.ts'
import { hindiTexts } from '#server/features/courses/catalogue/title-texts/hi.ts'

describe('default texts by title', () => {
  test.each([
    ['Excel for Analysts', 'excel'],
    ['SQL from First Query to Joins', 'sql'],
    ['Mastering Tableau', 'tableau'],
    ['Python Foundations', 'python'],
    ['JavaScript, not Java', 'javascript'],
    ['Java in Practice', 'java'],
    ['Machine Learning with Python', 'machineLearning'],
    ['Statistics without Fear', 'statistics'],
    ['Aptitude: Quantitative Reasoning', 'aptitude'],
    ['Interview Preparation', 'interview'],
    ['English for Work', 'english'],
    ['Web Basics', 'web'],
    ['Digital Marketing', 'marketing'],
    ['Agile in small teams', 'project'],
    ['एक्सेल सीखें', 'excel'],
    ['مقدمة في الإحصاء', 'statistics'],
    ['مقدمة في SQL', 'sql'],
    ['Pottery', 'standard'],
    ['Excellent manners', 'standard'],
    ['Rain in Spain', 'standard'],
  ])('maps the title %s to the subject %s', (title, subject) => {
    expect(subjectOf(title)).toBe(subject)
  })

  test('chooses texts in the language of the title', () => {
    expect(textsForTitle('Python Foundations')).toBe(englishTexts.python)
    expect(textsForTitle('पायथन की शुरुआत')).toBe(hindiTexts.python)
    expect(textsForTitle('أساسيات بايثون')).toBe(arabicTexts.python)
  })

  test("chooses texts in the reader's language, but tags in the title's", () => {
    const { tags, ...texts } = textsForTitle('Python Foundations', 'hi')
    const { tags: _, ...hindi } = hindiTexts.python
    expect(texts).toEqual(hindi)
    // Filters and shared addresses use tags.
    expect(tags).toEqual(englishTexts.python.tags)
    expect(textsForTitle('पायथन की शुरुआत', 'ar').requirements).toEqual(arabicTexts.python.requirements)
  })

  test.each([
    ['en', englishTexts, /^[^\p{Script=Arabic}\p{Script=Devanagari}]+$/u],
    ['hi', hindiTexts, /\p{Script=Devanagari}/u],
    ['ar', arabicTexts, /\p{Script=Arabic}/u],
  ] as [string, SubjectTexts, RegExp][])('has complete texts for every subject in %s', (_, texts, script) => {
    expect(subjects.length).toBeGreaterThan(12)
    expect(Object.keys(texts).sort()).toEqual([...subjects].sort())
    for (const subject of subjects) {
      const { description, objectives, features, requirements, tags } = texts[subject]
      expect([objectives.length, features.length]).toEqual([3, 3])
      expect(requirements.length).toBeGreaterThan(0)
      expect(tags.length).toBeGreaterThan(1)
      for (const text of [description, ...objectives, ...features, ...requirements])
        expect(text).toMatch(script)
    }
    expect(new Set(subjects.map((subject) => texts[subject].description)).size).toBe(subjects.length)
  })
})
