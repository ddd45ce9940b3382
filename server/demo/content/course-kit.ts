/** Builders for the demo courses. */
import { randomUUID } from 'node:crypto'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import type { NewCourse, NewItem } from '#server/features/courses/index.ts'
import type { PackageName } from './packages.ts'
import type { VideoName } from './videos.ts'

interface DemoVideo {
  type: 'video'
  title: string
  video: VideoName
  chapters: readonly Chapter[]
  questions: VideoQuestions
}
type VideoQuestions = NonNullable<Extract<NewItem, { type: 'video' }>['questions']>
interface Chapter {
  second: number
  title: string
}
interface DemoPackage {
  type: 'scorm'
  title: string
  minutes: number
  package: PackageName
}
type DemoItem = Exclude<NewItem, { type: 'video' | 'scorm' }> | DemoVideo | DemoPackage

export interface DemoTopic {
  title: string
  freePreview?: boolean
  items: readonly DemoItem[]
}

/** A course as its author writes it. The seed adds the position, the instructors and the cover file. */
export interface DemoCourse
  extends
    Pick<NewCourse, 'title' | 'difficulty' | 'price'>,
    Partial<Pick<NewCourse, 'description' | 'objectives'>> {
  /** The motif and the colour of the cover. */
  cover: CoverStyle
  sections: readonly {
    title: string
    /** In a cohort: the section opens this many days after seeding. */
    opensInDays?: number
    topics: readonly DemoTopic[]
  }[]
}
export interface CoverStyle {
  motif: 'grid' | 'bars' | 'rings' | 'code' | 'curve' | 'speech' | 'steps' | 'link'
  hue: number
}
export type { DemoItem }

const WORDS_PER_MINUTE = 110

/** An article. Its minutes are computed from its length. */
export const article = (title: string, html: string): DemoItem => {
  const wordCount = html
    .replace(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return {
    type: 'article',
    title,
    minutes: Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE)),
    html: html.trim(),
  }
}

export const video = (
  title: string,
  name: VideoName,
  chapters: readonly Chapter[] = [],
  questions: VideoQuestions = [],
): DemoItem => ({ type: 'video', title, video: name, chapters, questions })

/** A question for which the video pauses at this second. */
export const videoQuestion = (
  second: number,
  question: AuthoredQuestion,
  { required }: { required: boolean },
): VideoQuestions[number] => ({ id: randomUUID(), second, required, question })

/** An item that plays a SCORM package. */
export const packageItem = (title: string, name: PackageName, minutes: number): DemoItem => ({
  type: 'scorm',
  title,
  package: name,
  minutes,
})

/** A single choice question. Give the right answer first; the options are shown in another, fixed order. */
export const singleChoice = (
  prompt: string,
  right: string,
  wrong: readonly string[],
  explanation: string,
): AuthoredQuestion => {
  const codePoints = Array.from(prompt, (character) => character.codePointAt(0) ?? 0)
  const correctIndex = codePoints.reduce((sum, codePoint) => sum + codePoint, 0) % (wrong.length + 1)
  const texts = wrong.toSpliced(correctIndex, 0, right)
  const options = texts.map((text, index) => ({
    id: randomUUID(),
    text,
    correct: index === correctIndex,
    explanation: '',
  }))
  return { kind: 'single', prompt, points: 1, explanation, options }
}

export const quiz = (title: string, questions: readonly AuthoredQuestion[]): DemoItem => ({
  type: 'quiz',
  title,
  minutes: Math.max(2, Math.ceil(questions.length * 0.75)),
  questions,
})
