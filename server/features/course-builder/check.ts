/** What keeps a draft from being published, and what should be looked at. Pure; the dead links are asked for. */
import { languages, type Language } from '#contract/common.ts'
import { blockingCodes, type CheckFinding } from '#contract/course-builder/course-builder.ts'
import {
  problemOf,
  questionsOf,
  type CourseDocument,
  type DraftItem,
  type NodeKind,
} from '#contract/course-builder/draft.ts'
import { chaptersSpeak, contentSpeaks, videoQuestionsSpeak } from '#contract/courses/language.ts'
import { authoredProblem } from '#contract/problems/problems.ts'
import { authoredQuestion, type AuthoredQuestionInput } from '#contract/courses/quiz.ts'
import { questionOf } from '#contract/courses/video-questions.ts'
import { isPassable } from './passable.ts'

type Code = CheckFinding['code']
type Where = CheckFinding['node']

const BLOCKING: ReadonlySet<Code> = new Set(blockingCodes)
const finding = (code: Code, node: Where = null, detail = ''): CheckFinding => ({
  code,
  blocking: BLOCKING.has(code),
  node,
  detail,
})
const at = (kind: NodeKind, { key, title }: { key: string; title: string }): Where => ({ kind, key, title })

/** Sections that wait for themselves, directly or over others. */
const circular = (document: CourseDocument): string[] => {
  const requires = new Map(document.sections.map((section) => [section.key, section.requires]))
  const reaches = (from: string, goal: string, seen: Set<string>): boolean =>
    (requires.get(from) ?? []).some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return document.sections.map(({ key }) => key).filter((key) => reaches(key, key, new Set()))
}

/** What authors write as HTML, in every language. */
export const htmlsOf = ({ content }: DraftItem): string[] => {
  if (content.type === 'article') return [content.html, ...Object.values(content.htmls ?? {})]
  if (content.type !== 'problem') return []
  const { statement, texts } = problemOf(content)
  return [statement, ...Object.values(texts ?? {}).map((own) => own.statement)].filter(
    (html) => typeof html === 'string',
  )
}

/** A picture without words about it. */
const picturesWithoutWords = (html: string): boolean =>
  (html.match(/<img\b[^>]*>/gi) ?? []).some((tag) => !/\balt="[^"]*\S[^"]*"/i.test(tag))

const articleEmpty = (html: string): boolean =>
  !/<img\b/i.test(html) && html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') === ''

const itemFindings = (item: DraftItem): CheckFinding[] => {
  const here = at('item', item)
  const { content } = item
  if (content.type === 'article') {
    if (articleEmpty(content.html)) return [finding('empty_article', here)]
    return htmlsOf(item).some(picturesWithoutWords) ? [finding('no_alt_text', here)] : []
  }
  if (content.type === 'video') {
    if (content.sources.length === 0) return [finding('no_video', here)]
    // Without it nobody could complete the video.
    if (content.duration_seconds <= 0) return [finding('video_length_unknown', here)]
    return [
      ...incomplete((content.questions ?? []).map(questionOf), here),
      ...(content.captions.length === 0 ? [finding('no_captions', here)] : []),
    ]
  }
  if (content.type === 'problem')
    return [
      ...(authoredProblem.safeParse(problemOf(content)).success ? [] : [finding('problem_incomplete', here)]),
      ...(isPassable(content) ? [] : [finding('pass_mark_unreachable', here)]),
      ...(htmlsOf(item).some(picturesWithoutWords) ? [finding('no_alt_text', here)] : []),
    ]
  if (content.type === 'scorm')
    return content.package_url === null || content.launch.trim() === '' ? [finding('no_package', here)] : []
  const questions = questionsOf(content)
  if (questions.length === 0) return [finding('no_questions', here)]
  return incomplete(questions, here)
}

const incomplete = (questions: readonly AuthoredQuestionInput[], here: Where): CheckFinding[] =>
  questions.flatMap((question, index) =>
    authoredQuestion.safeParse(question).success
      ? []
      : [finding('question_incomplete', here, String(index + 1))],
  )

/** Whether somebody wrote anything of it in the language; a quiz without questions says nothing. */
const isBegun = (content: DraftItem['content'], language: Language): boolean =>
  content.type === 'quiz'
    ? questionsOf(content).some(({ texts }) => texts?.[language] !== undefined)
    : contentSpeaks(content, language)

/** Nothing of it would be shown in another language. */
const isWhole = (content: DraftItem['content'], language: Language): boolean =>
  content.type === 'video'
    ? chaptersSpeak(content.chapters ?? [], language) &&
      videoQuestionsSpeak(content.questions ?? [], language)
    : contentSpeaks(content, language)

export const findingsOf = (document: CourseDocument): CheckFinding[] => {
  const { course, sections } = document
  const texts = course.texts[course.language]
  const found: CheckFinding[] = []
  if (!texts?.title.trim()) found.push(finding('no_title'))
  if (course.instructors.length === 0) found.push(finding('no_instructor'))
  if (sections.length === 0) found.push(finding('no_section'))
  const circle = new Set(circular(document))
  for (const section of sections) {
    const here = at('section', section)
    if (!section.title.trim()) found.push(finding('node_untitled', here))
    if (section.topics.length === 0) found.push(finding('empty_section', here))
    if (circle.has(section.key)) found.push(finding('requires_itself', here))
    for (const topic of section.topics) {
      if (!topic.title.trim()) found.push(finding('node_untitled', at('topic', topic)))
      if (topic.items.length === 0) found.push(finding('empty_topic', at('topic', topic)))
      for (const item of topic.items) {
        if (!item.title.trim()) found.push(finding('node_untitled', at('item', item)))
        found.push(...itemFindings(item))
      }
    }
  }
  if (!texts?.description.trim()) found.push(finding('no_description'))
  // A language that somebody began with: what is missing is shown in the course's own.
  const nodes = sections.flatMap((section) => [
    section,
    ...section.topics.flatMap((topic) => [topic, ...topic.items]),
  ])
  for (const language of languages) {
    if (language === course.language) continue
    const begun =
      course.texts[language] !== undefined ||
      nodes.some(
        (node) =>
          node.titles[language]?.trim() ||
          ('content' in node && node.content.type !== 'video' && isBegun(node.content, language)),
      )
    const whole =
      course.texts[language]?.title.trim() &&
      nodes.every(
        (node) => node.titles[language]?.trim() && (!('content' in node) || isWhole(node.content, language)),
      )
    if (begun && !whole) found.push(finding('untranslated', null, language))
  }
  return found
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const attributesOf = (html: string, name: 'src' | 'href'): string[] =>
  [...html.matchAll(new RegExp(`\\b${name}="([^"]+)"`, 'gi'))].map((match) =>
    (match[1] as string).replace(/&(amp|lt|gt|quot|#39);/g, (_, entity: string) => ENTITIES[entity] ?? ''),
  )

/** Every address that an item leads to, once: its links, pictures, films and captions. */
export const addressesOf = (item: DraftItem): string[] => {
  const { content } = item
  const written = htmlsOf(item).flatMap((html) => [
    ...attributesOf(html, 'src'),
    ...attributesOf(html, 'href'),
  ])
  const own =
    content.type === 'video'
      ? [...content.sources, ...content.captions].map(({ url }) => url)
      : content.type === 'scorm' && content.package_url !== null
        ? [content.package_url]
        : []
  return [...new Set([...written, ...own])]
}

export const deadLink = (where: DraftItem | null, url: string): CheckFinding =>
  finding('dead_link', where && at('item', where), url)
