/** What the demo courses are written with. */
import { randomUUID } from 'node:crypto'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import type { NewCourse, NewItem } from '#server/features/courses/index.ts'
import type { PackageName } from './packages.ts'
import type { VideoName } from './videos.ts'

interface WrittenVideo {
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
interface WrittenPackage {
  type: 'scorm'
  title: string
  minutes: number
  package: PackageName
}
type WrittenItem = Exclude<NewItem, { type: 'video' | 'scorm' }> | WrittenVideo | WrittenPackage

export interface WrittenTopic {
  title: string
  freePreview?: boolean
  items: readonly WrittenItem[]
}

/** A course as an author writes it; place, teacher and picture come with the seed. */
export interface WrittenCourse
  extends
    Pick<NewCourse, 'title' | 'difficulty' | 'price'>,
    Partial<Pick<NewCourse, 'description' | 'objectives'>> {
  /** Which picture and colour the cover has. */
  cover: CoverLook
  sections: readonly {
    title: string
    /** A common start: the section opens that many days after the demo was made. */
    opensInDays?: number
    topics: readonly WrittenTopic[]
  }[]
}
export interface CoverLook {
  motif: 'grid' | 'bars' | 'rings' | 'code' | 'curve' | 'speech' | 'steps' | 'link'
  hue: number
}
export type { WrittenItem }

const WORDS_A_MINUTE = 110

/** An article; its minutes follow from its length. */
export const article = (title: string, html: string): WrittenItem => {
  const words = html
    .replace(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return {
    type: 'article',
    title,
    minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)),
    html: html.trim(),
  }
}

export const video = (
  title: string,
  name: VideoName,
  chapters: readonly Chapter[] = [],
  questions: VideoQuestions = [],
): WrittenItem => ({ type: 'video', title, video: name, chapters, questions })

/** The film stops there and asks. */
export const stop = (
  second: number,
  question: AuthoredQuestion,
  { required }: { required: boolean },
): VideoQuestions[number] => ({ id: randomUUID(), second, required, question })

/** True or false. */
export const claim = (prompt: string, answer: boolean, explanation: string): AuthoredQuestion => ({
  kind: 'true_false',
  prompt,
  points: 1,
  explanation,
  answer,
  explanation_true: '',
  explanation_false: '',
})

/** A lesson that came as a package. */
export const playable = (title: string, name: PackageName, minutes: number): WrittenItem => ({
  type: 'scorm',
  title,
  package: name,
  minutes,
})

/** One question: the right answer first, then the wrong ones; they are shown in another, fixed order. */
export const ask = (
  prompt: string,
  right: string,
  wrong: readonly string[],
  explanation: string,
): AuthoredQuestion => {
  const letters = Array.from(prompt, (letter) => letter.codePointAt(0) ?? 0)
  const place = letters.reduce((sum, letter) => sum + letter, 0) % (wrong.length + 1)
  const texts = wrong.toSpliced(place, 0, right)
  const options = texts.map((text, index) => ({
    id: randomUUID(),
    text,
    correct: index === place,
    explanation: '',
  }))
  return { kind: 'single', prompt, points: 1, explanation, options }
}

export const quiz = (title: string, questions: readonly AuthoredQuestion[]): WrittenItem => ({
  type: 'quiz',
  title,
  minutes: Math.max(2, Math.ceil(questions.length * 0.75)),
  questions,
})
